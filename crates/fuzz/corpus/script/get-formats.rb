create 't1', 'f'
put 't1', 'r1', 'f:int', "\x00\x00\x03\xe7", 1
put 't1', 'r1', 'f:long', "\x00\x00\x00\x00\x00\x00\x03\xe8", 1
put 't1', 'r1', 'f:text', 'hello', 1
put 't1', 'r1', "f:\x11", "\x00\x00\x03\x99", 1
put 't1', 'r1', 'f:utf', "gr\u00fc\u00df", 1
put 't1', "r\u00e4", "f:\u00f6", "\u4e2d\u6587", 1
get 't1', 'r1'
get 't1', 'r1', 'f:int:toInt'
get 't1', 'r1', ['f:int:toInt', 'f:long:toLong', 'f:text']
get 't1', 'r1', {COLUMN => ['f:int:c(org.apache.hadoop.hbase.util.Bytes).toInt']}
get 't1', 'r1', {COLUMN => ['f:text:c(org.apache.hadoop.hbase.util.Bytes).len', 'f:text:toString']}
get 't1', 'r1', {COLUMN => 'f:text:toHex'}
get 't1', 'r1', {COLUMNS => ["f:\x11:toInt"]}
get 't1', 'r1', {COLUMN => 'f:utf', FORMATTER => 'toString'}
get 't1', "r\u00e4", {FORMATTER => 'toString'}
scan 't1'
scan 't1', {FORMATTER => 'toString', COLUMNS => ['f:text', 'f:utf', "f:\u00f6"]}
scan 't1', {COLUMNS => ['f:int:toInt', 'f:long:toLong']}
scan 't1', {COLUMNS => 'f:utf', FORMATTER => 'toString', FORMATTER_CLASS => 'org.apache.hadoop.hbase.util.Bytes'}
scan 't1', {COLUMNS => 'f:text', MAXLENGTH => 30}
scan 't1', {COLUMNS => 'f:text', MAXLENGTH => 0}
scan 't1', {COLUMNS => 'f:text:toLong'}
scan 't1', {COLUMNS => 'f:text', FORMATTER => 'len'}
scan 't1', {COLUMNS => 'f:text', FORMATTER_CLASS => 'no.such.Class'}
