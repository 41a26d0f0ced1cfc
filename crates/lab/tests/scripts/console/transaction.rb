create 'parts', 'f', SPLITS => ['m']
mutate_rows 'parts', ['put', 'a', 'f:q', '1'], ['put', 'b', 'f:q', '2']
mutate_rows 'parts', {'IF' => [['a', 'f:q', '2']]}, ['deleteall', 'a'], ['put', 'b', 'f:q', '3']
mutate_rows 'parts', {'ROW' => 'b', 'IF' => [['a', 'f:q', '1'], ['c', 'f:q', nil]]}, ['deleteall', 'a'], ['put', 'b', 'f:q', '3']
mutate_rows 'parts', ['put', 'a', 'f:q', '1'], ['put', 'z', 'f:q', '2']
scan 'parts'
merge_region 'x', 'y'
