# list_regions, locate_region and get_splits with what they take and refuse, as HBase 2.6 has them.
create 't', 'f', SPLITS => ['c', 'g', 'p']
list_regions 't', {}, []
list_regions 't', nil, ['START_KEY']
list_regions 't', nil, ['start_key']
list_regions 't', nil, ['END_KEY', 'START_KEY', 'END_KEY']
list_regions 't', nil, ['SIZE', 'REQ', 'LOCALITY']
list_regions 't', nil, ['SERVER_NAME']
list_regions 't', {LOCALITY_THRESHOLD => 0.0}, ['START_KEY', 'LOCALITY']
list_regions 't', {LOCALITY_THRESHOLD => 1.0}, ['START_KEY', 'LOCALITY']
list_regions 't', {LOCALITY_THRESHOLD => -0.1}
list_regions 't', {LOCALITY_THRESHOLD => 'x'}
list_regions 't', {LOCALITY_THRESHOLD => nil}, ['START_KEY']
list_regions 't', {SERVER_NAME => 'nope'}
list_regions 't', {SERVER_NAME => 5}
list_regions 't', {SERVER_NAME => 'local', LOCALITY_THRESHOLD => 0.9}, ['END_KEY']
list_regions 't', {FOO => 1}
list_regions 't', {'FOO' => 1}, ['END_KEY']
list_regions 't', 5
list_regions 't', [], ['END_KEY']
list_regions 't', nil, 5
list_regions 't', nil, ['START_KEY', 5]
list_regions 't', nil, ['START_KEY', 'X', 'Y']
list_regions nil
list_regions 5
list_regions ''
list_regions 'hbase:meta', nil, ['START_KEY', 'END_KEY']
list_regions 'hbase:namespace', nil, ['START_KEY']
get_splits 't'
get_splits 'hbase:meta'
get_splits nil
get_splits 5
get_splits ''
get_splits 'a b'
t = get_table 't'
locate_region 't', 'c'
locate_region 't', "c\x00"
locate_region 't', 'zzz'
locate_region 't', nil
locate_region 't', 5
locate_region 't', :sym
locate_region nil, 'a'
locate_region 5, 'a'
locate_region '', 'a'
locate_region 'hbase:meta', 'a'
locate_region 't', 'a', 'b'
disable 't'
locate_region 't', 'a'
get_splits 't'
list_regions 't'
