create 't1', 'f', 'g'
put 't1', 'row1', 'f:a', '1', 1
put 't1', 'row1', 'f:b', '2', 2
put 't1', 'row1', 'g:c', '3', 3
put 't1', 'row2', 'f:a', '4', 4
put 't1', 'row2', 'f:ab', 'five', 5
put 't1', 'row3', 'g:c', '6', 6
put 't1', 'sow4', 'f:a', '1', 7
scan 't1', {FILTER => "PrefixFilter('row')"}
scan 't1', {FILTER => "KeyOnlyFilter()"}
scan 't1', {FILTER => "FirstKeyOnlyFilter()"}
scan 't1', {FILTER => "ColumnPrefixFilter('a')"}
scan 't1', {FILTER => "MultipleColumnPrefixFilter('ab', 'c')"}
scan 't1', {FILTER => "ColumnCountGetFilter(1)"}
scan 't1', {FILTER => "PageFilter(2)"}
scan 't1', {FILTER => "ColumnPaginationFilter(1, 1)"}
scan 't1', {FILTER => "ColumnRangeFilter('a', true, 'b', false)"}
scan 't1', {FILTER => "InclusiveStopFilter('row2')"}
scan 't1', {FILTER => "TimestampsFilter(1, 4, 7)"}
scan 't1', {FILTER => "RowFilter(=, 'substring:OW2')"}
scan 't1', {FILTER => "RowFilter(>, 'binary:row2')"}
scan 't1', {FILTER => "RowFilter(=, 'regexstring:^row[12]$')"}
scan 't1', {FILTER => "FamilyFilter(=, 'binary:g')"}
scan 't1', {FILTER => "QualifierFilter(=, 'binaryprefix:a')"}
scan 't1', {FILTER => "ValueFilter(!=, 'binary:1')"}
scan 't1', {FILTER => "SingleColumnValueFilter('f', 'a', =, 'binary:1')"}
scan 't1', {FILTER => "SingleColumnValueFilter('f', 'a', =, 'binary:1', true, true)"}
scan 't1', {FILTER => "SingleColumnValueExcludeFilter('f', 'a', =, 'binary:1', true, true)"}
scan 't1', {FILTER => "DependentColumnFilter('f', 'a')"}
scan 't1', {FILTER => "PrefixFilter('row') AND ValueFilter(=, 'binary:1')"}
scan 't1', {FILTER => "ValueFilter(=, 'binary:1') OR ValueFilter(=, 'binary:6')"}
scan 't1', {FILTER => "(PrefixFilter('row1') OR PrefixFilter('sow')) AND QualifierFilter(=, 'binary:a')"}
scan 't1', {FILTER => "SKIP ValueFilter(!=, 'binary:1')"}
scan 't1', {FILTER => "WHILE RowFilter(!=, 'binary:row2')"}
scan 't1', {FILTER => "ValueFilter (=,   'binary:five')"}
scan 't1', {FILTER => "PrefixFilter('row''1')"}
scan 't1', {FILTER => org.apache.hadoop.hbase.filter.PrefixFilter.new('sow'.to_java_bytes)}
show_filters
