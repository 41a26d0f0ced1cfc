# Options of scan, right and wrong, as HBase 2.6 has them.
create 't', {NAME => 'f', VERSIONS => 3}, {NAME => 'g'}, SPLITS => ['m']
put 't', 'r1', 'f:a', 'v1', 1000
put 't', 'r1', 'f:a', 'v2', 2000
put 't', 'r1', 'f:b', "\x00\x00\x00\x05", 1000
put 't', 'r1', 'g:c', "\x00\x00\x00\x00\x00\x00\x00\x07", 1000
put 't', 'r2', 'f:a', 'abc', 1000
put 't', 'z', 'g:', 'empty', 1000
scan 't', {FORMATTER => 'toString'}
scan 't', {FORMATTER => 'toStringBinary', FORMATTER_CLASS => 'org.apache.hadoop.hbase.util.Bytes'}
scan 't', {FORMATTER => 'toLong'}
scan 't', {FORMATTER => 'toNothing'}
scan 't', {FORMATTER_CLASS => 'org.apache.hadoop.hbase.util.Bytes'}
scan 't', {FORMATTER_CLASS => 'no.such'}
scan 't', {FORMATTER => nil}
scan 't', {FORMATTER => ''}
scan 't', {COLUMNS => ['f:b:toInt', 'g:c:toLong']}
scan 't', {COLUMNS => ['f:a:toString']}
scan 't', {COLUMNS => 'f:b:toLong'}
scan 't', {COLUMNS => 'f:b:c(org.apache.hadoop.hbase.util.Bytes).toInt'}
scan 't', {COLUMNS => 'f:b:toHex'}
scan 't', {COLUMNS => 'f:b:len'}
scan 't', {COLUMNS => 'f:b:hashCode'}
scan 't', {COLUMNS => 'f:b:toInt', FORMATTER => 'toString'}
scan 't', {COLUMNS => 'f:b:toBoolean'}
scan 't', {COLUMNS => 'f:b:toFloat'}
scan 't', {COLUMNS => 'g:c:toDouble'}
scan 't', {COLUMNS => 'f:b:toShort'}
scan 't', {MAXLENGTH => 20}
scan 't', {MAXLENGTH => -1}
scan 't', {MAXLENGTH => 0}
scan 't', {MAXLENGTH => -5}
scan 't', {MAXLENGTH => 1000}
scan 't', {MAXLENGTH => 2.5}
scan 't', {MAXLENGTH => nil}
scan 't', {LIMIT => 1, ALL_METRICS => false}
scan 't', {LIMIT => 1, METRICS => ['ROWS_SCANNED']}
scan 't', {METRICS => ['ROWS_SCANNED', 'RPC_CALLS', 'REGIONS_SCANNED', 'RPC_RETRIES', 'REMOTE_RPC_CALLS', 'BYTES_IN_RESULTS', 'NOT_SERVING_REGION_EXCEPTION', 'ROWS_FILTERED']}
scan 't', {METRICS => 'ROWS_SCANNED'}
scan 't', {METRICS => ['rows_scanned']}
scan 't', {STARTROW => 'r2', REVERSED => true}
scan 't', {STARTROW => 'r2', STOPROW => 'r1', REVERSED => true}
scan 't', {REVERSED => 'x', LIMIT => 1}
scan 't', {REVERSED => nil, LIMIT => 1}
scan 't', {RAW => 'x', LIMIT => 1}
scan 't', {VERSIONS => 3}
scan 't', {VERSIONS => -1}
scan 't', {VERSIONS => nil, LIMIT => 1}
scan 't', {VERSIONS => 1.5, LIMIT => 1}
scan 't', {TIMESTAMP => 1000}
scan 't', {TIMESTAMP => -1}
scan 't', {TIMESTAMP => nil, LIMIT => 1}
scan 't', {TIMERANGE => [1000]}
scan 't', {TIMERANGE => []}
scan 't', {TIMERANGE => [1000, nil]}
scan 't', {TIMERANGE => [1000, 1000]}
scan 't', {TIMERANGE => [1000, 1001]}
scan 't', {TIMERANGE => 'x'}
scan 't', {TIMERANGE => {}}
scan 't', {BATCH => 1}
scan 't', {BATCH => 0}
scan 't', {BATCH => 'x'}
scan 't', {BATCH => 1, FILTER => "PageFilter(1)"}
scan 't', {CACHE => 'x'}
scan 't', {CACHE => -1}
scan 't', {CACHE_BLOCKS => 'x'}
scan 't', {COLUMNS => []}
scan 't', {COLUMNS => [], COLUMN => 'g'}
scan 't', {COLUMNS => nil}
scan 't', {COLUMNS => ['f', nil]}
scan 't', {COLUMNS => [5]}
scan 't', {COLUMNS => [:f]}
scan 't', {COLUMNS => :f}
scan 't', {COLUMNS => ''}
scan 't', {COLUMNS => ':'}
scan 't', {COLUMNS => ':a'}
scan 't', {COLUMNS => 'f:a:'}
scan 't', {COLUMNS => 'f::'}
scan 't', {COLUMNS => 'f:a', COLUMN => 'g'}
scan 't', {STARTROW => nil, LIMIT => 1}
scan 't', {STARTROW => :r2}
scan 't', {STOPROW => 5}
scan 't', {STOPROW => ''}
scan 't', {ROWPREFIXFILTER => ''}
scan 't', {ROWPREFIXFILTER => 5}
scan 't', {ROWPREFIXFILTER => "\xff"}
scan 't', {FILTER => nil}
scan 't', {FILTER => 5}
scan 't', {FILTER => :x}
scan 't', {FILTER => ['x']}
scan 't', {LIMIT => nil}
scan 't', {LIMIT => 1.5}
scan 't', {CONSISTENCY => 'STRONG', LIMIT => 1}
scan 't', {REGION_REPLICA_ID => 'x', LIMIT => 1}
scan 't', {READ_TYPE => 'STREAM', LIMIT => 1}
scan 't', {READ_TYPE => 5}
scan 't', {ISOLATION_LEVEL => 5}
scan 't', {AUTHORIZATIONS => 'x'}
scan 't', {ATTRIBUTES => {'a' => nil}, LIMIT => 1}
scan 't', {ATTRIBUTES => {:a => 5}, LIMIT => 1}
scan 't', {MAX_RESULT_SIZE => 'x'}
scan 't', {MAX_RESULT_SIZE => 1}
scan 't', {ALLOW_PARTIAL_RESULTS => true, MAX_RESULT_SIZE => 1}
scan nil
scan 5
scan ''
scan 'a b'
scan 'hbase:nope'
scan 't', []
scan 't', 'x' => 1
