# A table inside one row: the columns of one pet, by filters that seek.
create 'clinic', {NAME => 'p', BLOCKSIZE => 1024}
%w[fluffy goldie rex].each { |pet| 9.times { |n| put 'clinic', 'pets', "p:#{pet}-#{n}", "visit #{n}", 10 + n } }
flush 'clinic'
get 'clinic', 'pets', {FILTER => "ColumnRangeFilter('goldie', true, 'goldie-3', false)"}
get 'clinic', 'pets', {FILTER => "ColumnPrefixFilter('rex') AND ColumnPaginationFilter(2, 3)"}
get 'clinic', 'pets', {FILTER => 'ColumnPaginationFilter(2, 8)'}
scan 'clinic', {BATCH => 12, LIMIT => 1, FILTER => 'KeyOnlyFilter()'}
scan 'clinic', {FILTER => "ColumnPrefixFilter('goldie-8')", METRICS => ['BLOCK_BYTES_SCANNED', 'ROWS_SCANNED']}
count 'clinic'
