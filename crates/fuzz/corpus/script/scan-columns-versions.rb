create 't1', {NAME => 'f', VERSIONS => 4}, {NAME => 'g', VERSIONS => 1}
put 't1', 'r1', 'f:a', 'a1', 1000
put 't1', 'r1', 'f:a', 'a2', 2000
put 't1', 'r1', 'f:a', 'a3', 3000
put 't1', 'r1', 'f:b', 'b1', 1000
put 't1', 'r1', 'g:a', 'g1', 1000
put 't1', 'r1', 'g:a', 'g2', 2000
put 't1', 'r2', 'f:b', 'b2', 2000
put 't1', 'r2', 'g:', 'empty', 2000
scan 't1'
scan 't1', {COLUMNS => 'f'}
scan 't1', {COLUMNS => 'f:a'}
scan 't1', {COLUMN => 'f:a'}
scan 't1', {COLUMNS => ['f:b', 'g']}
scan 't1', {COLUMNS => 'g:'}
scan 't1', {COLUMNS => ['f:a', 'f']}
scan 't1', {VERSIONS => 2}
scan 't1', {VERSIONS => 10}
scan 't1', {TIMERANGE => [0, 2000]}
scan 't1', {TIMERANGE => [1000, 3000], VERSIONS => 10}
scan 't1', {TIMESTAMP => 2000}
scan 't1', {RAW => true, VERSIONS => 10}
delete 't1', 'r1', 'f:a', 2000
deleteall 't1', 'r1', 'f:b', 1000
deleteall 't1', 'r2', '', 2500
delete 't1', 'r1', 'g', 2000
deleteall 't1', 'r1', 'g', 1000
scan 't1', {VERSIONS => 10}
scan 't1', {RAW => true, VERSIONS => 10}
scan 't1', {RAW => true}
scan 't1', {RAW => true, VERSIONS => 10, TIMERANGE => [0, 2001]}
scan 't1', {RAW => true, COLUMNS => 'f:a'}
scan 't1', {RAW => true, COLUMNS => 'f', VERSIONS => 10}
put 't1', 'w', 'f:1', 'x', 1
put 't1', 'w', 'f:2', 'x', 1
put 't1', 'w', 'f:3', 'x', 1
put 't1', 'w', 'g:4', 'x', 1
put 't1', 'w', 'g:5', 'x', 1
scan 't1', {STARTROW => 'w', BATCH => 2}
scan 't1', {STARTROW => 'w', BATCH => 2, LIMIT => 1}
scan 't1', {STARTROW => 'w', BATCH => 10}
