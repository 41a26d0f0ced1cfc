create 't1', {NAME => 'f', VERSIONS => 3}, SPLITS => ['g', 'p']
put 't1', 'a', 'f:q', '1', 100
put 't1', 'h', 'f:q', '2', 100
count 't1'
truncate_preserve 't1'
count 't1'
get_splits 't1'
is_enabled 't1'
put 't1', 'a', 'f:q', '1', 100
truncate 't1'
count 't1'
get_splits 't1'
describe 't1'
disable 't1'
truncate 't1'
is_enabled 't1'
disable 't1'
truncate_preserve 't1'
is_enabled 't1'
truncate 'nope'
truncate_preserve 'nope'
truncate
truncate 't1', 't2'
t = get_table 't1'
t.put 'r', 'f:q', 'v', 1
t.truncate
