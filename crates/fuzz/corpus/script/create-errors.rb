create
create 't1'
create 't1', {}
create 't1', {OWNER => 'me'}
create 123, 'f'
create 't1', 123
create 't1', nil
create nil, 'f'
create 't1', 'f', {NUMREGIONS => 4}
create 't1', 'f', {SPLITALGO => 'HexStringSplit'}
create 't1', 'f', {NUMREGIONS => 1, SPLITALGO => 'HexStringSplit'}
create 't1', 'f', {NUMREGIONS => 4, SPLITALGO => 'NoSuchSplit'}
create 't1', 'f', SPLITS_FILE => 'missing.txt'
create 't1', 'f', SPLITS => ['a', 'b', 'a']
create 't1', 'f', SPLITS => ['a', '']
create 't1', 'f', METHOD => 'delete'
create 't1', {VERSIONS => 3}
create 't1', {NAME => 'f', BLOOMFILTER => 'FOO'}
create 't1', {NAME => 'f', COMPRESSION => 'FOO'}
create 't1', {NAME => 'f', METADATA => 'x'}
create 't1', {NAME => 'f', CONFIGURATION => 'x'}
create 't1', {NAME => 'f', KEEP_DELETED_CELLS => 'maybe'}
create 't1', {NAME => 'f', DATA_BLOCK_ENCODING => 'FOO'}
create 't1', {NAME => 'f', TTL => 'soon'}
create 't1', {NAME => 'f', VERSIONS => 0}
create 't1', {NAME => 'f', VERSIONS => 'x'}
create 't1', {NAME => 'f', MIN_VERSIONS => 3, VERSIONS => 2}
create 't1', {NAME => 'f', BLOCKSIZE => 10}
create 't1', 'f', MAX_FILESIZE => 1000
create 't1', 'f', SPLIT_POLICY => 'no.such.Class'
list
