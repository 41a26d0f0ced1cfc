create 't1', 'f', 'g'
delete 't1'
delete 't1', 'r'
delete 't1', 'r', 'nope:a'
delete 't1', 'r', 'nope'
delete 'nope', 'r', 'f:a'
delete 't1', '', 'f:a'
delete 't1', 'r', 'f:a', 'x'
delete 't1', 'r', 'f:a', 5, {}, 1
delete 't1', 'r', ''
delete 't1', 'r', nil
deleteall
deleteall 't1'
deleteall 't1', 'r', 'nope:a'
deleteall 't1', 'r', 'nope'
deleteall 'nope', 'r'
deleteall 't1', ''
deleteall 't1', {}
%w[a1 a2 b1 b2].each { |k| put 't1', k, 'f:x', 'v', 10; put 't1', k, 'g:y', 'v', 20 }
deleteall 't1', {ROWPREFIXFILTER => 'a'}
scan 't1'
deleteall 't1', {ROWPREFIXFILTER => 'b', CACHE => 1}, 'f:x'
scan 't1'
deleteall 't1', {ROWPREFIXFILTER => 'b'}, 'g:y', 15
scan 't1'
deleteall 't1', {ROWPREFIXFILTER => 'b'}, 'nope:y'
deleteall 't1', {ROWPREFIXFILTER => 'zzz'}
put 't1', "c\x01", 'f:x', 'v', 10
deleteall 't1', {ROWPREFIXFILTER => 'c'}
scan 't1'
deleteall 't1', {ROWPREFIXFILTER => ''}
scan 't1'
deleteall 'hbase:meta', {ROWPREFIXFILTER => 'x'}
t = get_table 't1'
t.delete 'r', 'f:a'
t.deleteall 'r'
t.deleteall({ROWPREFIXFILTER => 'c'})
t.deleteall {ROWPREFIXFILTER => 'c'}
