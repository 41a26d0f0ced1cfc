# incr, append and count with what they take and refuse, as HBase 2.6 has them.
create 't', {NAME => 'f', VERSIONS => 3}, 'g', SPLITS => ['m']
incr 't', 'r', 'f:n'
incr 't', 'r', 'f:n', 5
incr 't', 'r', 'f:n', -10
incr 't', 'r', 'f:n', 0
incr 't', 'r', 'f:n', nil
incr 't', 'r', 'f:n', '5'
incr 't', 'r', 'f:n', 2.9
incr 't', 'r', 'f:n', true
incr 't', 'r', 'f:n', []
incr 't', 'r', 'f:n', 9223372036854775807
incr 't', 'r', 'f:n', 9223372036854775808
incr 't', 'r', 'f:n', 1, {ATTRIBUTES => {'a' => 'b'}}
incr 't', 'r', 'f:n', 1, {VISIBILITY => 'x'}
incr 't', 'r', 'f:n', 1, {TTL => 100000}
incr 't', 'r', 'f:n', 1, {TTL => 'x'}
incr 't', 'r', 'f:n', {ATTRIBUTES => {'a' => 'b'}}
incr 't', 'r', 'f:n', {TTL => 5}
incr 't', 'r', 'f:n', 1, 5
incr 't', 'r', 'f:n', 1, nil
incr 't', 'r', 'f'
incr 't', 'r', 'f:'
incr 't', 'r', ''
incr 't', 'r', nil
incr 't', 'r', 5
incr 't', 'r', 'nope:a'
incr 't', '', 'f:n'
incr 't', nil, 'f:n'
incr 't', 5, 'f:n'
incr 'nope', 'r', 'f:n'
incr nil, 'r', 'f:n'
put 't', 'w', 'f:n', 'abc', 1
incr 't', 'w', 'f:n'
put 't', 'w', 'f:n', "\x00\x00\x00\x05", 1
incr 't', 'w', 'f:n'
put 't', 'w', 'f:n', '', 1
incr 't', 'w', 'f:n'
put 't', 'w8', 'f:n', '12345678', 1
incr 't', 'w8', 'f:n'
get_counter 't', 'w8', 'f:n'
put 't', 'w9', 'f:n', '123456789', 1
incr 't', 'w9', 'f:n'
get_counter 't', 'w9', 'f:n'
append 't', 'r', 'f:s', 'a'
append 't', 'r', 'f:s', 'b'
append 't', 'r', 'f:s', ''
append 't', 'r', 'f:s', nil
append 't', 'r', 'f:s', 5
append 't', 'r', 'f:s', "\x00\xff"
append 't', 'r', 'f:s', "\u00e4"
append 't', 'r', 'f:s', 'x', {ATTRIBUTES => {'a' => 'b'}}
append 't', 'r', 'f:s', 'x', {TTL => 100000}
append 't', 'r', 'f:s', 'x', {VISIBILITY => 'a'}
append 't', 'r', 'f:s', 'x', {}
append 't', 'r', 'f:s', 'x', 5
append 't', 'r', 'f:s', 'x', nil
append 't', 'r', 'f', 'x'
append 't', 'r', 'f:', 'x'
append 't', 'r', nil, 'x'
append 't', 'r', 'nope:a', 'x'
append 't', '', 'f:s', 'x'
append 't', nil, 'f:s', 'x'
append 'nope', 'r', 'f:s', 'x'
append 't', 'r', 'f:s'
scan 't', {COLUMNS => 'f:s'}
(1..25).each { |i| put 't', "k%02d" % i, 'g:q', i, i }; nil
count 't'
count 't', INTERVAL => 10
count 't', INTERVAL => 10, CACHE => 5
count 't', {INTERVAL => 7, COLUMNS => 'g'}
count 't', 10
count 't', 10.5
count 't', '10'
count 't', nil
count 't', true
count 't', []
count 't', {}
count 't', INTERVAL => nil
count 't', INTERVAL => -5
count 't', INTERVAL => 1.5
count 't', CACHE => 'x'
count 't', CACHE => nil
count 't', CACHE_BLOCKS => true
count 't', {FILTER => "PrefixFilter('k1')"}
count 't', {FILTER => "(QualifierFilter(=, 'binary:q'))", INTERVAL => 20}
count 't', {FILTER => "ColumnCountGetFilter(1)"}
count 't', {FILTER => "PageFilter(3)"}
count 't', {STARTROW => 'k05', STOPROW => 'k10'}
count 't', {ROWPREFIXFILTER => 'k2'}
count 't', {LIMIT => 5, INTERVAL => 2}
count 't', {REVERSED => true, INTERVAL => 10}
count 't', {REVERSED => true, STARTROW => 'k03'}
count 't', {TIMERANGE => [3, 6]}
count 't', {VERSIONS => 3}
count 't', {RAW => true}
count 't', {COLUMNS => 'nope'}
count 't', {FOO: 1}
count 'nope'
count nil
count 't', 'x', 'y'
t = get_table 't'
x = count 't'
x + 1
disable 't'
count 't'
incr 't', 'r', 'f:n'
append 't', 'r', 'f:s', 'a'
get_counter 't', 'r', 'f:n'
