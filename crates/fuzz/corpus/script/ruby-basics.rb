1 + 1
7 / 2
7 % 3
2 ** 70
7.0 / 2
'abc'
"abc\n"
'a' + 'b'
'ab' * 3
"x#{1 + 1}y"
'x#{1 + 1}y'
"\x00\xff"
'\x00'
'\x00'.length
"\x00".length
"\u00e4".length
"tab\tq\"q\\"
'it''s'
nil
true
!true
x = 5
x += 2
x
X = 3
X
:sym
[1, 'a', nil, 2.5, :s]
{'a' => 1, :b => 2, c: 3}
{NAME => 'f', VERSIONS => 3}
1..3
(1...4).to_a
%w[a b c]
%w(a b).join('-')
'abc'.upcase
'abc'.reverse.capitalize
'a,b'.split(',')
[3, 1, 2].sort
[1, 2, 3].map { |i| i * 2 }
[1, 2, 3].inject(:+)
format('%05d|%-4s|%x', 42, 'ab', 255)
'k%03d' % 7
'%s-%s' % ['a', 'b']
puts 'hello'
puts [1, 2]
puts []
puts nil
print 'no newline'
p
1; 2; 3
5 if true
5 unless true
if 1 > 2 then 'a' else 'b' end
1 == 1.0 && 'x' != 'y'
'b' <=> 'a'
'abc'[1]
'abc'[0, 2]
'abc' =~ /c/
Time.now.class
rand(1)
0x1F
017
1_000
?a
_
