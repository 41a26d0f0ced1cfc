# The last row: by reading everything, by its constant key, by a reversed scan.
create 'comments', 'c', SPLITS => [[19].pack('q>')]
(1..20).each { |n| put 'comments', [n].pack('q>'), 'c:text', "comment #{n}", n }
flush 'comments'
count 'comments'
scan 'comments', {COLUMNS => 'c:text', STARTROW => [18].pack('q>'), ALL_METRICS => true}

get 'comments', [20].pack('q>')

# 20 as an int of four bytes is another key than 20 as a long of eight.
get 'comments', [20].pack('l>')

# One row, from the end.
scan 'comments', {REVERSED => true, LIMIT => 1, METRICS => ['ROWS_SCANNED', 'RPC_CALLS', 'REGIONS_SCANNED']}
deleteall 'comments', [20].pack('q>')
scan 'comments', {REVERSED => true, LIMIT => 1}
