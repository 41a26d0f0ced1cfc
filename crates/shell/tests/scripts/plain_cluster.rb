# What a cluster without quotas, security, labels and replication answers, as HBase 2.6 has it.
set_quota TYPE => THROTTLE, USER => 'u1', LIMIT => '10M/sec'
set_quota TYPE => THROTTLE, TABLE => 't', LIMIT => NONE
set_quota TYPE => SPACE, TABLE => 't', LIMIT => '1G', POLICY => NO_INSERTS
set_quota
set_quota 'x'
set_quota {}
set_quota({})
set_quota USER => 'u1', GLOBAL_BYPASS => true
list_quotas
list_quotas USER => 'u'
list_quota_table_sizes
list_quota_snapshots
list_snapshot_sizes
enable_rpc_throttle
disable_rpc_throttle
enable_exceed_throttle_quota
disable_exceed_throttle_quota
list_security_capabilities
grant 'u', 'RW'
grant 'u', 'RWXCA', 't'
grant 'u'
grant
revoke 'u'
revoke 'u', 't'
user_permission
user_permission 't'
user_permission '.*'
add_labels ['a', 'b']
add_labels 'a'
add_labels
list_labels
list_labels 'x'
set_auths 'u', ['a']
get_auths 'u'
clear_auths 'u', ['a']
list_peers
add_peer '1', CLUSTER_KEY => 'localhost:2181:/hbase'
add_peer
remove_peer '1'
enable_peer '1'
disable_peer '1'
get_peer_config '1'
list_peer_configs
update_peer_config '1', CONFIG => {'a' => 'b'}
set_peer_replicate_all '1', true
set_peer_namespaces '1', ['ns']
set_peer_bandwidth '1', 1
set_peer_tableCFs '1', {'t' => []}
show_peer_tableCFs '1'
list_replicated_tables
enable_table_replication 't'
disable_table_replication 't'
list_rsgroups
get_rsgroup 'default'
add_rsgroup 'g'
remove_rsgroup 'g'
balance_rsgroup 'g'
move_servers_rsgroup 'g', ['h:1']
move_tables_rsgroup 'g', ['t']
get_server_rsgroup 'h:1'
get_table_rsgroup 't'
list_procedures
list_locks
list_procedures 1
list_locks 1
