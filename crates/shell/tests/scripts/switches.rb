# The switches of a cluster and its chores, as HBase 2.6 has them.
balancer
balancer 'force'
balancer 'dry_run'
balance_switch true
balance_switch false
balance_switch false
balancer_enabled
balance_switch true
balance_switch 'x'
balance_switch nil
balance_switch
balancer_enabled 'x'
normalize
normalize 'x'
normalizer_switch false
normalizer_switch true
normalizer_switch true
normalizer_enabled
normalizer_switch
normalizer_switch 'x'
normalizer_switch true
normalize TABLE_NAME => 't'
normalize NAMESPACE => 'default'
normalize REGEX => 't.*'
normalize TABLE_NAMES => ['t']
normalize 'FOO' => 'x'
catalogjanitor_enabled
catalogjanitor_switch false
catalogjanitor_switch true
catalogjanitor_switch
catalogjanitor_run
catalogjanitor_run 1
cleaner_chore_enabled
cleaner_chore_switch false
cleaner_chore_switch true
cleaner_chore_switch
cleaner_chore_run 'x'
hbck_chore_run
hbck_chore_run 'x'
snapshot_cleanup_enabled
snapshot_cleanup_switch true
snapshot_cleanup_switch false
snapshot_cleanup_switch true
splitormerge_enabled 'SPLIT'
splitormerge_enabled 'MERGE'
splitormerge_enabled 'split'
splitormerge_enabled 'x'
splitormerge_enabled
splitormerge_enabled nil
splitormerge_switch 'SPLIT', false
splitormerge_switch 'SPLIT', false
splitormerge_switch 'MERGE', true
splitormerge_switch 'BOTH', true
splitormerge_switch 'split', true
splitormerge_switch 'SPLIT', 'x'
splitormerge_switch 'SPLIT', true
splitormerge_switch
rit
rit 1
list_deadservers
list_liveservers 1
list_decommissioned_regionservers
is_in_maintenance_mode
is_in_maintenance_mode 1
wal_roll
wal_roll 'nope'
wal_roll 'localhost,26020,1'
hlog_roll 'nope'
stop_regionserver
stop_master 1
update_config
update_all_config
update_all_config 1
update_rsgroup_config
clear_block_cache 't'
clear_block_cache
clear_compaction_queues
get_slowlog_responses
get_slowlog_responses '*'
get_largelog_responses '*'
clear_slowlog_responses
get_balancer_decisions
get_balancer_rejections
