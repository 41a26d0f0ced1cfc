create 't1', 'f'
1.upto(3) { |i| put 't1', "u#{i}", 'f:q', "v#{i}", i }
(1..3).each do |i|
  put 't1', "r#{i}", 'f:q', i * 10, 100 + i
3.times { |i| put 't1', 'k%02d' % i, 'f:q', 'x', 7 }
%w[a b].each { |k| put 't1', k, 'f:q', k.upcase, 8 }
[1, 2].map { |i| put 't1', "m#{i}", 'f:q', 'y', 9 }
{'h1' => 'x', 'h2' => 'y'}.each { |k, v| put 't1', k, 'f:q', v, 10 }
for i in 1..2
i = 0
while i < 2
10.step(20, 5) { |n| put 't1', "s#{n}", 'f:q', 'z', 13 }
3.downto(2) { |n| put 't1', "d#{n}", 'f:q', 'z', 14 }
('a'..'c').each_with_index { |c, j| put 't1', "z#{c}#{j}", 'f:q', 'z', 15 }
scan 't1'
count 't1'
put 't1', 'x', 'f:q', '1', 1; put 't1', 'y', 'f:q', '2', 2
put 't1', 'x', 'f:q', '1', 1; count 't1'
if exists('t1') then puts 'yes' else puts 'no' end
if exists 'nope'
disable 't1' if is_enabled 't1'
drop 't1' unless is_enabled('t1')
list.each { |n| puts "table #{n}" }
list.size
names = list
names.empty?
[1, 2].each { |i| exists "t#{i}" }
