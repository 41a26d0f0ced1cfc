create 'try_whole', {NAME => 'f', VERSIONS => 3}, {NAME => 'g', KEEP_DELETED_CELLS => true, BLOOMFILTER => 'ROWCOL'}
create 'try_other', 'f'
put 'try_whole', 'r 1ü', 'f:q', 'one'
put 'try_whole', 'r 1ü', 'f:q', 'two'
put 'try_whole', "\x00\xFF,*/", 'f:', 'binary'
put 'try_whole', "\x00\xFE", 'f:q', 'binary'
put 'try_whole', 'plain', 'g:a', 'x', 1700000000123
put 'try_whole', 'plain', 'g:a', 'y', 1700000000124
10.times { |n| put 'try_whole', "row#{n}", 'f:q', n.to_s }
get 'try_whole', 'plain'
get 'try_whole', 'r 1ü', {COLUMN => 'f:q', VERSIONS => 3}
get 'try_whole', "\x00\xFF,*/"
get 'try_whole', 'row1', 'f:q', 'g'
get 'try_whole', 'plain', {COLUMN => 'g:a', TIMESTAMP => 1700000000123}
get 'try_whole', 'nobody'
delete 'try_whole', 'r 1ü', 'f:q'
get 'try_whole', 'r 1ü'
delete 'try_whole', 'plain', 'g:a', 1700000000124
get 'try_whole', 'plain'
deleteall 'try_whole', 'row0', 'f:q'
deleteall 'try_whole', 'row2'
deleteall 'try_whole', "\x00\xFE"
check_and_put 'try_whole', 'row1', 'f:q', '1', 'f:q', 'checked'
check_and_put 'try_whole', 'row1', 'f:q', '1', 'f:q', 'again'
check_and_put 'try_whole', 'row99', 'f:q', nil, 'f:q', 'new'
put 'try_whole', 'row1', 'missing:q', 'v'
put 'try_none', 'r', 'f:q', 'v'
scan 'try_whole'
scan 'try_whole', {VERSIONS => 3}
scan 'try_whole', {STARTROW => 'row1', STOPROW => 'row9', LIMIT => 2}
scan 'try_whole', {FILTER => "PrefixFilter('row') AND ValueFilter(>, 'binary:4')", COLUMNS => ['f:q', 'g']}
scan 'try_whole', {REVERSED => true, STARTROW => 'row7', LIMIT => 3}
scan 'try_whole', {TIMERANGE => [1700000000000, 1700000000200]}
count 'try_whole'
flush 'try_other'
put 'try_other', 'a', 'f:q', 'v'
deleteall 'try_whole', {ROWPREFIXFILTER => 'row'}
scan 'try_whole'
