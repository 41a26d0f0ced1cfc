# Deletes of every kind, late writes, and arguments that are refused, as HBase 2.6 has them.
create 't', {NAME => 'f', VERSIONS => 5}, {NAME => 'g', VERSIONS => 2}
put 't', 'r1', 'f:a', 'v1', 10
put 't', 'r1', 'f:a', 'v2', 20
put 't', 'r1', 'f:a', 'v3', 30
put 't', 'r1', 'f:b', 'w1', 10
put 't', 'r1', 'g:x', 'x1', 10
put 't', 'r1', 'g:x', 'x2', 20
put 't', 'r2', 'f:a', 'y', 10
delete 't', 'r1', 'f:a', 20
get 't', 'r1', {COLUMN => 'f:a', VERSIONS => 5}
scan 't', {RAW => true, VERSIONS => 10}
delete 't', 'r1', 'f:a', 25
get 't', 'r1', {COLUMN => 'f:a', VERSIONS => 5}
delete 't', 'r1', 'f:a'
get 't', 'r1', {COLUMN => 'f:a', VERSIONS => 5}
delete 't', 'r1', 'f:a', 10, {VISIBILITY => 'x'}
delete 't', 'r1', 'f:a', {VISIBILITY => 'x'}
delete 't', 'r1', 'f:b', nil
delete 't', 'r1', 'f:b', 0
delete 't', 'r1', 'f:b', -1
delete 't', 'r1', 'f:b', 'x'
delete 't', 'r1', 'f:b', 1.9
delete 't', 'r1', 'f:b', 9223372036854775807
delete 't', 'r1', 'f:b', 9223372036854775808
delete 't', 'r1', 'g'
delete 't', 'r1', 'g', 20
scan 't', {COLUMNS => 'g', VERSIONS => 3}
delete 't', 'r1', 'g:'
delete 't', 'r1', ['g:x']
delete 't', 'r1', :sym
delete 't', 'r1', 5
delete 't', nil, 'f:a'
delete 't', '', 'f:a'
delete nil, 'r', 'f:a'
delete 't', 'nosuchrow', 'f:a'
delete 't', 'nosuchrow', 'f:a', 5
scan 't', {RAW => true, VERSIONS => 10}
deleteall 't', 'r1', 'f:b', 10
deleteall 't', 'r1', 'f:a', 5
deleteall 't', 'r1', 'f', 15
deleteall 't', 'r1', nil, 10
deleteall 't', 'r1', '', 10
deleteall 't', 'r1', 'g:x'
deleteall 't', 'r1', 'f:a', 10, {VISIBILITY => 'x'}
deleteall 't', 'r1', {VISIBILITY => 'x'}
scan 't', {RAW => true, VERSIONS => 10}
scan 't', {VERSIONS => 5}
put 't', 'r1', 'f:a', 'late', 4
get 't', 'r1', 'f:a'
put 't', 'r1', 'f:a', 'later', 40
get 't', 'r1', 'f:a'
flush 't'
scan 't', {RAW => true, VERSIONS => 10, COLUMNS => 'f'}
deleteall 't', 'r1'
deleteall 't', 'r2'
scan 't'
scan 't', {RAW => true}
deleteall 't', 'r1', 'f:a', 'x'
deleteall 't', 'r1', 'nope'
deleteall 't', 'r1', 'nope:q'
deleteall 'nope', 'r1'
deleteall 't', ''
deleteall 't', nil
deleteall 't', 5
deleteall 't', :sym
delete 't', 5, 'f:a'
