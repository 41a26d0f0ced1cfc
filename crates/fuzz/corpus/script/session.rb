create 'people', {NAME => 'info', VERSIONS => 3}, 'stats'
list 'people'
put 'people', 'ada', 'info:name', 'Ada Lovelace', 1000
put 'people', 'ada', 'info:born', '1815', 1000
put 'people', 'alan', 'info:name', 'Alan Turing', 1000
put 'people', 'alan', 'info:born', '1912', 1000
put 'people', 'ada', 'info:name', 'Augusta Ada King', 2000
incr 'people', 'ada', 'stats:visits', 3
get 'people', 'ada', 'info'
get 'people', 'ada', {COLUMN => 'info:name', VERSIONS => 3}
scan 'people', {COLUMNS => 'info'}
scan 'people', {COLUMNS => 'info:name', FILTER => "ValueFilter(=, 'substring:turing')"}
count 'people'
delete 'people', 'ada', 'info:name', 2000
get 'people', 'ada', 'info:name'
deleteall 'people', 'alan'
scan 'people', {COLUMNS => 'info'}
flush 'people'
major_compact 'people'
scan 'people', {COLUMNS => 'info', RAW => true, VERSIONS => 9}
disable 'people'
drop 'people'
exists 'people'
