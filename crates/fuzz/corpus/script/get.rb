create 't1', {NAME => 'f', VERSIONS => 5}, {NAME => 'g', VERSIONS => 2}
put 't1', 'r1', 'f:a', 'a1', 1000
put 't1', 'r1', 'f:a', 'a2', 2000
put 't1', 'r1', 'f:a', 'a3', 3000
put 't1', 'r1', 'f:b', 'b1', 1500
put 't1', 'r1', 'g:x', 'x1', 2500
put 't1', 'r1', 'g:', 'e1', 2600
get 't1', 'r1'
get 't1', 'r1', 'f'
get 't1', 'r1', 'f:'
get 't1', 'r1', 'g:'
get 't1', 'r1', 'f:a'
get 't1', 'r1', 'f:a', 'g:x'
get 't1', 'r1', ['f:a', 'f:b']
get 't1', 'r1', ['f:a'], ['g']
get 't1', 'r1', {COLUMN => 'f:a'}
get 't1', 'r1', {COLUMNS => ['f:a', 'g:x']}
get 't1', 'r1', {COLUMN => 'f:a', VERSIONS => 2}
get 't1', 'r1', {COLUMN => 'f', VERSIONS => 10}
get 't1', 'r1', {COLUMN => ['f', 'g'], VERSIONS => 10}
get 't1', 'r1', {COLUMN => 'f:a', TIMESTAMP => 2000}
get 't1', 'r1', {TIMESTAMP => 2000}
get 't1', 'r1', {TIMERANGE => [1000, 2500]}
get 't1', 'r1', {TIMERANGE => [1000, 2500], VERSIONS => 10}
get 't1', 'r1', {COLUMN => 'f:a', TIMERANGE => [0, 3000], VERSIONS => 10}
get 't1', 'r1', {FILTER => "ValueFilter(=, 'binary:x1')"}
get 't1', 'r1', {COLUMN => 'f', FILTER => "ValueFilter(>=, 'binary:a3')", VERSIONS => 10}
get 't1', 'r1', {FILTER => "ColumnPrefixFilter('b')"}
get 't1', 'r1', {COLUMN => 'f:a', MAXLENGTH => 20}
get 't1', 'r1', {COLUMN => 'f:nope'}
get 't1', 'r2'
get 't1', 'r1', {}
get 't1', 'r1', nil
t = get_table 't1'
t.get 'r1'
t.get 'r1', 'f:b'
t.get 'r1', {COLUMN => 'f:a', VERSIONS => 3}
