foo
foo 'a'
Foo
FOO
scan t1
create 't1', {NAME => 'f'
put 't1', 'r1', 'f:q' 'v'
get 't1', 'r1',
  ) 
1 +* 2
]
end
}
'abc'.foo
nil.foo
5.foo
@foo
$foo
list.foo
create 't2' 'f'
create 't3', 'f' => 1
scan 't1', {LIMIT => }
put('t1', 'r', 'f:q', 'v'
SCAN 't1'
Scan 't1'
puts undefined_thing
create 't1', {NAME => f1}
create 't1', f1
"#{nope}"
"\xg"
list = 5
list
exit = 3
scan 't1' {LIMIT => 1}
scan 't1', LIMIT -> 1
select * from t1
show tables
use t1
