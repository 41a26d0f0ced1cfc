x if x = 1
y while (y = nil)
p((1 rescue 2) if true)
3 rescue 4 while false
begin; a = 1; end while false
a
