# A snapshot of a table that is disabled: what its files hold, and of equal keys the newest.
create 't', {NAME => 'f', VERSIONS => 3}, 'g', SPLITS => ['m']
put 't', 'a', 'f:q', 'old', 1
flush 't'
put 't', 'a', 'f:q', 'new', 1
put 't', 'a', 'f:q', 'newer', 2
put 't', 'b', 'g:q', 'gone', 3
delete 't', 'b', 'g:q', 3
put 't', 'z', 'f:q', 'last', 4
disable 't'
snapshot 't', 's'
enable 't'
put 't', 'c', 'f:q', 'later', 5
clone_snapshot 's', 'c'
scan 'c', {VERSIONS => 3}
scan 'c', {RAW => true, VERSIONS => 9}
get_splits 'c'
disable 't'
restore_snapshot 's'
is_disabled 't'
enable 't'
scan 't', {VERSIONS => 3}
