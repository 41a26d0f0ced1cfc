# Options of get and get_counter, right and wrong, as HBase 2.6 has them.
create 't', {NAME => 'f', VERSIONS => 3}, {NAME => 'g'}
put 't', 'r1', 'f:a', 'v1', 1000
put 't', 'r1', 'f:a', 'v2', 2000
put 't', 'r1', 'f:b', "\x00\x00\x00\x05", 1000
put 't', 'r1', 'g:c', "\x00\x00\x00\x00\x00\x00\x00\x07", 1000
put 't', "r\xff", "f:\x01", 'x', 5
get 't', 'r1'
get 't', "r\xff"
get 't', "r\xff", {FORMATTER => 'toString'}
get 't', "r\xff", "f:\x01"
get 't', 'r1', {FORMATTER => 'toString'}
get 't', 'r1', {COLUMN => 'g', FORMATTER => 'toLong'}
get 't', 'r1', {COLUMN => 'f:a', FORMATTER => 'x'}
get 't', 'r1', {COLUMN => 'f:a', FORMATTER_CLASS => 'x.y'}
get 't', 'r1', {COLUMN => 'f:b:toInt'}
get 't', 'r1', 'f:b:toInt'
get 't', 'r1', 'f:b:toInt', 'g:c:toLong'
get 't', 'r1', ['f:b:toInt', 'g']
get 't', 'r1', 'f:b:toLong'
get 't', 'r1', 'f:b:c(org.apache.hadoop.hbase.util.Bytes).toInt'
get 't', 'r1', {MAXLENGTH => 15}
get 't', 'r1', {MAXLENGTH => 0}
get 't', 'r1', {MAXLENGTH => 'x'}
get 't', 'r1', {COLUMN => 'f:a', VERSIONS => 3}
get 't', 'r1', {COLUMN => 'f:a', VERSIONS => -1}
get 't', 'r1', {COLUMN => 'f:a', VERSIONS => nil}
get 't', 'r1', {COLUMN => 'f:a', VERSIONS => 2.7}
get 't', 'r1', {COLUMNS => ['f', 'g']}
get 't', 'r1', {COLUMNS => []}
get 't', 'r1', {COLUMN => nil}
get 't', 'r1', {COLUMN => 5}
get 't', 'r1', {COLUMN => ['f:a', nil]}
get 't', 'r1', {COLUMN => :f}
get 't', 'r1', {COLUMN => 'f:a', COLUMNS => 'g'}
get 't', 'r1', {COLUMN => ''}
get 't', 'r1', {COLUMN => ':'}
get 't', 'r1', ''
get 't', 'r1', ':'
get 't', 'r1', nil
get 't', 'r1', 5
get 't', 'r1', :f
get 't', 'r1', []
get 't', 'r1', [[]]
get 't', 'r1', [['f:a'], 'g']
get 't', 'r1', 'f', {COLUMN => 'g'}
get 't', 'r1', 'f', 5
get 't', 'r1', {}, 'f'
get 't', 'r1', {TIMESTAMP => 1000}
get 't', 'r1', {TIMESTAMP => '1000'}
get 't', 'r1', {TIMESTAMP => 'x'}
get 't', 'r1', {TIMESTAMP => 1000.7}
get 't', 'r1', {COLUMN => 'f', TIMESTAMP => '1000'}
get 't', 'r1', {COLUMN => 'f', TIMESTAMP => 1000, VERSIONS => 3}
get 't', 'r1', {TIMERANGE => [0, 1500], VERSIONS => 3}
get 't', 'r1', {TIMERANGE => [0]}
get 't', 'r1', {TIMERANGE => 5}
get 't', 'r1', {COLUMN => 'f', TIMERANGE => [0, 1500]}
get 't', 'r1', {TIMESTAMP => 1000, TIMERANGE => [0, 5000]}
get 't', 'r1', {FILTER => "QualifierFilter(=, 'binary:a')"}
get 't', 'r1', {FILTER => "x"}
get 't', 'r1', {FILTER => 5}
get 't', 'r1', {FILTER => nil}
get 't', 'r1', {FILTER => "PageFilter(1)"}
get 't', 'r1', {FILTER => "ColumnCountGetFilter(1)"}
get 't', 'r1', {COLUMN => 'f', FILTER => "KeyOnlyFilter()"}
get 't', 'r1', {CONSISTENCY => 'TIMELINE'}
get 't', 'r1', {CONSISTENCY => 'x'}
get 't', 'r1', {REGION_REPLICA_ID => 0}
get 't', 'r1', {REGION_REPLICA_ID => 1}
get 't', 'r1', {ATTRIBUTES => {'a' => 'b'}}
get 't', 'r1', {ATTRIBUTES => 'a'}
get 't', 'r1', {AUTHORIZATIONS => ['a']}
get 't', 'r1', {AUTHORIZATIONS => 'a'}
get 't', 'r1', {VERSIONS => 2}
get 't', 'r1', {FOO: 1}
get 't', 'r1', {'FOO' => 1}
get 't', 'r1', VERSIONS => 2, COLUMN => 'f:a'
get 't', 'r1', {LIMIT => 1}
get 't', 5
get 't', :r1
get 't', nil
get 't', ''
get 't', 'nope'
get 't', 'r1', 'nope'
get 't', 'r1', 'nope:a'
get 't', 'r1', 'g:nope'
get 'nope', 'r'
get nil, 'r'
get 5, 'r'
get '', 'r'
get 'hbase:nope', 'r'
t = get_table 't'
get t, 'r1', 'f:a'
scan t, LIMIT => 1
get_counter 't', 'r1', 'g:c'
get_counter 't', 'r1', 'f:b'
get_counter 't', 'r1', 'f:nope'
get_counter 't', 'r1', 'nope:a'
get_counter 't', 'r1', 'g'
get_counter 't', 'r1', nil
get_counter 't', 'r1', 5
get_counter 't', '', 'g:c'
get_counter 't', 'r1', 'g:c', {}
get_counter 'nope', 'r1', 'g:c'
