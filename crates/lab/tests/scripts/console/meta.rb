create 't', 'f'
%w[a d k p].each { |row| put 't', row, 'f:q', 'v' }
scan 'hbase:meta', {COLUMNS => ['info:seqnumDuringOpen:toLong', 'info:server', 'info:state']}
# The daughters are not compacted yet: they need the files of their parent.
split 't', 'g'
scan 'hbase:meta', {COLUMNS => ['info:regioninfo', 'info:splitA', 'info:splitB', 'info:state']}
major_compact 't'
scan 'hbase:meta', {COLUMNS => ['info:regioninfo']}
get 'hbase:meta', 't'
scan 't', {LIMIT => 1}
put 'hbase:meta', 't', 'table:state', 'v'
