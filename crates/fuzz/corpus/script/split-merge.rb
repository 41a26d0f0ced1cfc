create 't1', 'f'
('a'..'h').each { |k| put 't1', k, 'f:q', "v#{k}", 10 }
split 't1', 'd'
get_splits 't1'
scan 't1', {LIMIT => 5}
split 't1', 'f'
get_splits 't1'
split 't1', 'd'
split 't1', ''
split 't1'
get_splits 't1'
split 'nope', 'a'
split 'nope'
split
split 't1', 'a', 'b'
major_compact 't1'
catalogjanitor_run
rs = @hbase.instance_variable_get(:@connection).getRegionLocator(org.apache.hadoop.hbase.TableName.valueOf('t1')).getAllRegionLocations.map { |l| l.getRegion.getEncodedName }; nil
merge_region rs[0]
merge_region rs[0], rs[0]
merge_region rs[0], rs[2]
merge_region rs[0], rs[1]
get_splits 't1'
merge_region
scan 't1', {STARTROW => 'c', LIMIT => 2}
count 't1'
create 't2', 'f'
split 't2'
split 't2', 'm'
get_splits 't2'
put 't2', 'r', 'f:q', 'v'
flush 't2'
splitormerge_switch 'SPLIT', false
splitormerge_enabled 'SPLIT'
split 't2', 'p'
splitormerge_switch 'SPLIT', true
splitormerge_switch 'MERGE', false
splitormerge_enabled 'MERGE'
splitormerge_switch 'MERGE', true
splitormerge_switch 'FOO', true
create 't3', 'f', SPLITS => ['g', 'p']
rs = @hbase.instance_variable_get(:@connection).getRegionLocator(org.apache.hadoop.hbase.TableName.valueOf('t3')).getAllRegionLocations.map { |l| l.getRegion.getEncodedName }; nil
merge_region [rs[0], rs[1], rs[2]]
get_splits 't3'
