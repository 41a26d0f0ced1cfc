# Commands that HBase's shell does not have, in its Java.
def splitpoint_column(column)
  family, qualifier = column.to_s.b.split(':', 2)
  [family.to_s.to_java_bytes, qualifier.to_s.to_java_bytes]
end

def splitpoint_write(row, verb, column = nil, *rest)
  key = row.to_s.b.to_java_bytes
  family, qualifier = splitpoint_column(column) if column
  case verb.to_s
  when 'put'
    put = org.apache.hadoop.hbase.client.Put.new(key)
    value = rest[0].to_s.b.to_java_bytes
    rest[1] ? put.addColumn(family, qualifier, rest[1], value) : put.addColumn(family, qualifier, value)
  when 'delete'
    gone = org.apache.hadoop.hbase.client.Delete.new(key)
    rest[0] ? gone.addColumn(family, qualifier, rest[0]) : gone.addColumn(family, qualifier)
  when 'deleteall'
    gone = org.apache.hadoop.hbase.client.Delete.new(key)
    next_one = column && (rest[0] ? gone.addColumns(family, qualifier, rest[0]) : gone.addColumns(family, qualifier))
    next_one || gone
  when 'incr'
    org.apache.hadoop.hbase.client.Increment.new(key).addColumn(family, qualifier, rest[0] || 1)
  when 'append'
    org.apache.hadoop.hbase.client.Append.new(key).addColumn(family, qualifier, rest[0].to_s.b.to_java_bytes)
  else
    raise ArgumentError, "#{verb} is no write"
  end
end

def check_and_mutate(name, row, condition, *writes)
  named = condition.map { |key, value| [key.to_s, value] }.to_h
  family, qualifier = splitpoint_column(named['COLUMN'])
  value = named['VALUE']
  operator = { '=' => 'EQUAL', '!=' => 'NOT_EQUAL', '<' => 'LESS', '<=' => 'LESS_OR_EQUAL', '>' => 'GREATER', '>=' => 'GREATER_OR_EQUAL' }[named['OP'] || '=']
  check = org.apache.hadoop.hbase.client.CheckAndMutate.newBuilder(row.to_s.b.to_java_bytes)
  if value.nil? && operator == 'EQUAL'
    check.ifNotExists(family, qualifier)
  else
    wanted = value.nil? ? nil : value.to_s.b.to_java_bytes
    check.ifMatches(family, qualifier, org.apache.hadoop.hbase.CompareOperator.valueOf(operator), wanted)
  end
  made = writes.map { |write| splitpoint_write(row, *write) }
  then_do = made.size == 1 ? made[0] : org.apache.hadoop.hbase.client.RowMutations.of(made)
  get_table(name).table.checkAndMutate(check.build(then_do)).isSuccess
end

def check_and_put(name, row, column, expected, *put)
  check_and_mutate(name, row, { 'COLUMN' => column, 'VALUE' => expected }, ['put', *put])
end

def splitpoint_endpoint(name)
  endpoint = 'org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint'
  there = get_table(name).table.getDescriptor.hasCoprocessor(endpoint)
  alter name, METHOD => 'table_att', 'coprocessor' => "|#{endpoint}||" unless there
end

def mutate_rows(name, *writes)
  splitpoint_endpoint(name)
  options = writes[0].is_a?(Hash) ? writes.shift.map { |key, value| [key.to_s, value] }.to_h : {}
  convert = org.apache.hadoop.hbase.protobuf.ProtobufUtil
  request = org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos::MutateRowsRequest.newBuilder
  kinds = { 'put' => 'PUT', 'delete' => 'DELETE', 'deleteall' => 'DELETE', 'incr' => 'INCREMENT', 'append' => 'APPEND' }
  writes.each do |verb, row, *rest|
    kind = org.apache.hadoop.hbase.protobuf.generated.ClientProtos::MutationProto::MutationType.valueOf(kinds[verb.to_s])
    request.addMutationRequest(convert.toMutation(kind, splitpoint_write(row, verb, *rest)))
  end
  (options['IF'] || []).each do |row, column, expected|
    family, qualifier = splitpoint_column(column)
    bytes = com.google.protobuf.ByteString
    wanted = org.apache.hadoop.hbase.filter.BinaryComparator.new(expected.to_s.b.to_java_bytes)
    condition = org.apache.hadoop.hbase.protobuf.generated.ClientProtos::Condition.newBuilder
    condition.setRow(bytes.copyFrom(row.to_s.b.to_java_bytes)).setFamily(bytes.copyFrom(family)).setQualifier(bytes.copyFrom(qualifier))
    condition.setCompareType(org.apache.hadoop.hbase.protobuf.generated.HBaseProtos::CompareType::EQUAL)
    condition.setComparator(convert.toComparator(wanted))
    request.addCondition(condition.build)
  end
  routing = (options['ROW'] || writes[0][1]).to_s.b.to_java_bytes
  channel = get_table(name).table.coprocessorService(routing)
  service = org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos::MultiRowMutationService.newBlockingStub(channel)
  service.mutateRows(nil, request.build).getProcessed
end
