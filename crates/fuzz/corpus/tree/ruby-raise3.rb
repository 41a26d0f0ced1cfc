create 't1', 'f'
[1, 2].each { |i| put 't1', 'r' + i, 'f:q', 'v' }
