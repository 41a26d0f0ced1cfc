# put with every kind of value, time and option, as HBase 2.6 has it.
create 't', {NAME => 'f', VERSIONS => 3}, 'g'
put 't', 'r', 'f:a', 'v', 5
put 't', 'r', 'f:a', "multi\nline", 6
put 't', 'r', 'f:a', 5.25, 7
put 't', 'r', 'f:b', true, 7
put 't', 'r', 'f:c', [1, 'a'], 7
put 't', 'r', 'f:d', {'a' => 1}, 7
put 't', 'r', 'f:e', :sym, 7
put 't', 'r', 'f:g', 1..3, 7
put 't', 'r', 'f:h', 12345678901234567890, 7
put 't', 'r', 'f:i', 1e20, 7
put 't', 'r', 'f:j', '', 7
put 't', nil, 'f:a', 'v', 7
put 't', 5, 'f:a', 'v', 7
put 't', 5.5, 'f:a', 'v', 7
put 't', :sym, 'f:a', 'v', 7
put 't', [1], 'f:a', 'v', 7
put 't', true, 'f:a', 'v', 7
put 't', 'r', :f, 'v'
put 't', 'r', 5, 'v'
put 't', 'r', ['f:a'], 'v'
put 't', 'r', 'f:a:b:c', 'v', 7
put 't', 'r', 'f:a:toInt', 'v', 7
put 't', 'r', 'f::', 'v', 7
put 't', 'r', 'f: ', 'v', 7
put 't', 'r', ' f:a', 'v', 7
put 't', 'r', 'F:a', 'v', 7
put 't', 'r', 'f:a', 'v', '7'
put 't', 'r', 'f:a', 'v', nil, {}
put 't', 'r', 'f:a', 'v', 7, nil
put 't', 'r', 'f:a', 'v', 7, 5
put 't', 'r', 'f:a', 'v', 7, 'x'
put 't', 'r', 'f:a', 'v', 7, {TTL => 'x'}
put 't', 'r', 'f:a', 'v', 7, {TTL => -1}
put 't', 'r', 'f:a', 'v', 7, {TTL => 1.5}
put 't', 'r', 'f:a', 'v', {TTL => 'x'}
put 't', 'r', 'f:a', 'v', {TTL => 100000}
put 't', 'r', 'f:a', 'v', 7, {VISIBILITY => 'a|b'}
put 't', 'r', 'f:a', 'v', {VISIBILITY => 'a'}
put 't', 'r', 'f:a', 'v', {ATTRIBUTES => 'x'}
put 't', 'r', 'f:a', 'v', {ATTRIBUTES => {'k' => 5}}
put 't', 'r', 'f:a', 'v', {'FOO' => 1}
put 't', 'r', 'f:a', 'v', {}
put 't', 'r', 'f:a', 'v', []
put 't', 'r', 'f:a', 'v', :x
put 't', 'r', 'f:a', 'v', 1.9
put 't', 'r', 'f:a', 'v', 2**63
put 't', 'r', 'f:a', 'v', 2**63 - 1
put 't', 'r', 'f:a', 'v', 2**63 - 2
put 't', 'r', 'f:a', 'v', true
put 't', 'r' * 40000, 'f:a', 'v'
put 't', "\x00", "f:\x00", "\x00", 3
put 't', "\u4e2d\u6587", "f:\u00e4", "\u20ac", 3
scan 't', {TIMERANGE => [0, 1000]}
scan 't', {TIMERANGE => [0, 1000], VERSIONS => 3, COLUMNS => 'f:a'}
scan 't', {TIMERANGE => [0, 1000], FORMATTER => 'toString'}
put 't', 'r', 'f:a'
put 't'
put 'nope', 'r', 'f:a', 'v'
put 'nope', '', 'f:a', 'v'
put 'nope', 'r', 'nocolon', 'v'
put 't', 'r', 'nope', 'v'
put '', 'r', 'f:a', 'v'
put 'a b', 'r', 'f:a', 'v'
put '-x', 'r', 'f:a', 'v'
put nil, 'r', 'f:a', 'v'
put :t, 'r', 'f:a', 'v'
put ['t'], 'r', 'f:a', 'v'
put({}, 'r', 'f:a', 'v')
disable 't'
put 't', 'r', 'f:a', 'v'
get 't', 'r'
t = get_table 't'
enable 't'
