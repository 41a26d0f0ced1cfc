create 't', 'f'
incr 't', 'r', 'f:c', 1, {TTL => 1}
append 't', 'r', 'f:a', 'x', {TTL => 1}
put 't', 'r', 'f:p', 'x', {TTL => 100000}
sleep 1
scan 't'
incr 't', 'r', 'f:c', {TTL => 1}
sleep 1
scan 't'
