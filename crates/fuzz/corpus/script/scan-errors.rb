create 't1', 'f'
put 't1', 'r1', 'f:a', 'v', 1
scan
scan 'nope'
scan 't1', 5
scan 't1', 'f'
scan 't1', nil
scan 't1', {COLUMNS => {}}
scan 't1', {COLUMNS => 5}
scan 't1', {COLUMNS => 'nope'}
scan 't1', {COLUMNS => 'nope:a'}
scan 't1', {FILTER => "NoSuchFilter()"}
scan 't1', {FILTER => "PrefixFilter('x'"}
scan 't1', {FILTER => "PrefixFilter('a') AND"}
scan 't1', {FILTER => ""}
scan 't1', {FILTER => "KeyOnlyFilter('a')"}
scan 't1', {FILTER => "PageFilter('1')"}
scan 't1', {FILTER => "ValueFilter(=, 'abc')"}
scan 't1', {FILTER => "ValueFilter(~, 'binary:abc')"}
scan 't1', {FILTER => "valuefilter(=, 'binary:abc')"}
scan 't1', {FILTER => "SKIP"}
scan 't1', {FILTER => "SKIP "}
scan 't1', {FILTER => "WHILE ()"}
scan 't1', {FILTER => "()"}
scan 't1', {FILTER => "PrefixFilter('a') AND "}
scan 't1', {FILTER => "OR PrefixFilter('a')"}
scan 't1', {FILTER => "PrefixFilter('a'))"}
scan 't1', {FILTER => "(PrefixFilter('a')"}
scan 't1', {FILTER => "ValueFilter(<, 'substring:x')"}
scan 't1', {FILTER => "PrefixFilter('a') PrefixFilter('b')"}
scan 't1', {FILTER => "PrefixFilter"}
scan 't1', {FILTER => "ColumnPaginationFilter(1)"}
scan 't1', {FILTER => "SingleColumnValueFilter('f')"}
scan 't1', {FILTER => "TimestampsFilter(-1)"}
scan 't1', {TIMERANGE => [5, 1]}
scan 't1', {TIMERANGE => [-1, 5]}
scan 't1', {TIMERANGE => 5}
scan 't1', {TIMERANGE => ['a', 'b']}
scan 't1', {TIMESTAMP => 'x'}
scan 't1', {VERSIONS => 'x'}
scan 't1', {VERSIONS => 0}
scan 't1', {MAXLENGTH => 'x'}
scan 't1', {LIMIT => 1}, 5
scan t1
scan 't1', {NOPE => 1}
scan {LIMIT => 1}
