create 't1', 'f', SPLITS => ['g', 'p']
create 't2', 'f'
list_regions 't1'
list_regions 't1', nil, ['START_KEY', 'END_KEY']
list_regions 't1', 'localhost', ['REGION_NAME']
list_regions 't1', 'nosuch'
list_regions 't1', {SERVER_NAME => 'localhost'}, ['START_KEY']
list_regions 't1', {LOCALITY_THRESHOLD => 0.5}, ['START_KEY', 'LOCALITY']
list_regions 't1', {LOCALITY_THRESHOLD => 2.0}
list_regions 't1', {LOCALITY_THRESHOLD => 1}
list_regions 't1', {}, ['FOO']
list_regions 't1', {}, ['START_KEY', 'REQ', 'SIZE']
list_regions 't1', nil, 'REGION_NAME'
list_regions 't2'
list_regions 'nope'
list_regions
disable 't2'
list_regions 't2'
enable 't2'
locate_region 't2', 'r'
locate_region 't1', 'a'
locate_region 't1', 'h'
locate_region 't1', "z\x00"
locate_region 't1', '\x67'
locate_region 't1', ''
locate_region 'nope', 'a'
locate_region 't1'
get_splits 't1'
get_splits 't2'
get_splits 'nope'
