# deleteall with ROWPREFIXFILTER, CACHE and columns, as HBase 2.6 has it.
create 't', {NAME => 'f', VERSIONS => 3}, 'g', SPLITS => ['m']
%w[a1 a2 a3 b1 m1 m2 z].each { |k| put 't', k, 'f:q', "v#{k}", 10; put 't', k, 'g:x', "w#{k}", 10 }
deleteall 't', {ROWPREFIXFILTER => 'a'}
scan 't'
deleteall 't', {ROWPREFIXFILTER => 'm', CACHE => 1}, 'g:x'
scan 't'
deleteall 't', {ROWPREFIXFILTER => 'm', CACHE => 100}, 'f', 5
scan 't', {COLUMNS => 'f'}
deleteall 't', {ROWPREFIXFILTER => 'm'}, 'f:q', 10
scan 't', {COLUMNS => 'f'}
deleteall 't', {ROWPREFIXFILTER => 'zz'}
deleteall 't', {ROWPREFIXFILTER => ''}, 'nope:a'
deleteall 't', {ROWPREFIXFILTER => 'z'}, 'nope:a'
deleteall 't', {ROWPREFIXFILTER => 5}
deleteall 't', {ROWPREFIXFILTER => nil}
deleteall 't', {CACHE => 5}
deleteall 't', {ROWPREFIXFILTER => 'z', CACHE => 0}
scan 't'
deleteall 't', {'ROWPREFIXFILTER' => 'b'}
deleteall 't', ROWPREFIXFILTER => 'b'
deleteall 't', {ROWPREFIXFILTER: 'b'}
scan 't', {RAW => true, VERSIONS => 10}
t = get_table 't'
delete 't', {ROWPREFIXFILTER => 'z'}, 'f:q'
delete 't', {ROWPREFIXFILTER => 'b'}, 'f'
put 't', "b\x01\xff", 'f:q', 'bin', 7
put 't', "b\\x", 'f:q', 'bs', 7
deleteall 't', {ROWPREFIXFILTER => 'b'}
scan 't'
scan 't', {RAW => true, STARTROW => 'b', STOPROW => 'c'}
deleteall 't', "b\x01\xff"
scan 't'
disable 't'
deleteall 't', {ROWPREFIXFILTER => 'b'}
delete 't', 'a', 'f:q'
deleteall 't', 'a'
