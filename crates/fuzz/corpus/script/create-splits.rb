create 't1', 'f', SPLITS => ['10', '20', '30', '40']
get_splits 't1'
create 't2', 'f', SPLITS => ['c', 'a', 'b']
get_splits 't2'
create 't3', 'f', {NUMREGIONS => 4, SPLITALGO => 'HexStringSplit'}
get_splits 't3'
create 't4', 'f', {NUMREGIONS => 4, SPLITALGO => 'UniformSplit'}
get_splits 't4'
create 't5', 'f', {NUMREGIONS => 4, SPLITALGO => 'DecimalStringSplit'}
get_splits 't5'
create 't6', 'f', SPLITS_FILE => 'splits.txt'
get_splits 't6'
create 't7', 'f', SPLITS => ['\x01', "\x02", '\xFF']
get_splits 't7'
create 't8', 'f'
get_splits 't8'
create 't9', 'f', SPLITS => ['m'], NUMREGIONS => 4, SPLITALGO => 'HexStringSplit'
get_splits 't9'
create 't10', 'f', {NUMREGIONS => 15, SPLITALGO => 'HexStringSplit'}
get_splits 't10'
create 't11', {NAME => 'f', VERSIONS => 2}, {SPLITS => ['k']}
get_splits 't11'
create 't12', 'f', SPLITS => 'k'
create 't13', 'f', SPLITS => [1, 2]
get_splits 'nope'
get_splits
t = get_table 't1'
t.get_splits
