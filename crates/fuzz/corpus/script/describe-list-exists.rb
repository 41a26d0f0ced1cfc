list
create 'apple', 'f'
create 'apricot', 'f'
create 'banana', 'f', 'g'
create_namespace 'ns1'
create 'ns1:apple', 'f'
list
list 'ap.*'
list 'ap'
list '.*an.*'
list 'ns1:.*'
list 'default:.*'
list 'zzz.*'
list /ap.*/
list '['
list 'a', 'b'
exists 'apple'
exists 'ns1:apple'
exists 'nope'
exists 'hbase:meta'
exists
is_enabled 'apple'
is_disabled 'apple'
disable 'apple'
is_enabled 'apple'
is_disabled 'apple'
is_enabled 'nope'
is_disabled 'nope'
describe 'apple'
desc 'banana'
desc 'ns1:apple'
desc 'nope'
describe
describe 'hbase:meta'
list_enabled_tables
list_disabled_tables
