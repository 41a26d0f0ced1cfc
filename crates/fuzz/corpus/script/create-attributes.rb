create 't1', {NAME => 'f', VERSIONS => 3, MIN_VERSIONS => 1, TTL => 3600, KEEP_DELETED_CELLS => true, BLOOMFILTER => 'ROWCOL', BLOCKSIZE => 8192, IN_MEMORY => true, BLOCKCACHE => false, COMPRESSION => 'GZ', DATA_BLOCK_ENCODING => 'FAST_DIFF', REPLICATION_SCOPE => 1}
describe 't1'
create 't2', {NAME => 'f', TTL => 'FOREVER'}, {NAME => 'g', TTL => '1 DAY 2 HOURS'}, {NAME => 'h', TTL => 90}
describe 't2'
create 't3', {NAME => 'f', KEEP_DELETED_CELLS => 'ttl', BLOOMFILTER => 'none', COMPRESSION => 'none'}
describe 't3'
create 't4', {NAME => 'f', NEW_VERSION_BEHAVIOR => true, CACHE_DATA_ON_WRITE => true, CACHE_INDEX_ON_WRITE => true, CACHE_BLOOMS_ON_WRITE => true, EVICT_BLOCKS_ON_CLOSE => true, PREFETCH_BLOCKS_ON_OPEN => true, IN_MEMORY_COMPACTION => 'basic'}
describe 't4'
create 't5', {NAME => 'f', METADATA => {'a' => 'b', 'c' => 'd'}, CONFIGURATION => {'hbase.hstore.blockingStoreFiles' => '20'}}
describe 't5'
create 't6', 'f', METADATA => {'mykey' => 'myvalue'}
describe 't6'
create 't7', 'f', MAX_FILESIZE => 134217728, READONLY => true, MEMSTORE_FLUSHSIZE => '67108864', DURABILITY => 'ASYNC_WAL', SPLIT_ENABLED => false, MERGE_ENABLED => 'false', COMPACTION_ENABLED => 'true', NORMALIZATION_ENABLED => true, PRIORITY => 77
describe 't7'
create 't8', 'f', SPLIT_POLICY => 'org.apache.hadoop.hbase.regionserver.KeyPrefixRegionSplitPolicy', METADATA => {'KeyPrefixRegionSplitPolicy.prefix_length' => '3'}
describe 't8'
create 't9', 'f', CONFIGURATION => {'hbase.hregion.scan.loadColumnFamiliesOnDemand' => 'true'}, METADATA => {'z' => '1', 'A' => '2'}
describe 't9'
create 't10', {NAME => 'f', 'VERSIONS' => 4, 'ttl' => 5}
describe 't10'
create 't11', 'f', {REGION_REPLICATION => 1}, {METADATA => {'x' => 'y'}}
describe 't11'
create 't12', 'f', METHOD => 'table_att', MAX_FILESIZE => '20000000'
describe 't12'
put 't7', 'r', 'f:q', 'v'
create 't13', {NAME => 'f', NEW_VERSION_BEHAVIOR => true, CACHE_DATA_ON_WRITE => true, CACHE_INDEX_ON_WRITE => true, CACHE_BLOOMS_ON_WRITE => true, EVICT_BLOCKS_ON_CLOSE => true, PREFETCH_BLOCKS_ON_OPEN => true, IN_MEMORY_COMPACTION => 'BASIC', DFS_REPLICATION => 1, STORAGE_POLICY => 'HOT', IS_MOB => true, MOB_THRESHOLD => 100, COMPRESSION_COMPACT => 'GZ'}
describe 't13'
create 't14', 'f', {OWNER => 'me', MAX_FILESIZE => 1099511627776}
describe 't14'
create 't15', 'f', 'coprocessor' => '|org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint|1001|'
create 't16', 'f', METADATA => {'coprocessor$1' => '|org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint|1001|'}
describe 't16'
