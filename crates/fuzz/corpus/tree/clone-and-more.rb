create 't1', {NAME => 'f', VERSIONS => 4}, SPLITS => ['m']
put 't1', 'r', 'f:q', 'v', 1
clone_table_schema 't1', 't2'
describe 't2'
get_splits 't2'
clone_table_schema 't1', 't3', false
get_splits 't3'
clone_table_schema 'nope', 't4'
clone_table_schema 't1', 't2'
scan 't2'
snapshot 't1', 's1'
list_snapshots
put 't1', 'r', 'f:q', 'w', 2
clone_snapshot 's1', 't5'
scan 't5'
restore_snapshot 's1'
disable 't1'
restore_snapshot 's1'
enable 't1'
scan 't1'
delete_snapshot 's1'
delete_snapshot 's1'
list_snapshots
