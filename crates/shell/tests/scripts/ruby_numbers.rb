# Numbers, as JRuby 9.3 counts and prints them.
7 / 2
-7 / 2
-7 % 3
7 % -3
7.fdiv(2)
7.divmod(-2)
-7.divmod 2
7.0.divmod 2
2 ** 10
2 ** 0.5
2 ** 100
10.0 / 3
1e20
1e15
1e16
1.0e-4
1.0e-5
123456789.123456789
1e100
100.0
-0.0
0.1 + 0.2
1.23456789012345e+25
3.7.to_i
3.7.round
3.5.round
-3.5.round
2.5.round
3.14159.round(2)
1234.round(-2)
3.7.floor
-3.7.floor
3.2.ceil
-3.7.truncate
3.99.to_s
1/0
1.0/0
-1.0/0
0.0/0
1 % 0
1.0 % 0
5.divmod(0)
Float::INFINITY
Float::NAN
Integer::MAX
10.to_s(2)
255.to_s(16)
255.to_s(36)
Integer('42')
Integer('0b11')
Integer('017')
Integer('x')
Integer('1.5')
Integer(nil)
Integer(3.99)
Integer("12", 3)
Float('1.5')
Float('x')
10.gcd(4)
10.lcm(4)
5.pred
5.succ
5.next
-5.abs
5.between?(1, 10)
5.clamp(7, 9)
5.zero?
0.zero?
5.positive?
5.negative?
5.even?
5.odd?
5.digits
1234.digits
65.chr
256.chr
300.chr
5 <=> 6
5 <=> 'a'
5 == 5.0
5.eql?(5.0)
5.equal?(5)
5 + nil
5 + 'a'
5 * 'a'
5 - nil
nil + 5
nil.to_s
nil.to_a
nil.to_i
nil.inspect
nil & true
nil.nil?
nil[0]
true & false
true ^ true
true.to_s
!true
true + 1
x **= 2
x ||= 9
y ||= 9
x &&= 4
CONST_A = 5
CONST_A + 1
UNKNOWN_C
Foo.new
m2
m2(1)
m2(1, 3, 4, 5)
i
true ? 1 : 2
nil || 'd'
false or true
not true
true && nil
putc 'a'
5.kind_of?(Numeric)
5.instance_of?(Integer)
Integer
Integer === 5
5.send(:+, 3)
5.dup
5.then { |x| x }
Time.at(0).utc
Time.at(0).utc.to_s
Time.at(0).to_i
Time.at(1588765900).utc.year
Math.sqrt(16)
Math.sqrt(-1)
Math::PI
Math.log(10)
Math.log2(8)
Math.log10(1000)
Math.hypot(3,4)
10 & 6
10 | 5
10 ^ 3
~5
1 << 10
1024 >> 3
1 << 70
-1 >> 1
5[0]
1.5 + 1
1 + 1.5
1.5 * 2
3 * 1.5
3.0 == 3
1.0.to_s
1.0.inspect
1e2.to_i
1e25.to_i
10000000000000000.0
123456789012345680.0
0.00001234
1234567.0
1.0e+16.to_s
5.0.floor
5.5.floor
5.55.round(1)
15.round(-1)
25.round(-1)
1.1 - 1.0
5.bit_length
5.size
5.0.nan?
1.0.infinite?
100.digits.sum
12.pow(2)
12.pow(2, 5)
1_000_000.to_s.reverse.scan(/\d{1,3}/).join(',').reverse
3.zero? ? 'z' : 'nz'
0b1010
0o17
017
1_000
1e3
10.pred.succ
