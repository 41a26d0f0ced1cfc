// Measures the package as it ships beside other stores of ordered rows: plain objects in and out, one row after the other,
// each in a process that does nothing else. `cargo xtask bench` runs it. Nothing is asserted.

import BTree from 'sorted-btree';
import initSqlJs from 'sql.js';
import { MemoryLevel } from 'memory-level';
import { open } from '../../target/npm/index.js';

const ROWS = Number(process.argv[2] ?? 100_000);
const GETS = 10_000;
const PAGES = 1_000;
const PAGE = 20;
const PIECE = 1_000;

const text = new TextDecoder();
const value = number => `value ${number} `.padEnd(100, '.');
const key = number => String(number).padStart(16, '0');
const order = Array.from({ length: ROWS }, (_, at) => at * 7919 % ROWS);
const some = count => order.slice(0, count);

/** For each store: how it takes many rows at a time and one, and returns one row, a page from a key on, and all in
 * reverse order. */
const stores = {
  async splitpoint() {
    const session = await open({ start: 'empty' });
    session.do({ createTable: { table: 't', families: [{ name: 'f' }] } });
    const plain = row => ({ key: row.text, value: text.decode(row.cells[0].value) });
    const put = number => ({ put: { row: key(number), column: 'f:q', value: value(number) } });
    return {
      batch: numbers => session.do({ batch: { table: 't', mutations: numbers.map(put) } }),
      insert: number => session.do({ put: { table: 't', row: key(number), cells: [{ column: 'f:q', value: value(number) }] } }),
      get: number => plain(session.do({ get: { table: 't', row: key(number) } }).rows[0]),
      page: number => session.do({ scan: { table: 't', start: key(number), limit: PAGE } }).rows.map(plain),
      reversed: () => session.do({ pages: { table: 't', reversed: true, size: 1000, pages: Math.ceil(ROWS / 1000) } }).rows.map(plain),
    };
  },
  async 'sorted-btree'() {
    const tree = new BTree.default();
    return {
      batch: numbers => numbers.forEach(number => tree.set(key(number), value(number))),
      insert: number => tree.set(key(number), value(number)),
      get: number => ({ key: key(number), value: tree.get(key(number)) }),
      page(number) {
        const rows = [];
        for (const [found, value] of tree.entries(key(number))) if (rows.push({ key: found, value }) === PAGE) break;
        return rows;
      },
      reversed: () => Array.from(tree.entriesReversed(), ([key, value]) => ({ key, value })),
    };
  },
  async 'memory-level'() {
    const level = new MemoryLevel();
    return {
      batch: numbers => level.batch(numbers.map(number => ({ type: 'put', key: key(number), value: value(number) }))),
      insert: number => level.put(key(number), value(number)),
      get: async number => ({ key: key(number), value: await level.get(key(number)) }),
      page: async number => (await level.iterator({ gte: key(number), limit: PAGE }).all()).map(([key, value]) => ({ key, value })),
      reversed: async () => (await level.iterator({ reverse: true }).all()).map(([key, value]) => ({ key, value })),
    };
  },
  async 'sql.js'() {
    const { Database } = await initSqlJs();
    const base = new Database();
    base.run('CREATE TABLE t (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID');
    const [insert, get, page, reversed] = [
      'INSERT INTO t VALUES (?, ?)', 'SELECT * FROM t WHERE key = ?', `SELECT * FROM t WHERE key >= ? ORDER BY key LIMIT ${PAGE}`,
      'SELECT * FROM t ORDER BY key DESC',
    ].map(text => base.prepare(text));
    const all = (statement, values) => {
      const rows = [];
      for (statement.bind(values); statement.step();) rows.push(statement.getAsObject());
      return rows;
    };
    return {
      batch(numbers) {
        base.run('BEGIN');
        for (const number of numbers) insert.run([key(number), value(number)]);
        base.run('COMMIT');
      },
      insert: number => insert.run([key(number), value(number)]),
      get: number => get.getAsObject([key(number)]),
      page: number => all(page, [key(number)]),
      reversed: () => all(reversed, []),
    };
  },
};

async function timed(act) {
  const begin = performance.now();
  await act();
  return performance.now() - begin;
}

const measured = {};
for (const [name, make] of Object.entries(stores)) {
  const [many, store] = [await make(), await make()];
  const each = async (numbers, act) => { for (const number of numbers) await act(number); };
  const pieces = Array.from({ length: Math.ceil(ROWS / PIECE) }, (_, at) => order.slice(at * PIECE, (at + 1) * PIECE));
  measured[name] = [
    await timed(() => each(pieces, many.batch)),
    await timed(() => each(order, store.insert)),
    await timed(() => each(some(GETS), store.get)),
    await timed(() => each(some(PAGES), store.page)),
    await timed(store.reversed),
  ];
  const [page, reversed] = [await store.page(ROWS / 2), await store.reversed()];
  if (page.length !== PAGE || reversed.length !== ROWS || reversed[0].key !== key(ROWS - 1) || page[0].value !== value(ROWS / 2)) {
    throw new Error(`${name} gives something else`);
  }
}
const lines = [`${PIECE} rows at a time`, `insert ${ROWS} rows`, `${GETS} gets`, `${PAGES} pages of ${PAGE}`, 'all, reversed'];
console.log(`Node ${process.version}, milliseconds, and how many times as long as the other ours takes\n`);
for (const [at, line] of lines.entries()) {
  const own = measured.splitpoint[at];
  const others = Object.keys(stores).slice(1).map(name => `${name} ${measured[name][at].toFixed(0)} (${(own / measured[name][at]).toFixed(1)}x)`);
  console.log(`${line.padEnd(22)} splitpoint ${own.toFixed(0)}, ${others.join(', ')}`);
}
