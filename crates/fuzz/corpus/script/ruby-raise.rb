create 't1', 'f'
1 / 0
