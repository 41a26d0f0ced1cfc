# Texts: their methods, escapes and patterns, as in JRuby 9.3.
"ff".to_i(16)
"z".to_i(36)
"12abc".to_i
"abc".to_i
"1_000".to_i
"3.7xyz".to_f
"1e3".to_f
".5".to_f
String(5)
"a".ord
"".ord
"é".ord
'a' + 1
'a' + nil
'a' * 3
'a' * -1
'a' * 'b'
'abc' - 'a'
'a' <=> 'b'
'a' == :a
'a' < 1
'abc'[0]
'abc'[-1]
'abc'[0, 2]
'abc'[1..-1]
'abc'[1..]
'abc'[5]
'abc'[3]
'abc'[3,1]
'abc'[4,1]
'abc'['b']
'abc'[/b./]
'abc'[/x/]
'abc'[nil]
'hello world'.capitalize
'hello'.center(11, '*')
'hello'.ljust(8, '.') + '|'
'hello'.rjust(8) + '|'
'hello'.index('l')
'hello'.rindex('l')
'hello'.index('z')
'hello'.count('l')
'hello'.count('a-y')
'hello'.delete('l')
'hello'.squeeze
'hello'.squeeze('l')
'hello'.tr('el', 'ip')
'hello'.tr('a-y', 'b-z')
'hello'.sub('l', 'L')
'hello'.gsub('l', 'L')
'hello'.gsub(/[eo]/, '*')
'hello'.gsub(/l/, 'l' => '1')
'hello'.sub(/(l+)/, '<\1>')
'hello'.chars
'hello'.bytes
'hello'.each_char.to_a
'hello'.start_with?('he')
'hello'.end_with?('lo', 'x')
'hello'.include?('ell')
'hello'.include?(1)
'hello'.insert(2, 'XX')
'hello'.slice(1, 3)
'hello'.sum
'hello'.hash == 'hello'.hash
'hello'.succ
'az'.next
'zz'.succ
'a9'.succ
'Zz'.succ
'1.9'.succ
''.succ
' hi '.strip
' hi '.lstrip
' hi '.rstrip
"hi\n".chomp
'hi'.chop
'hello'.chomp('lo')
'a,b,,c,,'.split(',')
'a,b,,c,,'.split(',', -1)
'a b  c'.split
'a b c'.split(' ', 2)
'abc'.split('')
'a1b2'.split(/\d/)
'a1b2'.scan(/[a-z]\d/)
'a1b2'.scan(/([a-z])(\d)/)
'a-b'.partition('-')
'a-b-c'.rpartition('-')
"a\nb\n".lines
"a\nb".each_line.to_a
'abc'.reverse
'abc'.length
'日本語'.length
'日本語'.bytesize
'日本語'.reverse
'日本語'
"\u00e9"
"\e\a\b\t\n\r\v\f\0"
"\x7f"
"\xff\xfe"
"a\xffb"
"é\xff"
'a"b'
'a\b'
'#{x}'
'#x'
"\#{x}"
"\u{1F600}"
"\u200b"
"abc".encoding
"abc".force_encoding('BINARY')
"\xff".force_encoding('BINARY')
"abc".unpack('C*')
'abc'.unpack('H*')
"\x00\x00\x00\x05".unpack('N')
"\x00\x00\x00\x05".unpack1('N')
'abc'.unpack('a1 a1')
'abc'.each_char
:a
:a.to_s
:'a b'
:a <=> :b
:a.length
:abc[1]
'a'.to_sym
%i[a b]
%q(a 'b')
%Q(a #{1 + 1})
%(x)
?a
"a" "b"
"a#{1}b#{nil}c#{:d}"
"#{[1, 'a']}"
"#{{'a' => 1}}"
'lit'.frozen?
:a.frozen?
String
String === 'a'
'abc'.public_send(:length)
'abc'.dup
'abc'.tap { |x| p x }
'abc'.then { |x| x + 'd' }
'abc'.instance_variables
'abc'.eql?('abc')
'abc'.equal?('abc')
'abc' =~ /b/
'abc' =~ /z/
'abc'.match(/b/)
'abc'.match(/(?<x>b)/)[:x]
'abc'.match?(/b/)
'abc' !~ /z/
/b/.match('abc').pre_match
/b/
/b/i
/a\/b/
Regexp.new('a.b')
Regexp.escape('a.b')
'a.b.c'.gsub('.', '-')
'path/to'.gsub(/\//, '.')
'x' =~ 'y'
s = 'abc'; s[0] = 'X'; s
s = 'abc'; s[5] = 'X'; s
s = 'abc'; s.sub!('z', 'y')
s = 'abc'; s.gsub!('b', 'y')
s = 'abc'; s.replace('z')
s = 'abc'; s.concat('d', 'e')
s = 'abc'; s.prepend('z')
s = 'a b'; s.delete!(' ')
s = 'abc'; s.chop!
s = "abc\n"; s.chomp!
s = 'abc'; s.clear
'abc'.each_byte.to_a
'abc'.each_char.with_index.to_a
'abc'.tr('b', '')
'abc'.between?('abb', 'abd')
'abc'.eql?('abd')
'é'.bytes
'é'.unpack('C*')
'é'.force_encoding('ASCII-8BIT')
'é'.b
'é'.valid_encoding?
"\xff".valid_encoding?
'aé'.inspect
'abc'.upto('abe').to_a
'a'.ljust(3, '12345')
'abc'.slice(0)
'abc'.slice(0..1)
'a-b_c'.tr('-_', '  ')
'hello'.each_char.group_by { |c| c }.map { |k, v| [k, v.size] }
'hello' 'world'
'a'.concat(98)
'a' << 98
'12'.rjust(5, '0')
'abc' > 'abd'
'ab' 'cd' * 2
"tab\tquote\"back\\slash"
'single\'quote'
