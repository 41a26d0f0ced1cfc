create 't1', {NAME => 'f', VERSIONS => 3}, 'g'
put 't1', 'r1', 'f:a', 'v1', 1588765900000
put 't1', 'r1', 'f:a', 'v2', 1588765900010
put 't1', 'r1', 'f:b', 'x', 60000
put 't1', 'r1', 'f:c', 'x', 0
put 't1', 'r1', 'f:d', 'x', 1
put 't1', 'r1', 'f:e', 'x', 1000
put 't1', 'r1', 'g', 'no qualifier', 5
put 't1', 'r1', 'g:', 'empty qualifier', 6
put 't1', 'r1', 'f:a:b', 'colon', 7
put 't1', 123, 'f:n', 456, 8
put 't1', 'r2', 'f:nil', nil, 8
put 't1', 'r2', 'f:sym', :abc, 8
put 't1', 'r2', 'f:flt', 1.5, 8
put 't1', 'r2', 'f:att', 'v', 9, {ATTRIBUTES => {'k' => 'v'}}
put 't1', 'r2', 'f:att2', 'v', {ATTRIBUTES => {'k' => 'v'}}
put 't1', 'r2', 'f:ttl', 'v', 9, {TTL => 100000000000000}
put 't1', 'r2', 'f:max', 'v', 9223372036854775806
scan 't1', {TIMERANGE => [0, 1600000000000], VERSIONS => 5}
put 't1', '', 'f:a', 'v'
put 't1', 'r', 'nope:a', 'v'
put 't1', 'r', '', 'v'
put 't1', 'r', ':a', 'v'
put 't1', 'r', nil, 'v'
put 't1', 'r', 'f:a'
put 't1', 'r', 'f:a', 'v', 1, {}, 'x'
put 'nope', 'r', 'f:a', 'v'
put
put 't1', 'r', 'f:a', 'v', 'notatime'
put 't1', 'r', 'f:a', 'v', -1
put 't1', 'r', 'f:a', 'v', 1.5
put 't1', 'r', 'f:a', 'v', 1, {ATTRIBUTES => 'x'}
put 123, 'r', 'f:a', 'v'
put 't1' 'r', 'f:a', 'v'
