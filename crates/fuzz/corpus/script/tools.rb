create 't1', 'f', 'g'
put 't1', 'r', 'f:q', 'v', 1
flush 't1'
flush 't1', 'f'
flush 't1', 'nope'
flush 'nope'
flush
compact 't1'
compact 't1', 'f'
compact 't1', 'nope'
compact 'nope'
compact
compact 't1', 'f', 'FOO'
compact 't1', nil, 'MOB'
major_compact 't1'
major_compact 't1', 'f'
major_compact 'nope'
major_compact
compaction_state 't1'
compaction_state 'nope'
balance_switch false
balance_switch true
balancer_enabled
balancer
balancer 'force'
normalizer_switch true
normalizer_enabled
normalize
catalogjanitor_enabled
catalogjanitor_switch true
catalogjanitor_run
cleaner_chore_enabled
cleaner_chore_switch true
is_in_maintenance_mode
rit
wal_roll
clear_block_cache 't1'
list_deadservers
list_decommissioned_regionservers
