# Comments, newest first: the key of the next one is one less than that of the first row.
create 'comments', {NAME => 'c', VERSIONS => 3}
def long(n)
  [n].pack('q>')
end
put 'comments', long(20), 'c:text', 'Nice post', 1001
put 'comments', long(19), 'c:text', 'I agree', 1003
put 'comments', long(18), 'c:text', 'Cool', 1012
scan 'comments', {COLUMNS => ['c:text:toString'], LIMIT => 1}

# With a plain put two clients that saw the same first row write the same key, and the first comment is lost.
put 'comments', long(17), 'c:text', 'Split points, at last', 1020
put 'comments', long(17), 'c:text', 'Me too', 1021
get 'comments', long(17)
get 'comments', long(17), {COLUMN => 'c:text', VERSIONS => 3}

# Where the row must not be there, the second one hears of it and takes the next key.
check_and_put 'comments', long(16), 'c:text', nil, 'c:text', 'First of two'
check_and_put 'comments', long(16), 'c:text', nil, 'c:text', 'Second of two'
check_and_put 'comments', long(15), 'c:text', nil, 'c:text', 'Second of two'
scan 'comments', {LIMIT => 3}
