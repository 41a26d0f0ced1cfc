# Hashes, as in JRuby 9.3.
{'a' => 1}
{a: 1}
{1 => 2, nil => 3}
{"a b": 1}
{'a' => {'b' => [1]}}
{}
{'a'=>1}['a']
{'a'=>1}['b']
{'a'=>1}.fetch('b')
{a: 1}.fetch(:b)
{'a'=>1}.fetch('b', 2)
{'a'=>1}.fetch('b') { |k| k * 2 }
{'a'=>1}.keys
{'a'=>1}.values
{'a'=>1}.length
{'a'=>1}.to_a
{'a'=>1}.map { |k, v| [k, v] }
{'a'=>1}.map { |k, v| "#{k}=#{v}" }
{'a'=>1,'b'=>2}.select { |k, v| v > 1 }
{'a'=>1,'b'=>2}.reject { |k, v| v > 1 }
{'a'=>1}.merge({'b'=>2})
{'a'=>1}.merge({'a'=>2}) { |k, o, n| o + n }
{'a'=>1}.key?('a')
{'a'=>1}.has_key?('a')
{'a'=>1}.include?('a')
{'a'=>1}.value?(1)
{'a'=>1}.key(1)
{'a'=>1}.invert
{'a'=>1}.each { |k, v| }
{'a'=>1}.each_with_index { |kv, i| p kv }
{'a'=>1}.any? { |k, v| v > 0 }
{'a'=>1}.all? { |k, v| v > 0 }
{'a'=>1}.count
{'a'=>1}.find { |k, v| v == 1 }
{'a'=>2,'b'=>1}.sort_by { |k, v| v }
{'a'=>2,'b'=>1}.min_by { |k, v| v }
{'b'=>2,'a'=>1}.sort
{'b'=>2,'a'=>1}.sort.to_h
{'a'=>1}.sum { |k, v| v }
{'a'=>1}.to_s
{'a'=>1}.inspect
{'a'=>1}.dig('a')
{'a'=>{'b'=>1}}.dig('a','b')
{'a'=>1}.delete('a')
{'a'=>1}.transform_values { |v| v + 1 }
{'a'=>1}.transform_keys(&:to_sym)
{'a'=>1}.group_by { |k, v| v }
{'a'=>1}.partition { |k, v| v > 0 }
{'a'=>1}.reduce(0) { |s, (k, v)| s + v }
{'a'=>1}.each_with_object([]) { |(k, v), a| a << k }
{'a'=>1}.filter_map { |k, v| k }
{'a'=>1} == {'a'=>1}
{'a'=>1}.empty?
{'a'=>1}.first
{'a'=>nil}.compact
Hash.new(0)['x']
Hash.new { |h, k| h[k] = k * 2 }['x']
Hash[[['a', 1]]]
h = Hash.new(0); 'hello'.each_char { |c| h[c] += 1 }; h
{'x'=>1}.each { |pair| p pair }
{'x'=>1}.map { |pair| pair }
h = {'a'=>1}; h['b'] = 2; h
h = {'a'=>1}; h.store('c', 3); h
h = {'a'=>1}; h.delete('zz')
h = {'a'=>1}; h.default = 5; h['q']
h = {'a'=>[]}; h['a'] << 1; h
h = {}; (h['k'] ||= []) << 1; h
