# Page three of what user 7 did, newest first: the key is the user and the time counted down.
create 'actions', 'a'
25.times { |n| put 'actions', format('%03d.%05d', 6 + n % 3, 99_999 - n), 'a:name', "action #{n}", 100 + n }

# By cursor: each page begins behind the last row of the one before.
cursor = '007'
3.times do |page|
  puts "page #{page + 1} from #{cursor}"
  scan 'actions', {STARTROW => cursor, STOPROW => '008', LIMIT => 2, COLUMNS => 'a:name'}
  cursor = format('007.%05d', 99_999 - 22 + 6 * page) + "\x00"
end

# By a filter that counts rows, for the first page only: each region counts for itself.
scan 'actions', {ROWPREFIXFILTER => '007', FILTER => 'PageFilter(2)'}

# A new action arrives between two pages; a cursor is not moved by it.
put 'actions', '007.90000', 'a:name', 'view item', 500
scan 'actions', {STARTROW => cursor, STOPROW => '008', LIMIT => 2}
scan 'actions', {STARTROW => '007', STOPROW => '008', LIMIT => 1}
