# Namespaces with what they take and refuse, as HBase 2.6 has them.
create_namespace 'ns1', {'a' => 'b', 'c' => 5}
create_namespace 'ns2', 'a' => 'b'
create_namespace 'ns3', 'x'
create_namespace 'ns3', {'a' => 'b'}, {'c' => 'd'}
create_namespace 'hbase'
create_namespace 'default'
create_namespace 'a-b'
create_namespace nil
create_namespace 5
create_namespace :x
create_namespace 'ns4', nil
create_namespace 'ns5', {}
create_namespace 'ns6', {NAME => 'x'}
create_namespace 'ns7', {METHOD => 'set', 'a' => 'b'}
describe_namespace 'ns1'
describe_namespace 'ns7'
describe_namespace 'ns6'
describe_namespace 'hbase'
describe_namespace 'default'
alter_namespace 'ns1', {METHOD => 'set', 'a' => 'z'}
alter_namespace 'ns1', {METHOD => 'set'}
alter_namespace 'ns1', {METHOD => 'unset', NAME => 'a'}
alter_namespace 'ns1', {METHOD => 'unset', NAME => 'nope'}
alter_namespace 'ns1', {METHOD => 'x'}
alter_namespace 'ns1', {'a' => 'b'}
alter_namespace 'ns1'
alter_namespace 'ns1', 'x'
alter_namespace 'nope', {METHOD => 'set', 'a' => 'b'}
alter_namespace nil, {METHOD => 'set', 'a' => 'b'}
describe_namespace 'ns1'
create 'ns1:t', 'f'
create 'ns1:u', 'f', SPLITS => ['m']
create 'ns1:', 'f'
create ':t', 'f'
create 'a:b:c', 'f'
create 'default:d', 'f'
list
list 'ns1:.*'
list '.*t'
list 'default:.*'
list_namespace
list_namespace 'ns.'
list_namespace 'ns1', 'x'
list_namespace ''
list_namespace_tables 'ns1'
put 'ns1:t', 'r', 'f:a', 'v', 1
get 'ns1:t', 'r'
scan 'ns1:t'
describe 'ns1:t'
exists 'ns1:t'
exists 'ns1:nope'
exists 'nope:t'
get_splits 'ns1:u'
locate_region 'ns1:u', 'a'
t = get_table 'ns1:t'
t
get 'ns1:t', 'r', 'nope'
put 'nope:t', 'r', 'f:a', 'v'
scan 'ns1:nope'
drop_namespace 'ns1'
drop_namespace 'hbase'
drop_namespace 'default'
drop_namespace 'nope'
disable 'ns1:t'
scan 'ns1:t'
drop 'ns1:t'
truncate 'ns1:u'
disable 'ns1:u'
drop 'ns1:u'
drop_namespace 'ns1'
list_namespace
