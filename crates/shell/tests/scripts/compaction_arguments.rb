# flush, compact and major_compact with families, types and what is none, as HBase 2.6 has them.
create 't', {NAME => 'f', VERSIONS => 3}, 'g', SPLITS => ['m']
create 'ns:x', 'f'
put 't', 'a', 'f:q', 'v', 1
flush 't'
flush 't', 'f'
flush 't', ['f', 'g']
flush 't', 'f', 'g'
flush 't', 'f:'
flush 't', ''
flush 't', nil
flush ''
flush nil
flush 5
flush 'nope', 'f'
flush ['t']
flush 't', ['f', 'nope', 'x']
compact 't'
compact 't', 'f'
compact 't', nil
compact 't', nil, 'NORMAL'
compact 't', nil, 'MOB'
compact 't', 'f', 'MOB'
compact 't', 'f', 'normal'
compact 't', 'f', 'FOO'
compact 't', ''
compact 't', ['f']
compact nil
compact ''
compact 5
compact 'nope', 'f'
compact 't', 'nope', 'MOB'
major_compact 't'
major_compact 't', 'f'
major_compact 't', 'nope'
major_compact 't', nil, 'MOB'
major_compact 't', 'f', 'MOB'
major_compact 't', 'f', 'NORMAL'
major_compact 't', 'f', 'X'
major_compact 'nope'
major_compact 't', 5
major_compact 't', 'f', 'NORMAL', 'x'
compaction_state 't'
compaction_state 't', 'MOB'
compaction_state 't', 'NORMAL'
compaction_state 't', 'FOO'
compaction_state 'nope'
compaction_state
compaction_switch true, 'nope'
compaction_switch true, ['a']
compaction_switch
compact_rs
disable 't'
compact 't'
major_compact 't'
flush 't'
compaction_state 't'
