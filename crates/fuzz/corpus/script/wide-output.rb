create 't1', 'f', 'a-rather-long-family-name'
put 't1', 'a-row-key-of-exactly-25ch', 'f:q', 'v', 1000
put 't1', 'a-row-key-of-exactly-26chr', 'f:q', 'v', 1000
put 't1', 'a-rather-long-row-key-that-does-not-fit-into-one-quarter-of-the-line', 'f:q', 'short', 1000
put 't1', 'r', 'f:q', 'x' * 200, 1000
put 't1', 'r', 'a-rather-long-family-name:a-rather-long-qualifier-name', 'v', 1588765900010
put 't1', 'r2', 'f:q', '0123456789' * 4, 1000
put 't1', 'r2', 'f:p', '0123456789012', 1000
put 't1', 'r2', 'f:o', '01234567890123', 1000
put 't1', 'r2', 'f:n', '012345678901234', 1000
scan 't1'
get 't1', 'r'
get 't1', 'r2'
put 't1', 'r3', 'f:q', "\x00" * 30, 1000
get 't1', 'r3'
12.times { |i| put 't1', 'many', "f:c#{i}", "value #{i}", 1000 + i }
get 't1', 'many'
create 'a-table-name-that-is-quite-long-but-fits-' + 'x' * 20, 'f'
create 'b' * 120, 'f'
list
exists 'b' * 120
describe 'b' * 120
count 't1', INTERVAL => 1
get_splits 't1'
