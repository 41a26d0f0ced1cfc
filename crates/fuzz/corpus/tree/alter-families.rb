create 't1', 'f1', 'f2'
alter 't1', NAME => 'f1', VERSIONS => 5
alter 't1', 'f3'
alter 't1', NAME => 'f4'
alter 't1', {NAME => 'f5', TTL => 100}, {NAME => 'f1', MIN_VERSIONS => 1}
describe 't1'
alter 't1', NAME => 'f2', METHOD => 'delete'
alter 't1', 'delete' => 'f3'
alter 't1', {NAME => 'f4', METHOD => 'delete'}, {NAME => 'f6'}
describe 't1'
alter 't1', 'delete' => 'nope'
alter 't1', NAME => 'nope', METHOD => 'delete'
alter 't1', METHOD => 'delete'
alter 't1', NAME => 'f1', VERSIONS => 'x'
alter 't1', NAME => 'f1', METHOD => 'foo'
alter 't1', NAME => 'f1', FOO => 1
alter 't1', NAME => 'f1', 'FOO' => 1
alter 't1'
alter
alter 'nope', 'f'
alter 123, 'f'
alter 't1', NAME => 'f1', BLOOMFILTER => 'NONE', COMPRESSION => 'GZ'
alter 't1', {NAME => 'f1', METADATA => {'k1' => 'v1', 'k2' => 'v2'}}
describe 't1'
alter 't1', {NAME => 'f1', METADATA => {'k1' => ''}}
describe 't1'
disable 't1'
alter 't1', NAME => 'f1', VERSIONS => 2
enable 't1'
alter 't1', 'delete' => 'f5'
alter 't1', 'delete' => 'f6'
alter 't1', 'delete' => 'f1'
