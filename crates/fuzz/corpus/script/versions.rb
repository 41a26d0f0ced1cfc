create 't1', {NAME => 'f', VERSIONS => 2}
put 't1', 'r', 'f:a', 'v3', 3000
put 't1', 'r', 'f:a', 'v1', 1000
put 't1', 'r', 'f:a', 'v2', 2000
get 't1', 'r', {COLUMN => 'f:a', VERSIONS => 9}
scan 't1', {RAW => true, VERSIONS => 9}
put 't1', 'r', 'f:a', 'again', 3000
get 't1', 'r', {COLUMN => 'f:a', VERSIONS => 9}
get 't1', 'r', {COLUMN => 'f:a', TIMESTAMP => 1000}
get 't1', 'r', {COLUMN => 'f:a', TIMERANGE => [0, 1500], VERSIONS => 9}
flush 't1'
get 't1', 'r', {COLUMN => 'f:a', TIMERANGE => [0, 1500], VERSIONS => 9}
scan 't1', {RAW => true, VERSIONS => 9}
put 't1', 'r', 'f:a', 'v4', 4000
put 't1', 'r', 'f:a', 'v5', 5000
delete 't1', 'r', 'f:a', 5000
get 't1', 'r', {COLUMN => 'f:a', VERSIONS => 9}
flush 't1'
major_compact 't1'
scan 't1', {RAW => true, VERSIONS => 9}
put 't1', 'r', 'f:a', 'v5 again', 5000
get 't1', 'r', {COLUMN => 'f:a', VERSIONS => 9}
alter 't1', NAME => 'f', VERSIONS => 1
get 't1', 'r', {COLUMN => 'f:a', VERSIONS => 9}
alter 't1', NAME => 'f', VERSIONS => 5
get 't1', 'r', {COLUMN => 'f:a', VERSIONS => 9}
