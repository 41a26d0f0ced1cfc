create 't1', 'f'
put 't1', "a\x00b", "f:\x01\x02", "\xde\xad\xbe\xef", 1
put 't1', 'a\x00b', 'f:\x01', '\xde\xad', 2
put 't1', "\x7f\x80", 'f:q', "\x1f\x20\x7e", 3
put 't1', "\\", "f:\\", "\\", 4
put 't1', "tab\t", 'f:nl', "line1\nline2\r", 5
put 't1', 'quote"s', 'f:q', %q(it's "x"), 6
put 't1', "\u00e4\u4e2d", "f:\u00fc", "\u20ac", 7
put 't1', "\101\0", 'f:oct', "\012", 8
put 't1', 'ä', 'f:ö', 'ü€', 9
put 't1', 'space row', 'f:q r', ' v ', 10
put 't1', 'empty', 'f:', '', 11
put 't1', "hash\#{x}", 'f:#', '#{x}', 12
scan 't1'
scan 't1', {FORMATTER => 'toString', STARTROW => "\xc3"}
get 't1', "a\x00b"
get 't1', 'a\x00b'
get 't1', 'ä'
get 't1', "\xc3\xa4"
scan 't1', {STARTROW => "\x7f", STOPROW => "\xff"}
scan 't1', {ROWPREFIXFILTER => "a\x00"}
scan 't1', {COLUMNS => "f:\x01\x02"}
scan 't1', {FILTER => "PrefixFilter('a\x00')"}
scan 't1', {FILTER => "ValueFilter(=, 'binary:\xde\xad\xbe\xef')"}
scan 't1', {FILTER => "ValueFilter(=, 'substring:''s')"}
delete 't1', "a\x00b", "f:\x01\x02", 1
count 't1', INTERVAL => 4
