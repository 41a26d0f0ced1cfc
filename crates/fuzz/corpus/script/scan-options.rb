create 't1', 'f', SPLITS => ['5']
(1..9).each { |i| put 't1', "#{i}", 'f:q', "v#{i}", i }
scan 't1', {CACHE => 2, LIMIT => 3}
scan 't1', {CACHE_BLOCKS => false, LIMIT => 1}
scan 't1', {ISOLATION_LEVEL => 'READ_UNCOMMITTED', LIMIT => 1}
scan 't1', {ISOLATION_LEVEL => 'FOO'}
scan 't1', {READ_TYPE => 'PREAD', LIMIT => 1}
scan 't1', {READ_TYPE => 'FOO'}
scan 't1', {CONSISTENCY => 'TIMELINE', LIMIT => 1}
scan 't1', {CONSISTENCY => 'FOO', LIMIT => 1}
scan 't1', {REGION_REPLICA_ID => 0, LIMIT => 1}
scan 't1', {ALLOW_PARTIAL_RESULTS => true, LIMIT => 1}
scan 't1', {MAX_RESULT_SIZE => 1000, LIMIT => 1}
scan 't1', {ATTRIBUTES => {'k' => 'v'}, LIMIT => 1}
scan 't1', {ATTRIBUTES => 'k', LIMIT => 1}
scan 't1', {AUTHORIZATIONS => ['a'], LIMIT => 1}
scan 't1', {LIMIT => 2, METRICS => ['ROWS_SCANNED', 'ROWS_FILTERED', 'REGIONS_SCANNED', 'BYTES_IN_RESULTS']}
scan 't1', {METRICS => ['ROWS_SCANNED', 'ROWS_FILTERED', 'REGIONS_SCANNED'], FILTER => "ValueFilter(=, 'binary:v7')"}
scan 't1', {METRICS => [], LIMIT => 1, COLUMNS => 'f:nope'}
scan 't1', {METRICS => ['NO_SUCH'], LIMIT => 1}
t = get_table 't1'
t.scan LIMIT => 1
t.scan({LIMIT => 1})
t.scan
