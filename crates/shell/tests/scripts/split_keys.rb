# Keys of regions in create, and copies of schemas, as HBase 2.6 has them.
create 'a1', 'f', SPLITS => ['b', 'a', 'c']
get_splits 'a1'
create 'a2', 'f', SPLITS => ['a', 'a']
create 'a3', 'f', SPLITS => ['']
create 'a4', 'f', SPLITS => []
create 'a5', 'f', SPLITS => nil
create 'a6', 'f', SPLITS => ['a', nil]
create 'a7', 'f', SPLITS => [1, 2]
create 'a8', 'f', {SPLITS => ['a']}, {NUMREGIONS => 3}
create 'a9', 'f', NUMREGIONS => 3, SPLITALGO => 'HexStringSplit'
get_splits 'a9'
create 'b1', 'f', NUMREGIONS => 3, SPLITALGO => 'UniformSplit'
get_splits 'b1'
create 'b2', 'f', NUMREGIONS => 4, SPLITALGO => 'DecimalStringSplit'
get_splits 'b2'
create 'b3', 'f', NUMREGIONS => '4', SPLITALGO => 'HexStringSplit'
create 'b4', 'f', NUMREGIONS => 1, SPLITALGO => 'HexStringSplit'
create 'b4', 'f', NUMREGIONS => 0, SPLITALGO => 'HexStringSplit'
create 'b4', 'f', NUMREGIONS => 2.5, SPLITALGO => 'HexStringSplit'
create 'b5', 'f', NUMREGIONS => 3
create 'b5', 'f', SPLITALGO => 'HexStringSplit'
create 'b5', 'f', NUMREGIONS => 3, SPLITALGO => 'x'
create 'b5', 'f', NUMREGIONS => nil, SPLITALGO => 'HexStringSplit'
create 'b6', 'f', SPLITS => ['a'], NUMREGIONS => 3, SPLITALGO => 'HexStringSplit'
get_splits 'b6'
create 'b7', 'f', SPLITS_FILE => 'nope.txt'
create 'b8', 'f', SPLITS_FILE => nil
create 'b9', {NAME => 'f', SPLITS => ['a']}
create 'c1', 'f', 'g', {SPLITS => ['k']}
create 'c2', 'f', SPLITS => ["\x00", "\xff"]
get_splits 'c2'
create 'c3', 'f', SPLITS => ["a\x00b", 'a\x00c', "\u00e4"]
get_splits 'c3'
create 'c4', 'f', SPLITS => ('a'..'e').to_a
get_splits 'c4'
create 'c5', 'f', SPLITS => (1..4).map { |i| "k%03d" % (i * 100) }
get_splits 'c5'
create 'c6', 'f', SPLITS => %w[x y z], MAX_FILESIZE => '10000000'
truncate_preserve 'c5'
get_splits 'c5'
truncate 'c5'
get_splits 'c5'
clone_table_schema 'c4', 'd1'
get_splits 'd1'
clone_table_schema 'c4', 'd2', false
get_splits 'd2'
clone_table_schema 'c4', 'd2'
clone_table_schema 'nope', 'd3'
clone_table_schema 'c4', nil
clone_table_schema 'c4', ''
clone_table_schema 'c4', 'd3', 'x'
create 'e1', 'f', SPLITS => ['a' * 50, 'b' * 50]
get_splits 'e1'
locate_region 'e1', 'a'
