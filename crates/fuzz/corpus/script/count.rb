create 't1', 'f', 'g'
12.times { |i| put 't1', format('r%02d', i), 'f:q', i.to_s, 100; put 't1', format('r%02d', i), 'g:z', 'x', 100 }
count 't1'
count 't1', INTERVAL => 5
count 't1', 4
count 't1', {INTERVAL => 10, CACHE => 3}
count 't1', CACHE => 1000
count 't1', INTERVAL => 100000
count 't1', STARTROW => 'r05'
count 't1', {STARTROW => 'r05', STOPROW => 'r08'}
count 't1', COLUMNS => 'f:q'
count 't1', COLUMNS => ['f:nope']
count 't1', FILTER => "ValueFilter(=, 'binary:7')"
count 't1', FILTER => "PrefixFilter('r0')"
count 't1', {ROWPREFIXFILTER => 'r1', INTERVAL => 1}
count 't1', LIMIT => 5
count 't1', {LIMIT => 5, REVERSED => true, INTERVAL => 2}
count 't1', {TIMERANGE => [0, 50]}
count 't1', FOO => 1
count 't1', 'x'
count 't1', 0
count 't1', {}
count
count 'nope'
count 't1', 1, 2
create 'e', 'f'
count 'e'
count 'e', INTERVAL => 1
t = get_table 't1'
t.count
t.count INTERVAL => 6
n = count 't1'
puts n + 1
put 't1', "\x00\xff", 'f:q', 'v'
count 't1', INTERVAL => 13
count 't1', INTERVAL => 1, STOPROW => 'r00'
