org.apache.hadoop.hbase.util.Bytes.toBytes('abc')
org.apache.hadoop.hbase.util.Bytes.toStringBinary('abc'.to_java_bytes)
org.apache.hadoop.hbase.util.Bytes.toStringBinary(org.apache.hadoop.hbase.util.Bytes.toBytes(5.to_java(:long)))
Bytes.toStringBinary("\x00a".to_java_bytes)
java.lang.Long.MAX_VALUE
java.lang.Integer.toHexString(255)
[5].pack('N')
[5].pack('Q>')
[1, 2].pack('nC')
[258].pack('N').unpack('N')
'abc'.bytes
'abc'.unpack('C*')
create 't1', 'f'
put 't1', 'r1', 'f:n', [5].pack('Q>'), 1
put 't1', [1].pack('N'), 'f:n', 'v', 1
get 't1', 'r1', 'f:n:toLong'
scan 't1'
put 't1', 'r2', 'f:b', String.from_java_bytes(org.apache.hadoop.hbase.util.Bytes.toBytes(7.to_java(:long))), 1
get_counter 't1', 'r2', 'f:b'
t = get_table 't1'
p1 = org.apache.hadoop.hbase.client.Put.new('r3'.to_java_bytes)
p1.addColumn('f'.to_java_bytes, 'a:b'.to_java_bytes, 9, 'v'.to_java_bytes); nil
t.table.put(p1)
get 't1', 'r3'
t.table.checkAndMutate('r3'.to_java_bytes, 'f'.to_java_bytes).qualifier('zz'.to_java_bytes).ifNotExists.thenPut(p1)
t.table.checkAndMutate('r3'.to_java_bytes, 'f'.to_java_bytes).qualifier('a:b'.to_java_bytes).ifNotExists.thenPut(p1)
t.table.getName.getNameAsString
import org.apache.hadoop.hbase.filter.PrefixFilter
scan 't1', {FILTER => PrefixFilter.new('r3'.to_java_bytes)}
Time.at(0).utc
VERSIONS
STARTKEY
ENDROW
LIMIT
