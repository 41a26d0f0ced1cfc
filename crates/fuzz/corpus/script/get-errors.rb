create 't1', 'f'
put 't1', 'r1', 'f:a', 'v', 1
get
get 't1'
get 'nope', 'r1'
get 't1', ''
get 't1', 'r1', {VERSIONS => 3}
get 't1', 'r1', {:foo => :bar}
get 't1', 'r1', {FOO => 1}
get 't1', 'r1', {'FOO' => 1}
get 't1', 'r1', {COLUMN => {}}
get 't1', 'r1', {COLUMN => 5}
get 't1', 'r1', 5
get 't1', 'r1', 'nope'
get 't1', 'r1', 'nope:a'
get 't1', 'r1', {COLUMN => 'f:a', TIMERANGE => [5, 1]}
get 't1', 'r1', {COLUMN => 'f:a', TIMERANGE => [-1, 5]}
get 't1', 'r1', {COLUMN => 'f:a', TIMESTAMP => 'x'}
get 't1', 'r1', {COLUMN => 'f:a', VERSIONS => 0}
get 't1', 'r1', {COLUMN => 'f:a', VERSIONS => 'x'}
get 't1', 'r1', {FILTER => "NoSuchFilter('x')"}
get 't1', 'r1', {FILTER => "PrefixFilter('x'"}
get 't1', 'r1', {FILTER => "PrefixFilter()"}
get 't1', 'r1', {FILTER => "PrefixFilter('r') AND "}
get 't1', 'r1', {COLUMN => 'f:a:toNothing'}
get 't1', 'r1', {COLUMN => 'f:a:toLong'}
get 't1', 'r1', {FORMATTER => 'toNothing'}
get 't1', 'r1', {LIMIT: 5}
