create 't1', 'f'
put 't1, 'r', 'f:q', 'v'
scan 't1'
list
'
list
scan 't1', {LIMIT => 1
list
[1, 2].each do |i|
  puts i
"abc
def"
put 't1', "r1, 'f:q', 'v'
exit

