list_namespace
create_namespace 'ns1'
create_namespace 'ns2', {'k' => 'v'}
create_namespace 'ns1'
create_namespace 'a:b'
create_namespace ''
create_namespace
list_namespace
list_namespace 'ns.*'
list_namespace 'zzz'
describe_namespace 'ns1'
describe_namespace 'ns2'
describe_namespace 'nope'
create 'ns1:t1', 'f'
create 'ns1:t2', 'f'
create 't1', 'f'
list_namespace_tables 'ns1'
list_namespace_tables 'ns2'
list_namespace_tables 'default'
list_namespace_tables 'hbase'
list_namespace_tables 'nope'
list_namespace_tables
alter_namespace 'ns2', {METHOD => 'set', 'k' => 'w', 'x' => 'y'}
describe_namespace 'ns2'
alter_namespace 'ns2', {METHOD => 'unset', NAME => 'k'}
describe_namespace 'ns2'
put 'ns1:t1', 'r', 'f:q', 'v', 1
scan 'ns1:t1'
list
list 'ns1:.*'
create_namespace 'abc'
create 'abc:z', 'f'
list
drop_namespace 'ns1'
drop_namespace 'nope'
drop_namespace 'ns2'
create 'nope:t', 'f'
scan 'nope:t'
disable 'ns1:t1'
drop 'ns1:t1'
