create 't1', 'f1'
create 't2', 'f1', 'f2', 'f3'
create 't3', {NAME => 'f1'}
create 't4', {NAME => 'f1', VERSIONS => 5}, {NAME => 'f2', TTL => 86400}
create 't5', {NAME => 'f1', VERSIONS => '5'}, 'f2'
create 't6', NAME => 'f1', VERSIONS => 3
create('t7', 'f1')
create "t8", "f1"
create 't9', ['f1', 'f2']
describe 't9'
create 't_10.x-y', 'f-1_a.b'
create 't11', 'f', {NAME => 'f', VERSIONS => 2}
describe 't11'
create 't12', {NAME => 'f', FOO => 1}
create 't12', {NAME => 'f', 'FOO' => 1}
create 't13', 'f', {'FOO' => 1}
create 't14', NAME => 'f', SPLITS => ['a', 'b']
get_splits 't14'
create 't15', {NAME => 'f', SPLITS => ['a', 'b']}
list
