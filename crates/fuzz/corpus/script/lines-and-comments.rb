create 't1', 'f';
put 't1', 'r', 'f:a', 'v', 1; put 't1', 'r', 'f:b', 'w', 2;
list # a comment behind a command
get 't1', 'r' ; count 't1'
x = 1; y = 2; x + y
puts 'a'; puts 'b'; nil
( 1 + 2 ) * 3
put "t1", "r2", "f:a", "v", 3 if true
put('t1', 'r3', 'f:a', 'v', 4) unless false
scan 't1', { COLUMNS => ['f:a'], LIMIT => 2 }
scan "t1", {"COLUMNS" => "f:a", "LIMIT" => 1}
scan 't1', :LIMIT => 1
scan 't1', COLUMNS => 'f:b'
get "t1", "r", {COLUMN => ["f:a", "f:b"]}
t = get_table 't1'; t.put 'r4', 'f:a', 'v', 5
t.count
t.scan LIMIT => 1
exists 't1' and exists 'nope'
exists('t1') ? 'yes' : 'no'
