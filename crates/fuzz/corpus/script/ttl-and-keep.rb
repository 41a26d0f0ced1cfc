create 't1', {NAME => 'short', TTL => 1}, {NAME => 'min', TTL => 1, MIN_VERSIONS => 1, VERSIONS => 3}, {NAME => 'keep', KEEP_DELETED_CELLS => true, VERSIONS => 3}, {NAME => 'ever', VERSIONS => 3}
put 't1', 'r', 'short:a', 'v', 1000
put 't1', 'r', 'min:a', 'v1', 1000
put 't1', 'r', 'min:a', 'v2', 2000
put 't1', 'r', 'keep:a', 'k1', 1000
put 't1', 'r', 'keep:a', 'k2', 2000
put 't1', 'r', 'ever:a', 'e1', 1000
scan 't1', {VERSIONS => 9}
scan 't1', {RAW => true, VERSIONS => 9}
deleteall 't1', 'r', 'keep:a', 1500
deleteall 't1', 'r', 'ever:a', 1500
scan 't1', {VERSIONS => 9}
scan 't1', {TIMERANGE => [0, 1400], VERSIONS => 9}
scan 't1', {TIMERANGE => [0, 1600], VERSIONS => 9}
put 't1', 'r', 'ever:a', 'e0', 1200
scan 't1', {COLUMNS => 'ever', VERSIONS => 9}
flush 't1'
major_compact 't1'
scan 't1', {RAW => true, VERSIONS => 9}
put 't1', 'r', 'ever:a', 'e0', 1200
scan 't1', {COLUMNS => 'ever', VERSIONS => 9}
put 't1', 'f', 'ever:a', 'future', 9000000000000
delete 't1', 'f', 'ever:a'
scan 't1', {COLUMNS => 'ever', STARTROW => 'f', STOPROW => 'g', RAW => true, VERSIONS => 9}
put 't1', 'f', 'ever:a', 'now'
get 't1', 'f', 'ever:a'
deleteall 't1', 'f'
get 't1', 'f', {COLUMN => 'ever:a', VERSIONS => 3}
put 't1', 'x', 'ever:a', 'cell ttl', 5, {TTL => 1}
get 't1', 'x'
