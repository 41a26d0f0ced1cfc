t
tc.+
puts 5.+ 2
puts 5.+(2)
puts 5.- -2
