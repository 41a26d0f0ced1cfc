# What a delete hides, for how long, and what a compaction leaves of it.
create 't', {NAME => 'f', VERSIONS => 3}, {NAME => 'k', VERSIONS => 3, KEEP_DELETED_CELLS => true}
[1, 2, 3].each { |time| put 't', 'r', 'f:q', "v#{time}", time; put 't', 'r', 'k:q', "v#{time}", time }
delete 't', 'r', 'f:q', 2
get 't', 'r', {COLUMN => 'f:q', VERSIONS => 3}
deleteall 't', 'r', 'k:q', 2
get 't', 'r', {COLUMN => 'k:q', VERSIONS => 3}

# The past can be asked for where deleted cells are kept.
get 't', 'r', {COLUMN => 'k:q', VERSIONS => 3, TIMERANGE => [0, 2]}
scan 't', {RAW => true, VERSIONS => 9}

# A put that is older than the marker is hidden until the marker is compacted away.
deleteall 't', 's', 'f:q', 9
put 't', 's', 'f:q', 'too old', 5
get 't', 's'
flush 't'
major_compact 't'
put 't', 's', 'f:q', 'too old', 5
get 't', 's'
scan 't', {RAW => true, VERSIONS => 9}
