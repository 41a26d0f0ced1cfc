create 't1', 'f', 'g'
incr 't1', 'r1', 'f:n'
incr 't1', 'r1', 'f:n', 10
incr 't1', 'r1', 'f:n', -3
incr 't1', 'r1', 'f:n', 0
incr 't1', 'r1', 'f:n', {ATTRIBUTES => {'k' => 'v'}}
incr 't1', 'r1', 'f:n', 2, {ATTRIBUTES => {'k' => 'v'}}
get_counter 't1', 'r1', 'f:n'
get_counter 't1', 'r1', 'f:nope'
get_counter 't1', 'nope', 'f:n'
get_counter 't1', 'r1', 'f:n', 5
get_counter 't1', 'r1'
incr 't1', 'r1', 'g'
incr 't1', 'r1', 'g:'
get_counter 't1', 'r1', 'g'
scan 't1', {COLUMNS => ['f:n:toLong']}
incr 't1', 'r1', 'f:n', 9223372036854775807
incr 't1', 'r1', 'f:n', 9223372036854775808
incr 't1', 'r1', 'f:n', 'x'
incr 't1', 'r1', 'f:n', 1.5
incr 't1', 'r1'
incr 't1', 'r1', 'nope:n'
incr 'nope', 'r1', 'f:n'
put 't1', 'r1', 'f:s', 'abc', 1
incr 't1', 'r1', 'f:s'
get_counter 't1', 'r1', 'f:s'
append 't1', 'r1', 'f:s', 'def'
append 't1', 'r1', 'f:new', 'x'
append 't1', 'r1', 'f:new', 5
append 't1', 'r1', 'g', 'q'
append 't1', 'r1', 'f:bin', "\x00\xff\\"
append 't1', 'r1', 'f:s'
append 't1', 'r1', 'nope:s', 'v'
append 't1', 'r1', 'f:s', '', {ATTRIBUTES => {'k' => 'v'}}
append 't1', '', 'f:s', 'v'
incr 't1', '', 'f:s'
t = get_table 't1'
t.incr 'r9', 'f:n', 5
t.get_counter 'r9', 'f:n'
t.append 'r9', 'f:s', 'v'
