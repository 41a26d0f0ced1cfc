# Attributes of families and tables, right and wrong, as HBase 2.6 has them.
create 't1', {NAME => 'f', VERSIONS => '5', TTL => '1 DAY', BLOCKSIZE => '32768', COMPRESSION => 'gz', BLOOMFILTER => 'rowcol', IN_MEMORY => 'true', BLOCKCACHE => 'false'}
describe 't1'
create 't2', {NAME => 'f', TTL => '2 HOURS 5 MINUTES'}
create 't3', {NAME => 'f', TTL => 'FOREVER', KEEP_DELETED_CELLS => 'ttl', MIN_VERSIONS => 1}
create 't4', {NAME => 'f', TTL => 'x'}
create 't4', {NAME => 'f', TTL => 0}
create 't4', {NAME => 'f', TTL => -1}
create 't4', {NAME => 'f', TTL => nil}
create 't4', {NAME => 'f', VERSIONS => nil}
create 't4', {NAME => 'f', VERSIONS => -1}
create 't4', {NAME => 'f', VERSIONS => 1.5}
create 't4', {NAME => 'f', BLOCKSIZE => 'x'}
create 't4', {NAME => 'f', BLOCKSIZE => 512}
create 't4', {NAME => 'f', BLOCKSIZE => '64KB'}
create 't5', {NAME => 'f', BLOCKSIZE => '1 MB'}
create 't6', {NAME => 'f', IN_MEMORY => 'maybe'}
create 't7', {NAME => 'f', BLOCKCACHE => 5}
create 't9', {NAME => 'f', DATA_BLOCK_ENCODING => 'prefix'}
create 'u1', {NAME => 'f', COMPRESSION => 'FOO'}
create 'u1', {NAME => 'f', IS_MOB => true, MOB_THRESHOLD => 100}
create 'u2', {NAME => 'f', IS_MOB => 'true', MOB_THRESHOLD => 'x'}
create 'u3', {NAME => 'f', STORAGE_POLICY => 'HOT'}
create 'u4', {NAME => 'f', STORAGE_POLICY => 'x'}
create 'u5', {NAME => 'f', REPLICATION_SCOPE => 1}
create 'u6', {NAME => 'f', REPLICATION_SCOPE => 5}
create 'u6', {NAME => 'f', REPLICATION_SCOPE => 'x'}
create 'u7', {NAME => 'f', DFS_REPLICATION => 2, NEW_VERSION_BEHAVIOR => true, IN_MEMORY_COMPACTION => 'BASIC'}
create 'u8', {NAME => 'f', CACHE_DATA_ON_WRITE => true, CACHE_INDEX_ON_WRITE => true, CACHE_BLOOMS_ON_WRITE => true, EVICT_BLOCKS_ON_CLOSE => true, PREFETCH_BLOCKS_ON_OPEN => true}
create 'v1', {NAME => 'f', METADATA => {'a' => 'b'}, CONFIGURATION => {'c' => 'd'}}
create 'v2', {NAME => 'f', CONFIGURATION => 'x'}
create 'v2', {NAME => 'f', METADATA => 'x'}
create 'v2', {NAME => 'f', METADATA => {'a' => 5}}
create 'v3', 'f', METADATA => {'a' => 5}
create 'v4', 'f', CONFIGURATION => {'a' => 'b', 'c' => 'd'}
create 'v5', 'f', MAX_FILESIZE => '10GB'
create 'v6', 'f', MAX_FILESIZE => 1073741824
create 'v7', 'f', MEMSTORE_FLUSHSIZE => '128MB'
create 'v8', 'f', MEMSTORE_FLUSHSIZE => 1000
create 'v9', 'f', READONLY => true, DURABILITY => 'ASYNC_WAL', PRIORITY => 5, OWNER => 'me'
describe 'v9'
create 'w1', 'f', DURABILITY => 'x'
create 'w1', 'f', DURABILITY => 'SKIP_WAL', COMPACTION_ENABLED => false, SPLIT_ENABLED => false, MERGE_ENABLED => false, NORMALIZATION_ENABLED => true
describe 'w1'
create 'w3', 'f', REGION_REPLICATION => 2, REGION_MEMSTORE_REPLICATION => true
describe 'w3'
create 'w4', 'f', REGION_REPLICATION => 0
create 'w5', 'f', PRIORITY => 'x'
create 'w5', 'f', 'FOO' => 1, 'BAR' => 2
create 'w6', {NAME => 'f'}, {NAME => 'f', VERSIONS => 2}
create 'w7', 'f', 'f'
create 'w8', ['f', 'g']
create 'w9', ['f', {NAME => 'g'}]
create 'x1', 'f', nil
create 'x1', nil
create 'x1', 5
create 'x1', :f
create 'x1', ''
create 'x1', 'f:'
create 'x1', 'f:q'
create 'x1', '.f'
create 'x1', 'f-g', 'a b'
create 'x2', "f\x01"
create 'x3', {NAME => nil}
create 'x3', {NAME => 5}
create 'x3', {NAME => ''}
create 'x3', {}
create 'x3', {NAME => 'f', 'versions' => 3}
create 'x4', {NAME => 'f', VERSIONS: 3}
create '', 'f'
create nil, 'f'
create :x, 'f'
create 'hbase:x', 'f'
create 'x5', 'recovered.edits'
describe 'u1'
describe 'u3'
describe 'u7'
describe 'u8'
describe 'v1'
describe 'v4'
describe 'v5'
describe 'v7'
describe 't3'
describe 't2'
describe 'w9'
