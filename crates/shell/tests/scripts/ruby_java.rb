# More of Ruby and Java, as JRuby 9.3 speaks it in the shell of HBase 2.6.
a, *b = 1, 2, 3
b
*a, b = 1, 2, 3
a
[1, 2].map(&:to_s)
%w[a b].each_slice(1).to_a
def opt(a, b = a + 1, *r) [a, b, r] end
opt(1)
opt(1, 2, 3)
include Java
import org.apache.hadoop.hbase.util.Bytes
java_import org.apache.hadoop.hbase.util.Bytes
java_import 'org.apache.hadoop.hbase.util.Bytes'
Bytes.toBytes('abc')
Bytes.toBytes('abc').to_a
Bytes.toString(Bytes.toBytes('abc'))
Bytes.toLong(Bytes.toBytes(5))
Bytes.toBytes(5.to_java(:int))
Bytes.toInt(Bytes.toBytes(5.to_java(:int)))
Bytes.toStringBinary(Bytes.toBytes(5))
org.apache.hadoop.hbase.util.Bytes.toBytes('x')
org.apache.hadoop.hbase.util.Bytes
Bytes
java.lang.System.currentTimeMillis.class
java.lang.Long::MAX_VALUE
java.lang.Long.parseLong('5')
Time.at(0).utc
Time.at(0).to_s
Time.at(1588765900).utc.strftime('%Y-%m-%d %H:%M:%S')
ARGV
self.class
RUBY_VERSION
JRUBY_VERSION
defined?(foo)
defined?(list)
defined?(String)
@x = 5
@x
$z = 3
$z
x = <<~E2
  indented
    more
E2
x
x = <<-'E3'
raw #{x}
  E3
x
"%s" % nil
"abc" "def"
:"a b"
%i[a b]
->(x) { x * 2 }.call(4)
proc { |x| x }.call(1)
[3, 1, 2].sort_by { |x| -x }
(1..10).step(3).to_a
1.step(10, 4).to_a
10.downto(7).to_a
loop { break 5 }
i = 0; i += 1 while i < 10; i
begin; raise 'x'; rescue => e; e.message; end
begin; Integer('x'); rescue ArgumentError => e; e.message; ensure; puts 'done'; end
case 5 when 1..3 then 'a' when 4..6 then 'b' else 'c' end
case 'abc' when /b/ then 'm' end
5.between?(1, 10)
5.clamp(1, 3)
[1, 2, 3].sum
[1, 2, 3].each_with_object([]) { |x, acc| acc << x * 2 }
[[1, 2], [3, 4]].to_h
{a: 1}.map { |k, v| [k, v] }
{a: 1}.to_a
{a: 1, 'b' => 2}.each { |k, v| puts "#{k}=#{v}" }
{'a' => 1}.merge({'b' => 2})
{'a' => 1}.select { |k, v| v > 0 }
{a: 1}.key?(:a)
{a: 1}.fetch(:b, 5)
[nil, 1].compact
[1, [2, [3]]].flatten
[1, 2, 3, 4].partition(&:even?)
[1, 2, 3].zip([4, 5, 6])
[1, 2, 2].uniq
[1, 2, 3].reduce(:+)
[1, 2, 3].include?(2)
[1, 2] + [3]
[1, 2] & [2]
[1, 2, 3] - [2]
[0] * 3
[1, 2, 3].first(2)
[1, 2, 3].each_cons(2).to_a
[1, 2, 3].min_by { |x| -x }
[1, 2, 3].group_by(&:odd?)
'abc'.each_char { |c| print c }
'a,b;c'.split(/[,;]/)
'abc'.sub(/b/) { |m| m.upcase }
'hello world'.scan(/o/)
'abc'.tr('a-c', 'A-C')
'abc'.unpack('C*')
[97, 98].pack('C*')
[1].pack('N').unpack('N')
[1].pack('Q>')
'%08b' % 37
'%e' % 12345.678
'%.3f' % 3.14159
12345.67.round(1)
7.fdiv(2)
7.divmod(-2)
-7 / 2
2**0.5
10.digits
255.to_s(16)
'ff'.hex
'0b11'.to_i(0)
1_000_000.to_s.reverse.scan(/\d{1,3}/).join(',').reverse
printf("%-5s|%5s\n", 'a', 'b')
$stdout.puts 'x'
STDOUT.print "y\n"
pp({a: 1})
p 1, 2
p
puts 1, [2, [3]]
print 'a', 'b', "\n"
puts "a\tb"
puts 'a' 'b'
