# Misspelt commands and constants, and what HBase 2.6 with JRuby 9.3 takes them for.
lst
creat 't', 'f'
crate 't', 'f'
create_table 't', 'f'
sacn 't'
scna 't'
putt 't', 'r', 'f:a', 'v'
delte 't', 'r', 'f:a'
delete_all 't', 'r'
describ 't'
desribe 't'
decsribe 't'
disabl 't'
enabl 't'
dorp 't'
exist 't'
exists? 't'
truncat 't'
counts 't'
cuont 't'
incrr 't', 'r', 'f:a'
apend 't', 'r', 'f:a', 'v'
altr 't', 'f'
statsu
versoin
whomai
lists
list_table
list_tables
show
shows
show_tables
tables
insert 't'
update 't'
use 'x'
flushh 't'
compct 't'
major_compat 't'
splt 't'
merge_regions 'a', 'b'
mergeregion 'a'
regions 't'
list_region 't'
get_split 't'
locate 't', 'a'
create_namespac 'x'
drop_namespce 'x'
list_namespaces
describe_namespaces 'x'
snapshots
list_snapshot
restore 's'
hlep
hlp
exot
quite
balance
balance_swich true
is_enable 't'
is_disable 't'
enable_al 't'
dropall 't'
truncate_preserv 't'
getcounter 't', 'r', 'f:a'
get_counters 't', 'r', 'f:a'
SCAN 't'
List
Create 't', 'f'
LIST
Versions
VERSION
LIMITS
STARTROWS
COLUMNSS
NAMES
TIMESTMP
TIMERANG
get 't', 'r', {COLUM => 'f'}
scan 't', {STOP_ROW => 'a'}
scan 't', {START_ROW => 'a'}
create 't', {NAME => 'f', VERSION => 3}
create 't', {NAME => 'f', BLOCK_SIZE => 3}
create 't', {NAME => 'f', TLL => 3}
create 't', {NAME => 'f'}, {SPLIT => ['a']}
t
x
ab
puts x
foo.bar
Foo.bar
scan t1
put t1, r1, f:a, v
get 't1' 'r1'
