create 'salted', 'f', SPLITS => ['1', '2', '3']
8.times do |i|
  key = "#{i % 4}-#{i}"
  put 'salted', key, 'f:n', i
end
4.times { |salt| scan 'salted', {STARTROW => "#{salt}", LIMIT => 1} }
list_regions 'salted'
put 'nowhere', 'r', 'f:q', 'v'
begin
  get 'salted', '9', 'nofamily'
rescue => e
  puts e.class
end
client 'B'
count 'salted'
