Integer('x')
