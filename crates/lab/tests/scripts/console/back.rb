create 't', 'f'
put 't', 'r1', 'f:q', 'kept'
put 't', 'r2', 'f:q', 'taken back'
# One round trip less, and what else was to come with it.
back
puts 'instead'
scan 't'
