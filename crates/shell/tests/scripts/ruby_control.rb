# Conditions, loops, methods, exceptions and what they print, as in JRuby 9.3.
nil.foo
false.foo
'abc'.foo
'abc'.upcase.foo
'Hello'.swapcase
'hello'.gsub(/[eo]/) { |m| m.upcase }
'#$x'
'#@x'
[1,2,3].take_while { |x| x < 3 }
[1,2,3].drop_while { |x| x < 2 }
[1,2].foo
[1,2].append(3)
{:a => 1, 'b' => nil}
{'a'=>1}.foo
x = 5
x += 1
x -= 2
x *= 3
a, b = 1, 2
a, *b = 1, 2, 3
*a, b = 1, 2, 3
a, b = b, a
a = b = 3
a = [1, 2]; a << 3; a
a = 'x'; a << 'y'; a
a = 'x'; b = a; b << 'z'; a
'abc'.freeze << 'd'
[1].freeze << 2
{'a'=>1}.freeze['b'] = 2
foo_bar
foo_bar(1)
foo_bar 1
self.to_s.class
5.foo
5.foo(1)
'a'.foo = 1
raise 'x'
raise ArgumentError
raise ArgumentError, 'bad'
raise ArgumentError.new('bad')
raise TypeError
raise 'a' rescue 'rescued'
raise Class
raise 5
raise RuntimeError
begin; raise 'x'; rescue => e; e; end
begin; raise 'x'; rescue => e; e.message; end
begin; 1/0; rescue ZeroDivisionError => e; e.class; end
begin; nil.foo; rescue => e; e.name; end
begin; foo_x; rescue NameError => e; e.message; end
begin; Integer('x'); rescue ArgumentError, TypeError => e; e.message; end
begin; raise KeyError, 'k'; rescue IndexError => e; e.class; end
begin; {}.fetch('a'); rescue KeyError => e; e.message; end
begin; [].fetch(1); rescue IndexError => e; e.message; end
begin; 1; ensure; p 2; end
begin; raise 'x'; rescue; p $!; end
begin; raise 'a'; rescue => e; raise 'b' rescue $!.message; end
begin; 1; rescue; 2; else; 3; ensure; 4; end
i = 0; begin; i += 1; raise 'x' if i < 3; i; rescue; retry; end
def m; return 1, 2; end; m
def m2(a, b = 2, *c); [a, b, c]; end
def m3(a); a; end; m3(1, 2)
def m4; yield 1; end; m4
def m4; yield 1; end; m4 { |x| x + 1 }
def m5; block_given?; end; m5
def m5; block_given?; end; m5 {}
def m6(&b); b.call(2); end; m6 { |x| x * 2 }
def m7; __method__; end; m7
def m8(x) x * 2 end; m8 4
def m9; ensure_x = 1; begin; return ensure_x; ensure; p 'e'; end; end; m9
lambda { |x| x }.call(1)
lambda { |x| x }.call
lambda { |x| x }.(1)
->(x) { x + 1 }[1]
->(x, y) { x }.call(1)
proc { |x, y| [x, y] }.call(1)
proc { |x, y| [x, y] }.call([1, 2])
proc { |x| x }.lambda?
lambda { |x| x }.arity
proc { next 5; 6 }.call
[1,2,3].each { |x| next if x == 2; p x }
[1,2,3].each { |x| break x * 10 if x == 2 }
[1,2,3].map { |x| next 0 if x == 2; x }
while true do break 5 end
i = 0; while i < 3; i += 1; end
i = 0; until i == 3 do i += 1 end
i = 0; loop { i += 1; break i if i > 3 }
i = 0; begin; i += 1; end while i < 3; i
for i in 1..3 do p i end
for a, b in [[1,2],[3,4]]; p a + b; end
3.downto(1) { |n| print n }
1.step(10, 4) { |n| print n, ' ' }
10.step(1, -3) { |n| print n, ' ' }
1.step(by: 2, to: 5) { |n| print n }
case 5 when 1..3 then 'a' when 4..6 then 'b' else 'c' end
case 'abc' when /b/ then 'm' end
case 5 when Integer then 'int' end
case 'x' when 'a', 'x' then 1 end
case when 1 > 2 then 'a' else 'b' end
case 9 when 1 then 2 end
if false then 1 end
x = if true then 1 else 2 end
5 if true
5 unless true
p
p 1
p 1, 2
p [1]
puts
puts 1
puts [1, [2, nil]]
puts nil
puts []
puts [nil]
puts "a\n"
puts "a", "b"
puts true
puts 1.0
puts :a
puts({'a' => 1})
pp({'a' => 1})
pp [1, 2]
$stdout.puts 'x'
STDOUT.puts 'x'
defined?(foo)
defined?(x)
defined?(puts)
defined?(5)
defined?(@a)
defined?($a)
@a
@a = 5
@a
$a
$a = 1
$a
__FILE__.class
__LINE__.class
5.is_a?(Integer)
5.is_a?(Comparable)
5.respond_to?(:foo)
'a'.respond_to?(:upcase)
5.class
5.class.class
5.5.class
nil.class
(1..2).class
[].class
{}.class
:a.class
'a'.class
lambda {}.class
5.class == Integer
'abc'.send('upcase')
5.hash.class
$~
/b/ =~ 'abc'; $~[0]
/(b)(c)/ =~ 'abc'; $1 + $2
[[1, 'a'], [2, 'b']].each { |n, s| puts "#{n}#{s}" }
{'x'=>1}.each_pair { |k, v| puts k }
a = [1,2,3]; a[5] = 9; a
a = [1,2,3]; a[-5] = 9
a = [1,2,3]; a[0..1] = [9]; a
a = [3,1]; a.sort!; a
a = [3,1]; a.map! { |x| x + 1 }
a = [3,nil]; a.compact!
a = [3]; a.compact!
a = [1,1]; a.uniq!
a = [1]; a.uniq!
a = [1,2]; a.reverse!; a
a = [1,2,3]; a.select! { |x| x > 1 }; a
a = [1,2,3]; a.delete_if { |x| x > 1 }
a = [1,2,3]; a.clear
s = 'abc'; s.upcase!; s
s = 'ABC'; s.upcase!
'abc'.sub('b') { |m| m.upcase }
'hello world foo'.split.map(&:capitalize).join(' ')
'abc'.casecmp('ABC')
'abc'.casecmp?('ABC')
'a'.upto('e') { |x| print x }
'title case'.capitalize
'a'.upto('c').map(&:upcase)
%w[apple pie].map(&:length).max
