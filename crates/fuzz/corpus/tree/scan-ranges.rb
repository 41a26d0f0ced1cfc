create 't1', 'f', SPLITS => ['c', 'e']
%w[a b c ca cb d e f].each_with_index { |k, i| put 't1', k, 'f:q', "v#{i}", 100 + i }
scan 't1'
scan 't1', {LIMIT => 2}
scan 't1', LIMIT => 1
scan 't1', {STARTROW => 'c'}
scan 't1', {STARTROW => 'bb'}
scan 't1', {STOPROW => 'c'}
scan 't1', {STARTROW => 'b', STOPROW => 'd'}
scan 't1', {STARTKEY => 'b', ENDKEY => 'c'}
scan 't1', {STARTROW => 'b', ENDROW => 'c'}
scan 't1', {STARTROW => 'd', STOPROW => 'b'}
scan 't1', {STARTROW => 'c', STOPROW => 'c'}
scan 't1', {STARTROW => 'c', STOPROW => "c\x00"}
scan 't1', {ROWPREFIXFILTER => 'c'}
scan 't1', {ROWPREFIXFILTER => 'zz'}
scan 't1', {ROWPREFIXFILTER => 'c', STARTROW => 'cb'}
scan 't1', {REVERSED => true}
scan 't1', {REVERSED => true, LIMIT => 3}
scan 't1', {REVERSED => true, STARTROW => 'd', STOPROW => 'b'}
scan 't1', {REVERSED => true, STARTROW => 'ccc', LIMIT => 1}
scan 't1', {REVERSED => true, ROWPREFIXFILTER => 'c'}
scan 't1', {STARTROW => 'd', LIMIT => 0}
scan 't1', {LIMITS => 1}
scan 't1', {'LIMITS' => 1, STARTROW => 'f'}
scan 't1', {LIMIT: 1}
scan 't1', {'LIMIT' => 1}
scan 't1', {}
scan('t1', {LIMIT => 1})
scan 't1', STARTROW => 'e', LIMIT => 1
scan 't1', {STARTROW => 1}
scan 't1', {LIMIT => 'x'}
scan 't1', {LIMIT => -5, STARTROW => 'e'}
