create 't1',
  'f'
put 't1', 'r1', 'f:a',
  'v1',
  100
put('t1', 'r2',
  'f:a', 'v2', 100
scan 't1', {
  LIMIT => 1,
  COLUMNS => [
    'f:a'
put 't1', 'r3', 'f:a', 'line one
  line two', 100
get 't1', 'r3'
1 +
  2
puts "a" \
  "b"
x = [1,
  2]
def hello(n)
hello 'you'
[1].each { |i|
  puts i
if true
"open
  end"
%w[a
  b]
case 5
begin
