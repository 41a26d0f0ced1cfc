# A region is cut at 19: the rows stay, the boundaries move, and what spans both sides cannot be changed as one.
create 'comments', {NAME => 'c', VERSIONS => 2}, SPLITS => ['20']
put 'comments', '18', 'c:text', 'Cool', 1012
put 'comments', '19', 'c:text', 'I agree', 1008
put 'comments', '20', 'c:text', 'Nice post', 1001
mutate_rows 'comments', ['put', '19', 'c:text', 'I agree!'], ['put', '18', 'c:text', 'Very cool'], ['delete', '19', 'c:who']
split 'comments', '19'
get_splits 'comments'
list_regions 'comments', nil, ['START_KEY', 'END_KEY']
scan 'comments'

# Of rows in two regions nothing is written.
mutate_rows 'comments', ['put', '19', 'c:text', 'x'], ['put', '18', 'c:text', 'y']
get 'comments', '19'

# A key at which a region begins already.
split 'comments', '19'
drop 'comments'
