t = create 't1', {NAME => 'f', VERSIONS => 3}, 'g'
t
t.name
t.class
t.put 'r1', 'f:a', 'v1', 100
t.put 'r1', 'f:a', 'v2', 200
t.put 'r2', 'g:x', 'w', 100
t.get 'r1'
t.get 'r1', {COLUMN => 'f:a', VERSIONS => 2}
t.scan
t.scan STARTROW => 'r2'
t.count
t.incr 'r3', 'f:n'
t.append 'r3', 'f:s', 'abc'
t.get_counter 'r3', 'f:n'
t.delete 'r3', 'f:n'
t.deleteall 'r2'
t.get_splits
t.describe
t.flush
t.get_all_columns
t.put 'r1'
t.get
t.put 'r1', 'nope:a', 'v'
t.alter NAME => 'f', VERSIONS => 5
t.truncate
t.exists
t.disable
t.scan
t.enable
u = get_table 't1'
u.put 'r5', 'f:a', 'v', 5; u.put 'r6', 'f:a', 'v', 6
n = get_table 'nope'
n.scan
n.put 'r', 'f:a', 'v'
get_table
get_table 't1', 't2'
get_table 5
t.help
t.help 'get_counter'
t.help 'nope'
t.disable
t.drop
t.scan
