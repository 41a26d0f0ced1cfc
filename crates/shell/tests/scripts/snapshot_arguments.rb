# Snapshots: their names, lists and errors, as HBase 2.6 has them.
create 't', {NAME => 'f', VERSIONS => 3}, 'g'
put 't', 'a', 'f:q', 'v1', 1
snapshot 't', 's1'
snapshot 't', 's1'
snapshot 't', 's2', {SKIP_FLUSH => true}
snapshot 't', 's3', {TTL => 3600}
snapshot 't', 's4', {MAX_FILESIZE => 1000000}
snapshot 't', 's5', {FOO => 1}
snapshot 't', 's5', {'FOO' => 1}
snapshot 'nope', 's6'
snapshot 't', ''
snapshot 't', 'a b'
snapshot 't', nil
snapshot 't', 5
snapshot nil, 's'
snapshot 't'
snapshot
list_snapshots 'zzz'
list_snapshots 's1', 's2'
list_snapshots '['
list_table_snapshots 'nope'
list_table_snapshots
put 't', 'b', 'f:q', 'v2', 2
delete 't', 'a', 'f:q', 1
scan 't'
clone_snapshot 's1', 'c'
scan 'c'
describe 'c'
clone_snapshot 's1', 'c'
clone_snapshot 'nope', 'd'
clone_snapshot 's1', 'a b'
clone_snapshot 's1', 'ns:x'
clone_snapshot 's1'
clone_snapshot 's1', nil
clone_snapshot 's1', 'd', {RESTORE_ACL => true}
restore_snapshot 's1'
disable 't'
restore_snapshot 's1'
enable 't'
scan 't'
restore_snapshot 'nope'
restore_snapshot
restore_snapshot 's1', 's2', 's3'
delete_snapshot 's1'
delete_snapshot 's1'
delete_snapshot
delete_snapshot ''
t = get_table 't'
delete_all_snapshot 'zzz.*'
delete_table_snapshots 'zzz'
drop 't'
disable 't'
drop 't'
list_snapshot_sizes
export_snapshot
