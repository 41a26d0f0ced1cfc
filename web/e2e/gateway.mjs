// A simulated REST gateway of HBase with what the page asks it, below `rest/` of the page's own address, as the bridge
// passes it on: tables with regions and rows in memory, counters that a test moves, and every kind of failure. Its
// answers have the form of answers that were recorded from a real gateway (crates/bridge/tests/recorded).

import { createHash } from 'node:crypto';

const base64 = raw => Buffer.from(raw).toString('base64');
const order = (one, other) => Buffer.compare(one, other);

/** A table whose regions have these start keys (texts or buffers), distributed over so many servers. */
export function table(name, starts, { servers = 3, rows = [], families = ['d'], attributes = {}, megabytes = () => 12 } = {}) {
  const regions = starts.map((start, at) => region(name, start, 1_795_535_604_988 + at, at % servers, megabytes(at)));
  const sorted = rows.map(([key, cells]) => ({ key: Buffer.from(key), cells })).sort((one, other) => order(one.key, other.key));
  return { name, regions, rows: sorted, families, attributes, isDisabled: false };
}

export function region(table, start, id, server = 0, megabytes = 12) {
  const key = Buffer.from(start);
  const hashed = Buffer.concat([Buffer.from(`${table},`), key, Buffer.from(`,${id}`)]);
  const encoded = createHash('md5').update(hashed).digest('hex');
  return { key, id, server, megabytes, reads: 0, writes: 0, encoded, name: Buffer.concat([hashed, Buffer.from(`.${encoded}.`)]) };
}

export class Gateway {
  /**
   * `fails(path, request)` may return `{ status, body, type }`, or `'never'` for no answer at all. `write` is how the names
   * of tables begin that may be written; `alters(value)` may write something else than what was sent.
   */
  constructor(tables, { servers = 3, fails = () => null, write = [], alters = value => value } = {}) {
    Object.assign(this, { write, alters, tables: new Map(tables.map(table => [table.name, table])), servers, fails, scanners: new Map(), asked: [], dead: [] });
    this.handle = this.handle.bind(this);
  }

  get head() {
    const said = JSON.stringify({ rest: 'http://gateway.test:8080', write: this.write, calls: 50, bytes: 33554432, version: '2.6.3' });
    return `<meta name="bridge" content='${said}'>`;
  }

  async handle(name, request, response) {
    const url = new URL(request.url, 'http://host');
    const path = url.pathname.split('/rest/')[1];
    if (path === undefined) return false;
    let body = '';
    for await (const part of request) body += part;
    this.asked.push(`${request.method} ${path}`);
    this.query = url.searchParams;
    const failed = this.fails(path, request);
    if (failed === 'never') return true;
    const { status, body: said = '', type = 'application/json', headers = {} } = failed ?? this.answer(request.method, path, body, url.pathname);
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(typeof said === 'string' ? said : JSON.stringify(said));
    return true;
  }

  answer(method, path, body, whole) {
    if (path === '') return { status: 200, body: { table: [...this.tables.keys()].map(name => ({ name })) } };
    if (path === 'status/cluster') return { status: 200, body: this.status() };
    const [, encoded, rest] = path.match(/^([^/]+)\/(.*)$/) ?? [];
    const table = this.tables.get(decodeURIComponent(encoded ?? ''));
    if (rest === 'exists') return { status: table ? 200 : 404 };
    if (rest === 'schema' && method !== 'GET') return this.change(decodeURIComponent(encoded), method, JSON.parse(body || 'null'));
    if (rest === 'row/' && this.query.get('check') === 'delete') return this.take(table, JSON.parse(body));
    if (rest === 'row' && method === 'PUT') return this.put(table, JSON.parse(body));
    if (rest === 'scanner' && method === 'PUT') return this.open(table, JSON.parse(body), whole);
    if (rest?.startsWith('scanner/')) return this.read(table, method, rest.slice(8));
    if (!table) return { status: 404, body: 'Not found', type: 'text/plain' };
    if (rest === 'schema') return { status: 200, body: this.schema(table) };
    if (rest === 'regions') return { status: 200, body: this.regions(table) };
    return { status: 404, body: 'Not found', type: 'text/plain' };
  }

  server(at) {
    return `rs${String(at + 1).padStart(2, '0')}.test:16020`;
  }

