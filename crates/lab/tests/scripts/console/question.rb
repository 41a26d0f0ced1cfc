create 'one', 'f'
create 'other', 'f'
disable_all 'o.*'
y
drop_all 'o.*'
y
list
exit
