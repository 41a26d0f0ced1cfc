# Names of tables that are none, and states of tables, as HBase 2.6 has them.
version
version 1
whoami
whoami 1
table_help 1
show_filters
create 't', 'f'
exists 'hbase:meta'
exists nil
exists 5
exists ''
exists 'a b'
exists 'ns:t'
exists :t
is_enabled 'hbase:meta'
is_enabled 't'
is_disabled 't'
is_enabled nil
is_enabled 'nope'
is_disabled 'nope'
is_enabled ''
is_enabled 5
enable 't'
disable 't'
disable 't'
enable 't'
enable 't'
enable 'nope'
disable 'nope'
enable nil
disable nil
disable 5
enable ''
drop 't'
drop 'nope'
drop nil
drop 5
drop ''
disable 'hbase:namespace'
alter_status 't'
get_table nil
get_table ''
get_table 'a b'
list nil
list ''
list '.'
list 't'
list 't|x'
list '('
list '*'
list 5
list :t
list_namespace '['
list_namespace nil
