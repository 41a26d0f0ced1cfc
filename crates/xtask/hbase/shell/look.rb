# What can be seen of a table from outside: its settings, where its regions begin, and every cell with every marker.
# `crates/lab/examples/export.rs` says the same of the model, in the same words.
def splitpoint_look(file, names)
  bytes = org.apache.hadoop.hbase.util.Bytes
  cells = org.apache.hadoop.hbase.CellUtil
  lines = []
  names.each do |name|
    table = get_table(name).table
    descriptor = table.getDescriptor
    said = lambda { |key| (descriptor.getValue(key) || 'none').to_s }
    lines << "table #{name}"
    lines << "policy #{said.call('SPLIT_POLICY')} size #{said.call('MAX_FILESIZE')}"
    descriptor.getColumnFamilies.each do |family|
      versions = "versions #{family.getMinVersions}..#{family.getMaxVersions} ttl #{family.getTimeToLive}"
      rest = "keep #{family.getKeepDeletedCells} block #{family.getBlocksize} new #{family.isNewVersionBehavior}"
      lines << "family #{bytes.toStringBinary(family.getName)} #{versions} #{rest}"
    end
    table.getRegionLocator.getStartKeys.each { |key| lines << "region #{bytes.toStringBinary(key)}" }
    scan = org.apache.hadoop.hbase.client.Scan.new
    scan.setRaw(true)
    scan.readAllVersions
    table.getScanner(scan).each do |result|
      result.rawCells.each do |cell|
        parts = [cells.cloneRow(cell), cells.cloneFamily(cell), cells.cloneQualifier(cell), cells.cloneValue(cell)]
        row, family, qualifier, value = parts.map { |part| bytes.toStringBinary(part) }
        lines << "#{row} #{family}:#{qualifier} #{cell.getTimestamp} #{cell.getType} #{value}"
      end
    end
  end
  File.write(file, lines.map { |line| line + "\n" }.join)
  nil
end
