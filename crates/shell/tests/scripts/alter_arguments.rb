# alter with what it takes and refuses, as HBase 2.6 has it.
create 't', 'f', 'g'
alter 't', {NAME => 'f', TTL => 100, VERSIONS => 3}
alter 't', NAME => 'h'
alter 't', 'i', 'j'
alter 't', ['k', 'l']
alter 't', {NAME => 'i', METHOD => 'delete'}, {NAME => 'j', METHOD => 'delete'}
alter 't', 'delete' => 'k'
alter 't', delete: 'l'
alter 't', 'delete' => ['l']
alter 't', METHOD => 'delete', NAME => ['l', 'h']
describe 't'
alter 't', {}
alter 't', nil
alter 't', 5
alter 't', :f
alter 't', ''
alter 't', NAME => ''
alter 't', NAME => nil
alter 't', NAME => 5
alter 't', {NAME => 'f:', VERSIONS => 2}
alter 't', METHOD => 'table_att', MAX_FILESIZE => 134217728
