create 't1', 'f', SPLITS => ['m']
alter 't1', MAX_FILESIZE => '134217728'
alter 't1', METHOD => 'table_att', READONLY => 'true'
describe 't1'
put 't1', 'r', 'f:q', 'v'
alter 't1', READONLY => false
alter 't1', METADATA => {'k1' => 'v1', 'k2' => 'v2'}, CONFIGURATION => {'c1' => 'x'}
describe 't1'
alter 't1', METADATA => {'k1' => ''}
alter 't1', METHOD => 'table_att_unset', NAME => 'MAX_FILESIZE'
alter 't1', METHOD => 'table_att_unset', NAME => 'MAX_FILESIZE'
alter 't1', METHOD => 'table_att_unset', NAME => ['k2']
alter 't1', METHOD => 'table_att_unset'
alter 't1', METHOD => 'table_conf_unset', NAME => 'c1'
alter 't1', METHOD => 'table_conf_unset', NAME => 'c1'
alter 't1', METHOD => 'table_conf_unset'
describe 't1'
alter 't1', 'FOO' => 'bar'
alter 't1', SPLITS => ['a']
alter 't1', 'coprocessor' => '|org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint|1001|'
describe 't1'
alter 't1', 'coprocessor' => '|org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint|1001|'
alter 't1', 'coprocessor' => 'nonsense'
alter 't1', METHOD => 'table_att_unset', NAME => 'coprocessor$1'
alter 't1', METHOD => 'table_remove_coprocessor', CLASSNAME => 'no.such.Class'
alter_async 't1', NAME => 'f', VERSIONS => 4
alter_status 't1'
alter_status 'nope'
alter 't1', {NAME => 'g'}, {METHOD => 'delete', NAME => 'f'}, MAX_FILESIZE => '33554432'
describe 't1'
alter 't1', REGION_REPLICATION => 1
alter 't1', SPLIT_POLICY => 'org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy'
describe 't1'
