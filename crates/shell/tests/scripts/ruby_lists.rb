# Arrays and ranges, and what loops over them without a block give, as in JRuby 9.3.
Array(nil)
Array([1])
Array(1..3)
Array({'a'=>1})
[1,2].pack('C*')
[1].pack('N')
[1].pack('Q>')
[65].pack('U')
[1,2].pack('s*')
[1.5].pack('G')
['abc'].pack('A5')
['616263'].pack('H*')
['abc'].pack('a5')
[1, 2, 3]
[1, [2, [3]]]
[nil, true, 'a', :b, 1.5]
[1,2,3].sum
[0.1,0.2,0.3].sum
['a','b'].sum
['a','b'].sum('')
[1,2,3].inject(:+)
[1,2,3].inject { |a, b| a * b }
[1,2,3].reduce(10) { |a, b| a + b }
[3,1,2].sort
[3,1,2].sort { |a, b| b <=> a }
[3,'a'].sort
[3,nil].sort
[3,nil].max
['b','a'].sort_by { |x| x }
['bb','a'].sort_by(&:length)
['bb','a'].min_by(&:length)
['bb','a'].max_by { |x| x.length }
[3,1,2].max
[3,1,2].min
[3,1,2].max(2)
[3,1,2].minmax
[].max
[].sum
[].first
[].first(2)
[1,2,3].first(2)
[1,2,3].last(2)
[1,2,3].take(2)
[1,2,3].drop(1)
[1,2,3,4].each_slice(2).to_a
[1,2,3].each_cons(2).to_a
[1,2,3].each_with_index.map { |x, i| x * i }
[1,2,3].each_with_index.to_a
[1,2,3].each_with_object([]) { |x, a| a << x }
[1,2,3].zip([4,5,6])
[1,2,3].zip([4])
[1,2,3].rotate
[1,2,3].rotate(-1)
[1,2,3].reverse
[1,2,2,3].uniq
[1,nil,2].compact
[[1,2],[3]].flatten
[[1,[2]],[3]].flatten(1)
[1,2,3].include?(2)
[1,2,3].index(2)
[1,2,3].find_index { |x| x > 1 }
[1,2,3].find { |x| x > 1 }
[1,2,3].detect { |x| x > 5 }
[1,2,3].select(&:odd?)
[1,2,3].reject(&:odd?)
[1,2,3].partition { |x| x > 1 }
[1,2,3].group_by { |x| x % 2 }
[1,2,3].each_slice(2).map(&:sum)
[1,2,3].count
[1,2,3].count(2)
[1,2,3].count { |x| x > 1 }
[1,2,3].any?
[1,2,3].any? { |x| x > 2 }
[1,2,3].all? { |x| x > 0 }
[1,2,3].none?
[1,2,3].one? { |x| x > 2 }
[1,2,3].join
[1,2,3].join('-')
[1,[2,[3]]].join(',')
[1,2,3].to_s
[1,2,3] + [4]
[1,2,3] - [2]
[1,2] * 2
[1,2] * ','
[1,2] & [2]
[1,2] | [3]
[1,2] <=> [1,3]
[1,2] == [1,2]
[1,2] + nil
[1,2] + 5
[1,2][5]
[1,2][-1]
[1,2][0..1]
[1,2]['a']
[1,2].fetch(5)
[1,2].fetch(-5)
[1,2].fetch(5, 'x')
[1,2].dig(0)
[1,2].values_at(0, 1, 5)
[1,2].push(3)
[1,2].unshift(0)
[1,2].pop
[1,2].shift
[1,2].insert(1, 'x')
[1,2].concat([3])
[1,2,3].delete_at(1)
[1,2,3].delete(2)
[1,2,3].delete(5)
[1,2,3].slice(0,2)
[1,2,3].combination(2).to_a
[1,2,3].permutation(2).to_a.length
[1,2].product([3,4])
[[1,2],[3,4]].transpose
[[1,2],[3]].transpose
[1,2,3].each_entry.to_a
[['a',1]].to_h
[1].to_h
[1,2,3].filter_map { |x| x }
[1,2,3].sum { |x| x * 2 }
[1,2,3].flat_map { |x| [x, x] }
[1,2,3].each_with_index { |x, i| }
[1,2,3].map.with_index { |x, i| x * i }
[1,2,3].map.with_index(1) { |x, i| [x, i] }
[1,2,3].map
[1,2,3].each
3.times
1.upto(3)
1.step(10, 3).to_a
10.downto(7).to_a
1.upto(3).to_a
1.step(2, 0.5).to_a
(1..10).step(3).to_a
(1..3).to_a
(1...3).to_a
(1..3)
(1...3)
('a'..'e').to_a
('a'..'e')
('aa'..'ad').to_a
(1..Float::INFINITY).first(3)
(1..)
(1..nil).first(2)
(1..3).sum
(1..3).include?(2)
(1..3) === 2
(1..3).cover?(4)
(1..3).reduce(:*)
(1..3).min
(1..3).max
(1..3).size
(1.0..2.0).to_a
(1..3).each_slice(2).to_a
(1..3).each_with_index.to_a
(1..3).inject { |a,b| a+b }
(1..3).map { |x| x * 2 }
(1..3).select(&:even?)
(1..3).to_s
(1..3).first
(1..3).last(2)
(1..3).zip(4..6)
(3..1).to_a
('a'..1)
(1..'a')
%w[a b]
1.upto(3) { |n| p n }
(1; 2)
[1].dup
(0.0/0).nan?
[1,2,3].each_with_index.select { |x, i| i > 0 }
%w[a b c].each_with_index.to_h
%w[x y].each.with_index(1).to_a
(1..6).each_slice(2).map(&:first)
(1..3).each_cons(2).to_a
(1..3).flat_map { |x| [x] * x }
[[1, [2, 3]]].each { |a, (b, c)| p [a, b, c] }
5.times.map { |i| i * i }
5.times.to_a
5.times.select(&:even?)
[5, 3].minmax
[1, 2, 3, 4, 5].each_slice(2) { |s| p s }
%w[b a].sort.first
%w[b a].sort!.first
%w[b a].min
%w[aa b].sort_by { |w| [w.size, w] }
[0.1] * 3
[1, 2.0, nil, 'x', :y, [1], {a: 1}, 1..2, Integer]
[[]]
[{}]
[nil]
[[1, 2], {'a' => [nil]}]
