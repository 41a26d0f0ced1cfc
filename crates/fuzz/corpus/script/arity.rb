alter
append 't'
compact
count
create
create_namespace
delete 't'
deleteall 't'
describe
describe 'a', 'b'
disable
drop
enable
exists
flush
get 't'
get_counter 't'
get_splits
get_table
incr 't'
is_enabled
is_disabled
list 'a', 'b'
list_namespace 'a', 'b'
list_regions
locate_region 't'
major_compact
merge_region
put 't', 'r', 'f:q'
put 't', 'r', 'f:q', 'v', 1, {}, 7, 8
scan
split
status 1, 2, 3
truncate
truncate_preserve
version 1
whoami 1
table_help 1
show_filters 1
drop_namespace
describe_namespace
list_namespace_tables
alter_status
regioninfo
balance_switch
splitormerge_switch 'SPLIT'
clone_table_schema 't'
