create 't1', {NAME => 'f', VERSIONS => 5}, {NAME => 'g', VERSIONS => 5}
put 't1', 'r1', 'f:a', '1', 1000
put 't1', 'r1', 'f:a', '2', 2000
put 't1', 'r1', 'f:a', '3', 3000
put 't1', 'r1', 'f:b', '1', 1000
put 't1', 'r1', 'g:a', '1', 1000
put 't1', 'r1', 'g:a', '2', 2000
delete 't1', 'r1', 'f:a'
scan 't1', {VERSIONS => 9}
delete 't1', 'r1', 'f:a', 1000
scan 't1', {VERSIONS => 9}
delete 't1', 'r1', 'f:a', 1500
delete 't1', 'nope', 'f:a'
delete 't1', 'r1', 'g', 1000
scan 't1', {VERSIONS => 9}
delete 't1', 'r1', 'g'
scan 't1', {VERSIONS => 9}
deleteall 't1', 'r1', 'f:b', 500
scan 't1', {VERSIONS => 9}
deleteall 't1', 'r1', 'g:a'
scan 't1', {VERSIONS => 9}
put 't1', 'r2', 'f:a', '1', 1000
put 't1', 'r2', 'f:b', '2', 2000
put 't1', 'r2', 'g:c', '3', 3000
deleteall 't1', 'r2', '', 1000
scan 't1', {VERSIONS => 9}
deleteall 't1', 'r2', 'f'
scan 't1', {VERSIONS => 9}
deleteall 't1', 'r2'
deleteall 't1', 'r1'
scan 't1'
put 't1', 123, 'f:a', '1', 1000
delete 't1', 123, 'f:a', 1000
scan 't1'