  status() {
    const of = server => [...this.tables.values()].filter(table => !table.isDisabled).flatMap(table => table.regions)
      .filter(region => region.server === server).map(region => ({
        name: base64(region.name), stores: 1, storefiles: 2, storefileSizeMB: region.megabytes, memStoreSizeMB: 1,
        readRequestsCount: region.reads, writeRequestsCount: region.writes,
      }));
    const nodes = Array.from({ length: this.servers }, (_, at) => ({
      name: this.server(at), startCode: 1_795_535_533_954, requests: 0, heapSizeMB: 39, maxHeapSizeMB: 989, Region: of(at),
    }));
    return { regions: nodes.flatMap(node => node.Region).length, requests: 3, averageLoad: 2.5, LiveNodes: nodes, DeadNodes: this.dead };
  }

  regions(table) {
    const sorted = [...table.regions].sort((one, other) => order(one.key, other.key));
    return {
      name: table.name,
      Region: sorted.map((region, at) => ({
        id: region.id, startKey: base64(region.key), endKey: base64(sorted[at + 1]?.key ?? ''), location: this.server(region.server),
        name: region.name.toString('utf8'),
      })),
    };
  }

  schema(table) {
    const family = name => ({
      name, VERSIONS: '1', KEEP_DELETED_CELLS: 'FALSE', DATA_BLOCK_ENCODING: 'NONE', TTL: '2147483647', MIN_VERSIONS: '0',
      REPLICATION_SCOPE: '0', BLOOMFILTER: 'ROW', IN_MEMORY: 'false', COMPRESSION: 'NONE', BLOCKCACHE: 'true', BLOCKSIZE: '65536',
    });
    return { name: table.name, ColumnSchema: table.families.map(family), IS_META: 'false', ...table.attributes };
  }

  change(name, method, asked) {
    if (!this.write.some(prefix => name.startsWith(prefix))) return { status: 403, body: { bridge: 'refused', text: 'Not this one.' } };
    if (method === 'DELETE') return { status: this.tables.delete(name) ? 200 : 404 };
    this.tables.set(name, table(name, [''], { families: asked.ColumnSchema.map(family => family.name) }));
    return { status: 201 };
  }

  put(table, { Row: rows }) {
    for (const { key, Cell: cells } of rows) {
      const place = Buffer.from(key, 'base64');
      let row = table.rows.find(row => order(row.key, place) === 0);
      if (!row) table.rows.push(row = { key: place, cells: [] });
      for (const { column, $: value } of cells) {
        row.cells = row.cells.filter(([known]) => known !== Buffer.from(column, 'base64').toString());
        row.cells.push([Buffer.from(column, 'base64').toString(), this.alters(Buffer.from(value, 'base64').toString())]);
      }
    }
    table.rows.sort((one, other) => order(one.key, other.key));
    return { status: 200 };
  }

  take(table, { Row: rows }) {
    for (const { key, Cell: cells } of rows) {
      const row = table.rows.find(row => order(row.key, Buffer.from(key, 'base64')) === 0);
      const names = cells.map(({ column }) => Buffer.from(column, 'base64').toString());
      if (row) row.cells = row.cells.filter(([known]) => !names.includes(known));
    }
    table.rows = table.rows.filter(({ cells }) => cells.length > 0);
    return { status: 200 };
  }

  open(table, asked, whole) {
    const id = `17955356${this.scanners.size + 1}`;
    const start = Buffer.from(asked.startRow ?? '', 'base64'), end = Buffer.from(asked.endRow ?? '', 'base64');
    const inside = ({ key }) => order(key, start) >= 0 && (end.length === 0 || order(key, end) < 0);
    const rows = table && !table.isDisabled ? table.rows.filter(inside) : null;
    this.scanners.set(id, { rows, isDisabled: table?.isDisabled, batch: asked.batch });
    return { status: 201, headers: { location: `${whole}/${id}` } };
  }

  read(table, method, id) {
    const scanner = this.scanners.get(id);
    if (!scanner) return { status: 404, body: 'Not found', type: 'text/plain' };
    if (method === 'DELETE') {
      this.scanners.delete(id);
      return { status: 200 };
    }
    if (!scanner.rows) return { status: scanner.isDisabled ? 410 : 404, body: scanner.isDisabled ? 'Gone' : 'Not found', type: 'text/plain' };
    let left = scanner.batch;
    const came = [];
    while (left > 0 && scanner.rows.length > 0) {
      const row = scanner.rows.shift();
      left -= row.cells.length;
      came.push(row);
    }
    if (came.length === 0) {
      this.scanners.delete(id);
      return { status: 204 };
    }
    const cell = ([column, value, timestamp = 1_795_535_606_662]) => ({ column: base64(column), timestamp, $: base64(value) });
    return { status: 200, body: { Row: came.map(({ key, cells }) => ({ key: base64(key), Cell: cells.map(cell) })) } };
  }
}
