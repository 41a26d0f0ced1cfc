# Two clients prepend: both read the same first row, one of them has to try again.
create 'comments', 'c'
put 'comments', '18', 'c:text', 'Cool'
client 'A'
step scan 'comments', LIMIT => 1
step 10
client 'B'
step scan 'comments', LIMIT => 1
step 'B', 10
client 'A'
check_and_put 'comments', '17', 'c:text', nil, 'c:text', 'from A'
client 'B'
check_and_put 'comments', '17', 'c:text', nil, 'c:text', 'from B'
check_and_put 'comments', '16', 'c:text', nil, 'c:text', 'from B'
scan 'comments'
