Integer('x')
