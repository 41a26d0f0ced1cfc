status 'summary'
status 'simple'
status 'nope'
status 'summary', 'x', 'y'
status 1
version
version 'x'
whoami
whoami 'x'
create 't1', 'f'
is_in_maintenance_mode
list_liveservers
show_filters
