// The package `splitpoint` as npm packs it: in Node, in a page, in a worker, and checked by tools.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { close, launch } from './browser.mjs';
import { call, install } from './package.mjs';
import { serve } from './server.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const bin = name => join(root, 'web/e2e/node_modules/.bin', name);

let place;
let load;
let open;

before(async () => {
  place = await install();
  ({ load, open } = await import(pathToFileURL(join(place.folder, 'node_modules/splitpoint/index.js'))));
});

after(async () => {
  await close();
  await place.remove();
});

const prepend = value => ({ prepend: { table: 'comments', check: 'c:text', cells: [{ column: 'c:text', value }] } });

/** The race of the examples: so many clients prepend at the same time. */
async function race(clients, blind = false) {
  const session = await open({ start: 'comments' });
  for (const client of clients) {
    const { prepend: asked } = prepend(client);
    await session.queue({ prepend: { ...asked, blind } }, { client });
  }
  return session;
}

test('a script prints as the shell does, and its answers are data', async () => {
  const session = await open();
  const { text, failed, answers } = await session.run("create 't', 'f'\nput 't', 'r', 'f:q', 'v', 1\nscan 't'\n");
  assert.match(text, /^ r column=f:q, timestamp=1970-01-01T00:00:00\.001, value=v\n1 row\(s\)$/m);
  assert.equal(failed, false);
  const [row] = answers.at(-1).rows;
  assert.deepEqual(row.key, new TextEncoder().encode('r'));
  assert.deepEqual(row.cells, [{ column: 'f:q', time: 1, value: new TextEncoder().encode('v') }]);
  const unknown = await session.run("scan 'nope'\n");
  assert.equal(unknown.failed, true);
  assert.match(unknown.text, /Unknown table nope!/);
  session.dispose();
});

test('operations are done, and what HBase throws has its name and advice', async () => {
  const session = await open({ start: 'comments' });
  assert.equal(session.do({ get: { table: 'comments', row: 18 } }).rows[0].text, '18');
  assert.equal(session.do({ get: { table: 'comments', row: 18n } }).rows[0].cells.length, 3);
  const key = new Uint8Array([0, 0, 0, 0, 0, 0, 0, 5]);
  session.do({ put: { table: 'comments', row: key, cells: [{ column: { family: 'c', qualifier: 'text' }, value: 'five' }] } });
  assert.deepEqual(session.do({ scan: { table: 'comments', limit: 2 } }).rows.map(row => row.text), ['5', '18']);
  const descending = session.do({ scan: { table: 'comments', start: 20, reversed: true, limit: 2 } }).rows;
  assert.deepEqual(descending.map(row => row.text), ['20', '19']);
  const condition = value => ({ transaction: {
    table: 'comments',
    mutations: [{ put: { row: 5, column: 'c:text', value: 'changed' } }],
    conditions: [{ row: 5, column: 'c:text', value }],
  } });
  assert.equal(session.do(condition('six')).success, false);
  assert.equal(session.do(condition('five')).success, true);
  const batch = (...rows) => ({ batch: { table: 'comments', mutations: rows.map(([row, column]) => ({ put: { row, column, value: 'b' } })) } });
  session.do(batch([3, 'c:text'], [3, 'c:who'], [21, 'c:text']));
  assert.throws(() => session.do(batch([2, 'c:text'], [4, 'nope:text'], [22, 'c:text'])), { name: 'NoSuchColumnFamilyException' });
  const brought = session.do({ scan: { table: 'comments' } }).rows.filter(row => row.cells.some(cell => new TextDecoder().decode(cell.value) === 'b'));
  assert.deepEqual(brought.map(row => [row.text, row.cells.length]), [['2', 1], ['3', 2], ['21', 1], ['22', 1]], 'over two regions, each by itself');
  for (const row of [2, 3, 21, 22]) session.do({ delete: { table: 'comments', row } });
  const check = value => ({ checkAndPut: { table: 'comments', row: 5, check: 'c:text', value, cells: [{ column: 'c:who', value: 'me' }] } });
  assert.deepEqual([undefined, 'five', 'changed'].map(value => session.do(check(value)).success), [false, false, true]);
  session.do({ delete: { table: 'comments', row: 5 } });
  assert.deepEqual(session.do({ get: { table: 'comments', row: 5 } }).rows, []);
  session.do({ createTable: { table: 'more', families: [{ name: 'f', attributes: [['VERSIONS', '3']] }], splits: ['m'] } });
  assert.equal(session.view({ table: 'more' }).regions.length, 2);

  assert.throws(() => session.do({ get: { table: 'nope', row: 1 } }), error => {
    assert.ok(error instanceof Error);
    assert.equal(error.name, 'TableNotFoundException');
    assert.equal(error.data.retryable, false);
    assert.match(error.advice, /create it first/);
    return true;
  });
  const empty = { put: { table: 'comments', row: 'r', cells: [] } };
  assert.throws(() => session.do(empty), { name: 'IllegalArgumentException', data: { field: 'cells', retryable: false } });
  assert.throws(() => session.do({ pages: { table: 'comments', size: 0 } }), { name: 'Refusal' });
  assert.throws(() => session.do({ putt: {} }), TypeError);
  assert.throws(() => session.do({ get: { table: 'comments', row: 1.5 } }), { name: 'TypeError', message: /a whole number/ });
  assert.throws(() => session.do({ get: { table: 'comments', row: 1 } }, { client: 'Z' }), { name: 'Refusal' });
  await assert.rejects(() => open({ start: 'nowhere' }), { name: 'LinkError', message: /“nowhere”/ });
  await assert.rejects(() => open({ link: '#v9.AAAA' }), { name: 'LinkError', message: /newer version/ });
  await assert.rejects(() => open({ file: '{}' }), { name: 'LinkError' });
  session.dispose();
});

/** What a call throws, or the promise that it returns rejects with. */
async function thrown(act) {
  try {
    await act();
  } catch (error) {
    return error;
  }
  throw new Error(`nothing was thrown by ${act}`);
}

test('what is no operation is refused, with the names of those that there are', async () => {
  const session = await open({ start: 'comments' });
  const before = session.moment().timeline;
  for (const wrong of [{}, null, undefined, 5, 'scan', [], { scan: { table: 'comments' }, get: { table: 'comments', row: 18 } }]) {
    const { name, message, advice } = await thrown(() => session.do(wrong));
    assert.equal(name, 'TypeError');
    assert.match(message, /^An operation is an object with one field/);
    assert.match(advice, /put, delete, get, scan, .*loseAnswer/);
  }
  for (const wrong of [{}, null, 5, { scam: {} }]) assert.match((await thrown(() => session.queue(wrong))).advice, /put, delete/);
  assert.match((await thrown(() => session.do({ toString: {} }))).message, /no operation “toString”/);
  assert.match((await thrown(() => session.orders({ interfere: [{ splitt: {} }] }))).message, /no operation “splitt”/);
  assert.match((await thrown(() => session.orders({ interfere: [{ get: { table: 'comments', row: 'r' } }] }))).message, /Only what an administrator asks for/);
  await assert.rejects(async () => session.orders({ interfere: [{ loseAnswer: { client: 'Z' } }] }));
  assert.match((await thrown(() => session.do({ scan: 'comments' }))).message, /Give an object for scan/);
  assert.deepEqual(session.moment().timeline, before, 'nothing was done');
});

/** Calls with an unknown field, and the place of that field. */
const misspelt = [
  [session => session.do({ prepend: { table: 'comments', check: 'c:q', cells: [{ column: 'c:q', value: '', time: 1 }] } }), 'time', 'prepend.cells.0'],
  [session => session.do({ scan: { table: 'comments', limitt: 1 } }), 'limitt', 'scan'],
  [session => session.do({ put: { table: 'comments', row: 1, cells: [{ column: 'c:q', value: '' }, { column: 'c:q', value: '', tme: 1 }] } }), 'tme', 'put.cells.1'],
  [session => session.do({ put: { table: 'comments', row: 1, cells: [{ column: { family: 'c', qualifer: 'q' }, value: '' }] } }), 'qualifer', 'put.cells.0.column'],
  [session => session.do({ delete: { table: 'comments', row: 1, cells: [{ versions: { column: 'c:q', times: 1 } }] } }), 'times', 'delete.cells.0.versions'],
  [session => session.do({ repeat: { table: 'comments', times: 1, walk: { random: { amung: 3 } } } }), 'amung', 'repeat.walk.random'],
  [session => session.do({ balance: { now: true } }), 'now', 'balance'],
  [session => session.orders({ interfere: [{ flush: { table: 'comments', rows: 1 } }] }), 'rows', 'flush'],
  [session => session.orders({ promise: [] }), 'promise', 'the options of orders'],
  [session => session.do({ balance: {} }, { cleint: 'B' }), 'cleint', 'the options of do'],
  [session => session.queue('list', { cleint: 'B' }), 'cleint', 'the options of queue'],
  [session => session.run('list', { cleint: 'B' }), 'cleint', 'the options of run'],
  [session => session.view({ tabel: 'comments' }), 'tabel', 'the options of view'],
  [session => session.lines({ tabel: 'comments' }).next(), 'tabel', 'the options of lines'],
  [session => session.answer({ row: 1 }), 'row', 'the options of answer'],
  [session => session.promise('rows 3', { title: 'three' }), 'title', 'the options of promise'],
  [session => session.link({ lines: [0, 1] }), 'lines', 'the options of link'],
  [session => session.svg({ them: 'dark' }), 'them', 'the options of svg'],
  [() => open({ strat: 'comments' }), 'strat', 'the options of open'],
  [() => load({ modul: 'splitpoint.wasm' }), 'modul', 'the options of load'],
];

test('a field that nobody knows is refused by its name', async () => {
  const session = await open({ start: 'comments' });
  for (const [act, field, where] of misspelt) {
    const { name, message, advice } = await thrown(() => act(session));
    assert.deepEqual([name, message], ['TypeError', `There is no field “${field}” in ${where}.`]);
    assert.match(advice, /^There are: /);
  }
  assert.match((await thrown(() => open('comments'))).message, /Give an object for the options of open/);
  assert.match((await thrown(() => load({ part: 'language.wasm' }))).message, /^part in the options of load has to be a function, not the text “language\.wasm”\.$/);
});

test('every field that the types know is taken', async () => {
  const cells = [{ column: { family: 'c', qualifier: 'q' }, value: 'v', time: 7 }];
  const range = { start: 1, stop: 100, reversed: false, caching: 2, filter: "PrefixFilter('')" };
  const scopes = [{ version: { column: 'c:q', time: 7 } }, { versions: { column: 'c:q', time: 7 } }, { family: { family: 'c', time: 7 } }];
  const put = { put: { row: 5, column: 'c:q', value: 'v' } };
  const mutations = [put, { delete: { row: 5, column: 'c:q' } }, { deleteRow: { row: 6 } }];
  const repeat = { table: 'comments', times: 1, put: { column: 'c:q', bytes: 3 }, first: 1000, prefixes: 0, rate: 0 };
  const all = [
    { createTable: { table: 't', families: [{ name: 'f', attributes: [['VERSIONS', '2']] }], attributes: [['MAX_FILESIZE', '20000']], splits: ['m'] } },
    { alterTable: { table: 't', attributes: [['MAX_FILESIZE', '30000']] } },
    { put: { table: 'comments', row: 5, cells } },
    { checkAndPut: { table: 'comments', row: 5, check: { family: 'c', qualifier: 'q' }, value: 'v', cells } },
    { get: { table: 'comments', row: 5, versions: 2 } },
    { scan: { table: 'comments', limit: 3, ...range } },
    { prepend: { table: 'comments', check: 'c:q', cells: [{ column: 'c:q', value: 'v' }], blind: false, highest: 99 } },
    { firstRow: { table: 'comments', prefixes: 2, digits: true } },
    ...['fullScan', 'reversed', { constantKey: 5 }, { bisection: 8 }].map(by => ({ lastRow: { table: 'comments', by } })),
    { pages: { table: 'comments', size: 2, pages: 2, byOffset: true, batch: 1, columns: { from: 'a', to: 'z' }, ...range } },
    { transaction: { table: 'comments', routingRow: 5, mutations, conditions: [{ row: 5, column: 'c:q', value: 'v' }] } },
    { batch: { table: 'comments', mutations } },
    ...[{ step: 2 }, { random: { among: 9, seed: 1 } }, { zipf: { among: 9, seed: 1 } }, 'time', 'newestFirst'].map(walk => ({ repeat: { ...repeat, walk, key: 'int' } })),
    { repeat: { ...repeat, key: { digits: 4 } } },
    { delete: { table: 'comments', row: 5, cells: scopes } },
    { flush: { table: 't', row: 'a' } },
    { compact: { table: 't', row: 'a', major: true } },
    { split: { table: 't', region: 'a', at: 'c' } },
    { merge: { table: 't', first: 'a', second: 'd' } },
    { move: { table: 't', row: 'z' } },
    { loseAnswer: { client: 'B' } },
    { dropTable: { table: 't' } },
    { balance: {} },
    { crash: { server: 1 } },
  ];
  const session = await open({ start: 'comments' });
  for (const operation of all) {
    const error = await thrown(() => { session.do(operation); throw new Error('done'); });
    assert.notEqual(error.name, 'TypeError', `${JSON.stringify(operation)}: ${error.message}`);
  }
  const listed = (await thrown(() => session.do({}))).advice.match(/\w+(?=[,.])/g);
  assert.deepEqual(listed.filter(name => !all.some(operation => name in operation)), [], 'each operation was tried');
  const look = { table: 'comments', visible: true, notation: 'hex' };
  session.view({ ...look, lines: [0, 1] });
  session.lines({ ...look, from: 1 }).next();
  session.answer({ rows: 1 });
  await session.link(look);
  await session.svg({ ...look, lines: 5, width: 500, theme: 'light' });
  await session.promise('rows 3', { name: 'three' });
  await session.orders({ grain: 'rpc', most: 9, interfere: [{ flush: { table: 'comments' } }], background: false, promises: [], signal: new AbortController().signal, onProgress() {} });
});

test('a table that is not there is refused by every look as by every operation', async () => {
  const session = await open({ start: 'comments' });
  const told = ({ name, message, advice, data }) => ({ name, message, advice, data });
  const want = told(await thrown(() => session.do({ get: { table: 'nope', row: 1 } })));
  const table = 'nope';
  for (const look of [() => session.view({ table }), () => session.lines({ table }).next(), () => session.svg({ table }), () => session.link({ table })]) {
    assert.deepEqual(told(await thrown(look)), want, String(look));
  }
  session.do({ createTable: { table, families: [{ name: 'f' }] } });
  assert.equal(session.view({ table }).table.name, table);
  session.seek(0);
  assert.equal((await thrown(() => session.view({ table }))).name, want.name, 'it is not there yet');
  assert.equal((await open()).view().table, null, 'where none is named, none is missed');
});

test('an argument of a wrong kind is refused, with what the call takes', async () => {
  const session = await open({ start: 'comments' });
  session.do({ get: { table: 'comments', row: 18 } });
  const half = '\ud800';
  const wrong = [
    [() => session.seek(NaN), /seek takes a step/], [() => session.seek(), /seek takes/], [() => session.seek(null), /seek takes/],
    [() => session.seek(1.5), /seek takes a step \(a whole number from 0\)/], [() => session.seek(-1), /seek takes/], [() => session.seek(1n), /seek takes/],
    [() => session.step(NaN), /step takes the number of a job, or the letter of a client/], [() => session.step(1.5), /step takes/],
    [() => session.step(-1), /step takes/], [() => session.step(null), /step takes/], [() => session.step({}), /step takes/],
    [() => session.run(), /run takes lines of the shell/], [() => session.run(5), /run takes/],
    [() => session.svg({ theme: 'pink' }), /no theme “pink”/],
    [() => session.mark(), /mark takes a name/], [() => session.mark('end'), /cannot be called end/], [() => session.mark(' end '), /cannot be called end/],
    [() => session.promise(), /promise takes what must hold/], [() => session.release(), /release takes/],
    [() => { session.background = 'no'; }, /background is true or false/],
    [() => session.run(half), /^The text has to be a well-formed text, not one with a lone surrogate\.$/],
    ...[() => session.queue(half), () => session.mark(half), () => session.seek(half), () => session.promise(half), () => session.release(half)].map(act => [act, /lone surrogate/]),
  ];
  for (const [act, message] of wrong) {
    const error = await thrown(act);
    assert.ok(error instanceof TypeError && error.name === 'TypeError', `${act}: ${error}`);
    assert.match(error.message, message);
    assert.deepEqual(error.data, { field: null, retryable: false }, String(act));
  }
  assert.equal(session.moment().timeline.position, 1, 'it stayed where it was');
  assert.deepEqual(session.moment().timeline.markers, []);
  assert.equal(session.seek(Infinity).timeline.position, 1);
  assert.throws(() => new session.constructor(), { name: 'TypeError', message: /opened by open/, data: { field: null, retryable: false } });
});

/** Options that cannot be taken: the call, the option with what it has to be, and the place of the option. */
const mistaken = [
  [() => open({ script: 7 }), 'script in the options of open has to be a text, not the number 7.', 'script'],
  [() => open({ start: {} }), 'start in the options of open has to be a text, not this Object.', 'start'],
  [() => open({ link: new URL('https://example.org/#start=pets') }), 'link in the options of open has to be a text, not this URL.', 'link'],
  [() => open({ file: true }), 'file in the options of open has to be a text, not true.', 'file'],
  [() => open({ lesson: 5n }), 'lesson in the options of open has to be a text, not 5.', 'lesson'],
  [() => open({ signal: 5 }), 'signal in the options of open has to be an AbortSignal, not the number 5.', 'signal'],
  [() => open({ part: {} }), 'part in the options of open has to be a function, not this Object.', 'part'],
  [() => open({ script: '\udc00' }), 'script in the options of open has to be a well-formed text, not one with a lone surrogate.', 'script'],
  [session => session.run('list', { signal: new AbortController() }), 'signal in the options of run has to be an AbortSignal, not this AbortController.', 'signal'],
  [session => session.run('list', { client: 1 }), 'client in the options of run has to be a text, not the number 1.', 'client'],
  [session => session.do({ balance: {} }, { client: Symbol('A') }), 'client in the options of do has to be a text, not Symbol(A).', 'client'],
  [session => session.queue({ balance: {} }, { client: [] }), 'client in the options of queue has to be a text, not this Array.', 'client'],
  [session => session.orders({ onProgress: 5 }), 'onProgress in the options of orders has to be a function, not the number 5.', 'onProgress'],
  [session => session.orders({ signal: 'stop' }), 'signal in the options of orders has to be an AbortSignal, not the text “stop”.', 'signal'],
  [session => session.orders({ interfere: { flush: { table: 'comments' } } }), 'interfere in the options of orders has to be a list, not this Object.', 'interfere'],
  [session => session.orders({ interfere: [{ flush: {} }] }), 'interfere.0.flush.table in the options of orders is missing.', 'interfere.0.flush.table'],
  [session => session.orders({ promises: 'acknowledged' }), 'promises in the options of orders has to be a list, not the text “acknowledged”.', 'promises'],
  [session => session.orders({ most: NaN }), 'most in the options of orders has to be a whole number from 0 to 4294967295, not the number NaN.', 'most'],
  [session => session.view({ lines: 3 }), 'lines in the options of view has to be a list, not the number 3.', 'lines'],
  [session => session.view({ lines: [] }), 'lines in the options of view has to be a list of two, not this Array.', 'lines'],
  [session => session.view({ lines: [0, -1] }), 'lines.1 in the options of view has to be a whole number from 0 to 4294967295, not the number -1.', 'lines.1'],
  [session => session.view({ visible: 'yes' }), 'visible in the options of view has to be a boolean, not the text “yes”.', 'visible'],
  [session => session.view({ table: '\ud800' }), 'table in the options of view has to be a well-formed text, not one with a lone surrogate.', 'table'],
  [session => session.lines({ from: 'x' }).next(), 'from in the options of lines has to be a whole number from 0 to 4294967295, not the text “x”.', 'from'],
  [session => session.lines({ table: 5 }).next(), 'table in the options of lines has to be a text, not the number 5.', 'table'],
  ...[NaN, -1, 2 ** 32 + 1, 0.5, Infinity].map(rows =>
    [session => session.answer({ rows }), `rows in the options of answer has to be a whole number from 0 to 4294967295, not the number ${rows}.`, 'rows']),
  [session => session.answer({ rows: 'x' }), 'rows in the options of answer has to be a whole number from 0 to 4294967295, not the text “x”.', 'rows'],
  [session => session.promise('rows 3', { name: 3 }), 'name in the options of promise has to be a text, not the number 3.', 'name'],
  [session => session.link({ table: 5 }), 'table in the options of link has to be a text, not the number 5.', 'table'],
  [session => session.svg({ width: '840' }), 'width in the options of svg has to be a whole number from 0 to 4294967295, not the text “840”.', 'width'],
  [session => session.svg({ theme: Symbol('dark') }), 'theme in the options of svg has to be a text, not Symbol(dark).', 'theme'],
];

test('an option that cannot be taken is named, with what it has to be', async () => {
  const session = await open({ start: 'comments' });
  session.do({ get: { table: 'comments', row: 18 } });
  for (const [act, want, field] of mistaken) {
    const { name, message, data } = await thrown(() => act(session));
    assert.deepEqual({ name, message, data }, { name: 'TypeError', message: want, data: { field, retryable: false } }, String(act));
  }
  const grain = await thrown(() => { session.grain = 5; });
  assert.equal(grain.message, 'grain has to be a text or an object, not the number 5.');
  assert.match((await thrown(() => { session.grain = 'day'; })).message, /^grain has to be one of `operation`, `rpc`, `cell`, not the text “day”\.$/);
  assert.deepEqual((await thrown(() => session.promise('rows many'))).data, { field: null, retryable: false }, 'what the engine refuses has data as well');
  assert.equal(session.answer({ rows: 0 }).rowsTotal, 1);
  for (const empty of [null, undefined]) {
    (await open({ start: empty, link: empty, lesson: empty, file: empty, script: empty, signal: empty })).dispose();
    session.do({ get: { table: 'comments', row: 18 } }, { client: empty });
  }
});

const long = 'a whole number of at most eight bytes (beyond 2^53 a bigint)';
const bytes = `a text, a Uint8Array or ${long}`;
const columned = "a text such as 'f:q', or { family, qualifier }";

/** Operations that the engine cannot read, and what is said of them. */
const unreadable = [
  [{ get: { table: 'comments' } }, 'get.row is missing.'],
  [{ put: { table: 'comments', cells: [{ column: 'c:q', value: 'v' }] } }, 'put.row is missing.'],
  [{ put: { table: 'comments', row: 1 } }, 'put.cells is missing.'],
  [{ put: { table: 'comments', row: 1, cells: [{ column: 'c:q', value: 'v', time: 1 }, { column: 'c:q' }] } }, 'put.cells.1.value is missing.'],
  [{ put: { table: 'comments', row: 1, cells: [{ column: 'c:q', value: 'v' }, { value: 'v' }] } }, 'put.cells.1.column is missing.'],
  [{ checkAndPut: { table: 'comments', row: 1, cells: [{ column: 'c:q', value: 'v' }] } }, 'checkAndPut.check is missing.'],
  [{ transaction: { table: 'comments', mutations: [{ deleteRow: { row: 1 } }, { put: { row: 1, column: 'c:q' } }], conditions: [{ row: 1, column: 'c:q' }] } }, 'transaction.mutations.1.put.value is missing.'],
  [{ transaction: { table: 'comments', mutations: [], conditions: [{ row: 1, column: 'c:q' }, { column: 'c:q' }] } }, 'transaction.conditions.1.row is missing.'],
  [{ repeat: { table: 'comments', times: 1, walk: { zipf: {} } } }, 'repeat.walk.zipf.among is missing.'],
  [{ createTable: { families: [{ name: 'f' }], splits: ['m'] } }, 'createTable.table is missing.'],
  [{ scan: { table: 5, limit: 5 } }, 'scan.table has to be a text, not the number 5.'],
  [{ scan: { limit: 5, table: 5 } }, 'scan.table has to be a text, not the number 5.'],
  [{ scan: { table: ['comments'] } }, 'scan.table has to be a text, not this Array.'],
  [{ scan: { table: { name: ['comments'] } } }, 'scan.table has to be a text, not this Object.'],
  [{ scan: { table: undefined } }, 'scan.table has to be a text, not undefined.'],
  [{ scan: { table: 'comments', limit: '5' } }, 'scan.limit has to be a whole number from 0 to 4294967295, not the text “5”.'],
  [{ scan: { table: 'comments', limit: -1 } }, 'scan.limit has to be a whole number from 0 to 4294967295, not the number -1.'],
  [{ scan: { table: 'comments', reversed: 1 } }, 'scan.reversed has to be a boolean, not the number 1.'],
  [{ crash: { server: 300 } }, 'crash.server has to be a whole number from 0 to 255, not the number 300.'],
  [{ get: { table: 'comments', row: 1, versions: 2 ** 40 } }, 'get.versions has to be a whole number of at most four bytes, not the number 1099511627776.'],
  [{ get: { table: 'comments', row: 1.5 } }, `get.row has to be ${bytes}, not the number 1.5.`],
  [{ get: { table: 'comments', row: null } }, `get.row has to be ${bytes}, not null.`],
  [{ get: { table: 'comments', row: { a: { b: 1 } } } }, `get.row has to be ${bytes}, not this Object.`],
  [{ get: { table: 'comments', row: [1, 2] } }, `get.row has to be ${bytes}, not this Array.`],
  [{ get: { table: 'comments', row: new Uint16Array(2) } }, `get.row has to be ${bytes}, not this Uint16Array.`],
  [{ get: { table: 'comments', row: 2n ** 63n } }, `get.row has to be ${bytes}, not 9223372036854775808.`],
  [{ get: { table: 'comments', row: 2n ** 70n } }, `get.row has to be ${long}, not 1180591620717411303424.`],
  [{ put: { table: 'comments', row: 1, cells: [{ column: { family: 'c' }, value: '', time: new Date(0) }] } }, `put.cells.0.time has to be ${long}, not this Date.`],
  [{ put: { table: 'comments', row: 1, cells: [{ column: 5, value: '' }] } }, `put.cells.0.column has to be ${columned}, not the number 5.`],
  [{ put: { table: 'comments', row: 1, cells: [{ column: { family: 5 }, value: '' }] } }, `put.cells.0.column has to be ${columned}, not this Object.`],
  [{ put: { table: 'comments', row: 1, cells: { column: 'c:q', value: '' } } }, 'put.cells has to be a list, not this Object.'],
  [{ put: { table: 'comments', row: 1, cells: 'c:q' } }, 'put.cells has to be a list, not the text “c:q”.'],
  [{ createTable: { table: 't', families: ['f'] } }, 'createTable.families.0 has to be an object, not the text “f”.'],
  [{ createTable: { table: 't', families: [{ name: ['f'] }] } }, 'createTable.families.0.name has to be a text, not this Array.'],
  [{ createTable: { table: 't', families: [{ name: 'f', attributes: [['VERSIONS', '3'], ['TTL']] }] } }, 'createTable.families.0.attributes.1 has to be a list of two, not this Array.'],
  [{ createTable: { table: 't', families: [{ name: 'f', attributes: [[]] }] } }, 'createTable.families.0.attributes.0 has to be a list of two, not this Array.'],
  [{ createTable: { table: 't', families: [{ name: 'f', attributes: [['VERSIONS', 3]] }] } }, 'createTable.families.0.attributes.0.1 has to be a text, not the number 3.'],
  [{ lastRow: { table: 'comments', by: 'guess' } }, 'lastRow.by has to be one of `fullScan`, `constantKey`, `bisection`, `reversed`, not the text “guess”.'],
  [{ lastRow: { table: 'comments', by: 5 } }, 'lastRow.by has to be a text or an object, not the number 5.'],
  [{ lastRow: { table: 'comments', by: 'bisection' } }, 'lastRow.by.bisection has to be a whole number from 0 to 255, not undefined.'],
  [{ lastRow: { table: 'comments', by: { bisection: 8, constantKey: 'k' } } }, 'lastRow.by has to be an object with one field, not this Object.'],
  [{ batch: { table: 'comments', mutations: [{ put: 5 }] } }, 'batch.mutations.0.put has to be an object, not the number 5.'],
  [{ get: { table: 'comments', row: '\ud800' } }, 'get.row has to be a well-formed text, not one with a lone surrogate.'],
  [{ put: { table: 'comments', row: 1, cells: [{ column: { family: 'c', qualifier: 'a\udc00' }, value: '' }] } }, 'put.cells.0.column.qualifier has to be a well-formed text, not one with a lone surrogate.'],
  [{ createTable: { table: 't', families: [{ name: 'f' }], splits: ['a', '\ud800b'] } }, 'createTable.splits.1 has to be a well-formed text, not one with a lone surrogate.'],
];

/** The same where nothing in it can be changed. */
function frozen(given) {
  if (ArrayBuffer.isView(given) || typeof given !== 'object' || given === null) return given;
  Object.values(given).forEach(frozen);
  return Object.freeze(given);
}

test('what the engine cannot read in an operation is named by its place', async () => {
  const session = await open({ start: 'comments' });
  for (const [operation, want] of unreadable) {
    const field = want.match(/^\w+\.(\S+)/)[1];
    const told = async act => (({ name, message, data }) => ({ name, message, data }))(await thrown(act));
    const wanted = { name: 'TypeError', message: want, data: { field, retryable: false } };
    assert.deepEqual(await told(() => session.do(operation)), wanted);
    assert.deepEqual(await told(() => session.queue(frozen(operation))), wanted);
  }
  assert.equal(session.moment().timeline.total, 0, 'nothing was done');
  assert.equal(session.do({ get: { table: 'comments', row: '😀' } }).rows.length, 0, 'a whole surrogate pair is a text');
});

test('every error has data', async () => {
  const session = await open({ start: 'comments' });
  const gone = await open();
  gone.dispose();
  const late = thrown(() => session.run('loop do\n  list\nend\n', { signal: AbortSignal.timeout(50) }));
  for (const act of [
    () => session.seek(0), () => gone.view(), () => open({ start: 'nowhere' }), () => session.view({ table: 'nope' }), () => session.orders({ promises: ['nonsense'] }),
    () => session.do({ get: {} }), () => session.do({}), () => session.do({ get: { rows: 1 } }),
  ]) {
    const { name, data } = await thrown(act);
    assert.equal(data.retryable, false, name);
  }
  const { name, data } = await late;
  assert.deepEqual([name, data], ['TimeoutError', undefined], 'but the reason of a signal, which is thrown as it is');
  const reason = { of: 'mine' };
  assert.equal(await thrown(() => session.orders({ signal: AbortSignal.abort(reason) })), reason);
});

test('advice says what to do, and is left out where the message says it', async () => {
  const session = await open();
  const noClient = await thrown(() => session.step('Z'));
  assert.deepEqual([noClient.name, noClient.message, noClient.advice], ['Refusal', 'There is no such client.', 'There are: A, B, C, D.']);
  const noStart = await thrown(() => open({ start: 'nowhere' }));
  const [, names] = noStart.advice.match(/^There are: (.*)\.$/);
  for (const start of names.split(', ')) (await open({ start })).dispose();
  for (const opening of [{ link: '#v9.AAAA' }, { file: '{}' }, { lesson: 'nowhere' }, { script: 'put (' }]) {
    const error = await thrown(() => open(opening));
    assert.deepEqual([error.name, 'advice' in error], ['LinkError', false], error.message);
  }
});

test('a command of a script that fails is told: when it opens, and of every order', async () => {
  const opened = await open({ script: "create 't', 'f'\nput 'none', 'r', 'f:x', 'v'\nput 't', 'r', 'f:x', 'v'\n" });
  assert.deepEqual(opened.notes, ['A command of the script fails: ERROR: Unknown table none!']);
  assert.equal([...opened.lines()].length, 1, 'and the others are done');
  await opened.queue("put 't', 'r', 'f:x', 'a'\n", { client: 'A' });
  await opened.queue("putt 't', 'r', 'f:x', 'b'\n", { client: 'B' });
  const { outcomes } = await opened.orders();
  assert.deepEqual(outcomes.map(({ failures }) => failures.map(({ client }) => client)), [['B']]);
  assert.match(outcomes[0].failures[0].text, /^NoMethodError/);
  const wrong = await thrown(() => opened.orders({ promises: ['tt: acknowledged'] }));
  assert.equal(wrong.message, 'There is no table “tt” at this step, only t: correct the name, or create it first.');
});

test('what is asked for as a whole comes to its end, or says that it waits', async () => {
  const session = await open();
  session.do({ createTable: { table: 't', families: [{ name: 'f' }] } });
  const repeat = { repeat: { table: 't', times: 3000, put: { column: 'f:q', bytes: 20 }, key: { digits: 5 } } };
  assert.equal(session.do(repeat).done, true);
  const { rows, rowsTotal } = session.do({ scan: { table: 't' } });
  assert.deepEqual([rows.length, rowsTotal], [2000, 3000], 'the first and the last thousand');
  session.background = false;
  assert.deepEqual([session.do({ ...repeat }).done, session.background], [false, false], 'nobody flushes the memstore that is full');
  const none = await thrown(() => session.do({ createTable: { table: 'x', families: [] } }, { client: 'B' }));
  assert.equal(none.message, 'Table x should have at least one column family.');
  const limit = await thrown(() => session.do({ scan: { table: 't', limit: 0 } }, { client: 'B' }));
  assert.deepEqual([limit.data.field, limit.data.retryable], ['limit', false]);
});

test('two clients are stepped, and time goes back and forth', async () => {
  const session = await race('AB', true);
  assert.equal(session.step('A').sentence.client, 'A');
  session.step('B');
  session.step('A');
  const last = session.step('B');
  assert.equal(session.step('A'), null);
  assert.equal(last.timeline.total, 4);
  assert.match(session.answer({ rows: 1 })?.title ?? last.text, /./);
  assert.equal(session.cost().counters[0].name, 'RPC_CALLS');
  const end = JSON.stringify(session.view({ lines: [0, 5] }).lines);
  assert.equal(session.seek(0).timeline.position, 0);
  assert.notEqual(JSON.stringify(session.view({ lines: [0, 5] }).lines), end);
  assert.equal(session.seek('end').timeline.position, 4);
  assert.equal(JSON.stringify(session.view({ lines: [0, 5] }).lines), end);
  assert.equal(session.back().timeline.position, 3);
  session.grain = 'operation';
  assert.equal(session.grain, 'operation');
  assert.throws(() => { session.grain = 'day'; }, TypeError);
  const all = [...session.lines({ visible: true })];
  assert.equal(all.length, session.view({ visible: true }).table.lines);
  assert.ok(all.every((line, at) => line.rank === at));
  assert.match(await session.svg({ theme: 'dark', width: 500 }), /^<svg/);
  assert.match(session.transcript(), /^ +1 {2}A /);
  session.dispose();
});

test('places have names, which links know', async () => {
  const session = await open({ start: 'comments' });
  session.do({ get: { table: 'comments', row: 18 } });
  assert.deepEqual(session.mark('read').timeline.markers, [[1, 'read']]);
  session.do({ get: { table: 'comments', row: 19 } });
  assert.equal(session.seek('read').timeline.position, 1);
  assert.throws(() => session.seek('nowhere'), { name: 'Refusal', message: /“nowhere”/, advice: /mark/ });
  const again = await open({ link: `${await session.link()}&step=read` });
  assert.equal(again.moment().timeline.position, 1);
  assert.deepEqual(session.mark('').timeline.markers, []);
});

test('the same is done many times, and a table is changed', async () => {
  const session = await open({ start: 'comments' });
  const repeat = { table: 'comments', times: 40, put: { column: 'c:text', bytes: 5 }, first: 100, walk: { step: 3 } };
  session.do({ repeat });
  const { rows } = session.do({ scan: { table: 'comments', start: 100 } });
  assert.deepEqual([rows.length, rows.at(-1).text, rows[0].cells[0].value.length], [40, '217', 5]);
  session.do({ repeat: { ...repeat, walk: { random: { among: 1000, seed: 7 } }, key: { digits: 4 }, prefixes: 4 } });
  const salted = session.do({ scan: { table: 'comments', start: '00-', stop: '04' } }).rows;
  assert.deepEqual(new Set(salted.map(({ key }) => new TextDecoder().decode(key).slice(0, 3))), new Set(['00-', '01-', '02-', '03-']));
  assert.throws(() => session.do({ repeat: { ...repeat, times: 1_000_000 } }), { name: 'Refusal' });
  session.do({ alterTable: { table: 'comments', attributes: [['MAX_FILESIZE', '20000']] } });
  assert.match((await session.run("describe 'comments'")).text, /MAX_FILESIZE => '20000/);
});

test('a lesson is opened where a link says', async () => {
  const session = await open({ lesson: 'prepend-race' });
  assert.deepEqual(session.notes, []);
  const then = await open({ link: '#lesson=prepend-race&step=A%20plain%20put' });
  assert.ok(then.moment().timeline.total > session.moment().timeline.total);
  await assert.rejects(() => open({ lesson: 'prepend-rice' }), { name: 'LinkError', message: /prepend-rice/ });
  assert.match((await open({ link: 'lesson=salt&step=nowhere' })).notes[0], /nowhere/);
});

test('a session is saved, and opens as it was', async () => {
  const session = await open({ script: "put 'comments', 'r', 'c:q', 'v'\n", start: 'comments' });
  const [file, link] = [await session.save(), await session.link()];
  for (const again of [await open({ file }), await open({ link }), await open({ link: `https://example.org/#${link}` })]) {
    assert.deepEqual(again.view(), session.view());
    assert.deepEqual(again.notes, []);
    assert.equal(await again.link(), link);
    again.dispose();
  }
  assert.equal(await (await open({ start: 'pets' })).link(), 'start=pets');
  const lost = await open({ link: 'start=comments&step=somewhere' });
  assert.match(lost.notes[0], /“somewhere”/);
  session.dispose();
});

test('links are byte for byte those of the native program', async () => {
  const list = (await readFile(join(root, 'crates/lab/tests/links/list'), 'utf8')).trimEnd().split('\n');
  const written = (await readFile(join(root, 'crates/lab/tests/links/written'), 'utf8')).split('\n');
  for (const [at, line] of list.entries()) {
    const [link, seen] = line.split('\t');
    const session = await open({ link });
    const { text, timeline } = session.moment();
    assert.equal(`${timeline.position} of ${timeline.total}: ${text}`, seen ?? '', link);
    assert.equal(await session.link(), written[at], link);
    session.dispose();
  }
  assert.ok(written.some(link => link.startsWith('v2.')), 'no link of the list holds a session');
});

test('every order is found, with its numbers', async () => {
  const session = await race('AB');
  const heard = [];
  const promises = ['rows 1000'];
  const { complete, outcomes } = await session.orders({ promises, onProgress: progress => heard.push(progress) });
  assert.equal(complete, true);
  assert.deepEqual(outcomes.map(({ end, orders }) => [end, orders]), [['done', 3n], ['done', 3n]]);
  assert.equal(heard.at(-1).orders, 6n);
  assert.deepEqual(outcomes[0].promises, [{ promise: 'rows 1000', kept: false, at: outcomes[0].witness.length }]);
  for (const { client } of outcomes[0].witness) assert.ok(session.step(client));
  assert.equal(session.moment().timeline.canNext, false);
  const few = await (await race('AB')).orders({ most: 3 });
  assert.equal(few.complete, false);
  session.dispose();
});

test('a search and a script can be aborted', async () => {
  const session = await race('ABC');
  const stop = new AbortController();
  const search = session.orders({ grain: 'cell', signal: stop.signal, onProgress: () => stop.abort() });
  await assert.rejects(() => search, { name: 'AbortError' });
  const halt = new AbortController();
  const script = session.run('loop do\n  list\nend\n', { client: 'D', signal: halt.signal });
  await assert.rejects(() => session.run('list\n'), { name: 'Busy' });
  setTimeout(() => halt.abort(), 50);
  await assert.rejects(() => script, { name: 'AbortError' });
  assert.match((await session.run("puts 'still here'\n", { client: 'D' })).text, /still here/);
  assert.equal(session.view().clients.length, 4);
  session.dispose();
});

test('nothing disturbs a script at work', async () => {
  const begun = async () => {
    const session = await open({ start: 'comments' });
    session.do({ get: { table: 'comments', row: 18 } });
    return session;
  };
  const [session, other] = [await begun(), await begun()];
  const lines = "put 'comments', 'r', 'c:q', 'v'\nscan 'comments'\n";
  const { text } = await other.run(lines);
  // From the call on, also where the language has yet to be loaded.
  const script = session.run(lines);
  const put = { put: { table: 'comments', row: 1, cells: [{ column: 'c:q', value: 'v' }] } };
  const changes = [
    () => session.run('list'), () => session.do(put), () => session.queue(put), () => session.queue('list'),
    () => session.step(), () => session.step('A'), () => session.step(1), () => session.back(),
    () => session.seek(0), () => session.seek('end'), () => session.seek('place'), () => session.mark('place'),
    () => session.promise('rows 3'), () => session.release('rows 3'),
    () => { session.grain = 'cell'; }, () => { session.background = false; },
  ];
  const refused = async () => {
    // All are called at once.
    for (const [at, { name, advice, data }] of (await Promise.all(changes.map(thrown))).entries()) {
      assert.deepEqual([name, data], ['Busy', { field: null, retryable: false }], String(changes[at]));
      assert.match(advice, /signal/);
    }
  };
  const busy = refused();
  for (const look of [
    () => session.view(), () => [...session.lines()], () => session.answer(), () => session.cost(), () => session.moment(), () => session.notes,
    () => session.grain, () => session.background, () => session.transcript(),
  ]) look();
  assert.equal((await script).text, text);
  await busy;
  assert.equal(session.background, true);
  assert.equal(session.grain, 'rpc');
  assert.equal(session.seek(0).timeline.position, 0, 'it is over');

  const halt = new AbortController();
  const endless = session.run('loop do\n  list\nend\n', { signal: halt.signal });
  await new Promise(done => setTimeout(done, 30));
  await refused();
  for (const look of [() => session.save(), () => session.link(), () => session.svg(), () => session.promises(), () => session.orders({ most: 3 })]) await look();
  halt.abort();
  await assert.rejects(() => endless, { name: 'AbortError' });
  session.seek('end');

  await assert.rejects(() => session.run('put ('), error => error.name !== 'Busy');
  session.seek('end');
  // What was asked for before a script comes before it.
  const queued = session.queue("put 'comments', 'queued', 'c:q', 'v'", { client: 'B' });
  const then = session.run('list');
  await queued;
  assert.equal((await then).failed, false);
  assert.equal(session.view().clients.find(lane => lane.letter === 'B').upcoming, false);
  const last = session.run('loop do\n  list\nend\n');
  await new Promise(done => setTimeout(done, 30));
  session.dispose();
  await assert.rejects(() => last, { name: 'Disposed' });
});

test('lines show what is changed while they are taken', async () => {
  const session = await open({ start: 'comments' });
  const put = (row, value) => session.do({ put: { table: 'comments', row, cells: [{ column: 'c:text', value }] } });
  const place = ({ rank, rowBinary, column }) => ({ rank, rowBinary, column });
  const before = [...session.lines()];
  let taken = session.lines();
  assert.deepEqual(taken.next().value, before[0]);
  put(1000, 'behind');
  const rest = [...taken];
  assert.deepEqual(rest, [...session.lines()].slice(1));
  assert.equal(rest.at(-1).value, 'behind');

  // The place is a line number: a line that comes before it shifts the others.
  taken = session.lines();
  const [, second] = [taken.next(), taken.next().value];
  put(1, 'in front');
  assert.deepEqual(place(taken.next().value), place({ ...second, rank: 2 }), 'it is given again');
  session.do({ delete: { table: 'comments', row: 1 } });
  session.seek(0);
  assert.deepEqual(taken.next().value, before[3], 'of the moment at the cursor');
  session.seek('end');

  taken = session.lines({ from: 2 });
  taken.next();
  const script = session.run("put 'comments', 'zzz', 'c:text', 'by a script'\n");
  taken.next();
  await script;
  assert.equal([...taken].at(-1).value, 'by a script');

  // It stays with its table.
  session.do({ createTable: { table: 'other', families: [{ name: 'f' }] } });
  session.do({ put: { table: 'other', row: 'r', cells: [{ column: 'f:q', value: 'v' }] } });
  taken = session.lines();
  taken.next();
  session.do({ dropTable: { table: 'comments' } });
  assert.throws(() => taken.next(), { name: 'TableNotFoundException', message: 'comments' });

  taken = session.lines({ table: 'other' });
  assert.equal(taken.next().value.value, 'v');
  session.dispose();
  assert.throws(() => taken.next(), { name: 'Disposed' });
  assert.throws(() => session.lines().next(), { name: 'Disposed' });
});

test('lines of a table with more than are asked for at once come one after the other', async () => {
  const session = await open({ start: 'comments' });
  session.do({ createTable: { table: 'log', families: [{ name: 'f' }] } });
  session.do({ repeat: { table: 'log', times: 600, put: { column: 'f:q' }, key: { digits: 4 } } });
  const look = { table: 'log', visible: true };
  const keys = lines => lines.map(line => Number(line.rowBinary));
  assert.deepEqual(keys([...session.lines(look)]), Array.from({ length: 600 }, (_, at) => at));
  assert.deepEqual(keys([...session.lines({ ...look, from: 599 })]), [599]);
  assert.deepEqual([...session.lines({ ...look, from: 600 })], []);
  const given = [];
  for (const line of session.lines(look)) {
    given.push(line);
    if (given.length === 255) session.do({ delete: { table: 'log', row: '0400' } });
    if (given.length === 256) session.do({ delete: { table: 'log', row: '0000' } });
  }
  const all = Array.from({ length: 600 }, (_, at) => at);
  assert.deepEqual(keys(given), all.filter(key => key !== 256 && key !== 400), 'where a line goes that was taken, one is passed over');
});

test('whether servers begin by themselves can be set and read', async () => {
  const session = await open({ start: 'comments' });
  assert.equal(session.background, true);
  session.background = false;
  assert.equal(session.background, false);
  session.background = !session.background;
  assert.equal(session.background, true);
  session.dispose();
  assert.throws(() => session.background, { name: 'Disposed' });
});

test('a session that was disposed of says so', async () => {
  const session = await open();
  session.dispose();
  session.dispose();
  const gone = { name: 'Disposed', advice: /open\(\)/ };
  for (const use of [() => session.step(), () => session.view(), () => session.do({ balance: {} }), () => session.notes]) {
    assert.throws(use, gone);
  }
  for (const use of [() => session.run('list'), () => session.orders(), () => session.link(), () => session.svg()]) {
    await assert.rejects(use, gone);
  }
});

test('it can be handed in', async () => {
  const folder = join(place.folder, 'node_modules/splitpoint');
  const text = `
    import { load, open } from 'splitpoint';
    import { readFile } from 'node:fs/promises';
    const asked = [];
    const read = name => readFile(${JSON.stringify(folder)} + name);
    const part = name => (asked.push(name), read(asked.length === 1 ? '/nowhere' : '/part/' + name));
    await load({ module: WebAssembly.compile(await read('/splitpoint.wasm')), part });
    const session = await open();
    const { name } = await session.svg().catch(error => error);
    console.log(JSON.stringify([name, (await session.svg()).slice(0, 4), asked.includes('picture.wasm')]));`;
  await writeFile(join(place.folder, 'given.mjs'), text);
  assert.deepEqual(JSON.parse(await call(process.execPath, ['given.mjs'], place.folder)), ['NotLoaded', '<svg', true]);
});

test('a module that cannot be loaded is told, and can be handed in again', async () => {
  const text = `
    import { load, open } from 'splitpoint';
    const { name, advice, data, cause } = await load({ module: 5 }).catch(error => error);
    const again = await open({ start: 'comments' });
    console.log(JSON.stringify([name, advice, data, cause instanceof Error, await load() === undefined, again.view().tables]));`;
  await writeFile(join(place.folder, 'module.mjs'), text);
  const [name, advice, ...rest] = JSON.parse(await call(process.execPath, ['module.mjs'], place.folder));
  assert.equal(name, 'NotLoaded');
  assert.match(advice, /load\({ module, part }\)/);
  assert.deepEqual(rest, [{ field: null, retryable: false }, true, true, ['comments']]);
});

test('an engine that stops while a session is opened says so', async () => {
  // What it was at work on cannot be freed any more.
  const text = `
    import { open } from 'splitpoint';
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (module, imports) => {
      const { exports } = await instantiate(module, imports);
      const handle_open_on = () => { throw new WebAssembly.RuntimeError('unreachable'); };
      const __wbg_handle_free = () => { throw new Error('it was borrowed'); };
      return { module, instance: { exports: { ...exports, handle_open_on, __wbg_handle_free } } };
    };
    for (const again of [1, 2]) console.log((await open().catch(error => error)).name);`;
  await writeFile(join(place.folder, 'stopped.mjs'), text);
  assert.equal(await call(process.execPath, ['stopped.mjs'], place.folder), 'EngineStopped\nEngineStopped\n');
});

test('lines of commands load no methods, and the first other line does', async () => {
  const folder = join(place.folder, 'node_modules/splitpoint');
  const text = `
    import { load, open } from 'splitpoint';
    import { readFile } from 'node:fs/promises';
    const asked = [];
    const read = name => readFile(${JSON.stringify(folder)} + name);
    await load({ part: name => (asked.push(name), read('/part/' + name)) });
    const session = await open({ script: "create 't', 'f'\\nput 't', 'r', 'f:q', 'v', 1" });
    await session.run("t = get_table 't'\\nt.get 'r', {COLUMN => 'f:q'}");
    const before = asked.includes('methods.wasm');
    const { text } = await session.run('puts [1, 2].map { |n| n * 2 }.sum');
    const more = await open({ script: "create 'u', 'f'\\n3.times { |n| put 'u', n.to_s, 'f:q', 'v' }" });
    console.log(JSON.stringify([before, text, asked.includes('methods.wasm'), [...more.lines({ table: 'u' })].length]));`;
  await writeFile(join(place.folder, 'methods.mjs'), text);
  assert.deepEqual(JSON.parse(await call(process.execPath, ['methods.mjs'], place.folder)), [false, '6\n', true, 3]);
});

// What a page and a worker both do.
const work = `
  import { open } from './node_modules/splitpoint/index.js';
  export async function work() {
    const session = await open({ start: 'comments' });
    const { rows } = session.do({ scan: { table: 'comments', limit: 1 } });
    const { text } = await session.run("puts 'heard'");
    return [rows[0].text, rows[0].key.length, text];
  }`;

const worker = `
  import { open } from './node_modules/splitpoint/index.js';
  import { work } from './work.js';
  let stop;
  onmessage = async ({ data }) => {
    if (data === 'stop') return stop.abort();
    if (data === 'work') return postMessage({ did: await work() });
    stop = new AbortController();
    const session = await open({ start: 'comments' });
    for (const client of 'ABC') {
      await session.queue({ prepend: { table: 'comments', check: 'c:text', cells: [{ column: 'c:text', value: client }] } }, { client });
    }
    try {
      await session.orders({ grain: 'cell', signal: stop.signal, onProgress: progress => postMessage({ progress }) });
      postMessage({ ended: 'found' });
    } catch (error) {
      postMessage({ ended: error.name });
    }
  };`;

test('it works in a page and in a worker, under a strict policy', async () => {
  for (const [name, text] of Object.entries({ 'work.js': work, 'worker.js': worker, 'index.html': '<!doctype html><title>x</title><link rel="icon" href="data:,">' })) {
    await writeFile(join(place.folder, name), text);
  }
  const site = await serve({ folder: place.folder, base: '/' });
  const context = await (await launch()).newContext();
  const page = await context.newPage();
  const problems = [];
  page.on('console', message => problems.push(message.text()));
  page.on('pageerror', error => problems.push(String(error)));
  await page.goto(site.address);
  const expected = ['18', 8, 'heard\n'];
  assert.deepEqual(await page.evaluate(async () => (await import('/work.js')).work()), expected);
  const heard = await page.evaluate(() => new Promise((done, fail) => {
    const worker = new Worker('/worker.js', { type: 'module' });
    const heard = { progress: [] };
    worker.onerror = event => fail(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.did) {
        heard.did = data.did;
        worker.postMessage('search');
      } else if (data.progress) {
        heard.progress.push(data.progress.states);
        // The search takes a while, and gets the message in the middle of it.
        if (heard.progress.length === 3) worker.postMessage('stop');
      } else {
        done({ ...heard, ended: data.ended });
      }
    };
    worker.postMessage('work');
  }));
  assert.deepEqual(heard.did, expected);
  assert.equal(heard.ended, 'AbortError');
  assert.ok(heard.progress.every((states, at) => at === 0 || states > heard.progress[at - 1]), `${heard.progress}`);
  await context.close();
  await site.close();
  assert.deepEqual([...problems, ...site.reports], []);
  assert.ok(site.requests.some(path => path.endsWith('/part/language.wasm')));
  assert.ok(!site.requests.some(path => path.endsWith('/part/picture.wasm')), 'what nobody wants is not asked for');
});

test('its types are those of what it gives', async () => {
  const session = await race('AB', true);
  for (const actor of 'ABA') session.step(actor);
  session.do({ split: { table: 'comments', at: 21 } });
  session.do({ scan: { table: 'comments' } });
  // An object literal must have exactly the fields of its type.
  const told = value => JSON.stringify(value, (_, field) => {
    if (field instanceof Uint8Array) return { bytes: [...field] };
    return typeof field === 'bigint' ? { big: String(field) } : field;
  }).replaceAll(/\{"bytes":(\[[^\]]*\])\}/g, 'new Uint8Array($1)').replaceAll(/\{"big":"(\d+)"\}/g, '$1n');
  const given = {
    View: session.view(),
    Reply: session.do({ get: { table: 'comments', row: 18 } }),
    Printed: await session.run("get 'comments', 'x'\n"),
    Orders: await (await race('AB')).orders({ promises: ['comments: acknowledged'] }),
    Moment: session.moment(),
    Cost: session.cost(),
  };
  const lines = Object.entries(given).map(([type, value]) => `export const a${type}: ${type} = ${told(value)};`);
  const given_ = `import type { ${Object.keys(given).join(', ')} } from 'splitpoint';\n${lines.join('\n')}\n`;
  await writeFile(join(place.folder, 'given.ts'), given_);
  await writeFile(join(place.folder, 'example.ts'), await readFile(join(root, 'web/e2e/package.example.ts'), 'utf8'));
  await writeFile(join(place.folder, 'using.ts'), "import { open } from 'splitpoint';\nusing session: Disposable = await open();\nexport const { dispose } = session as { dispose?(): void };\n");
  const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022'];
  // With the symbol of `using` and without it.
  for (const [module, lib, ...files] of [['nodenext', 'es2022,dom,esnext.disposable', 'using.ts'], ['preserve', 'esnext,dom', 'using.ts'], ['nodenext', 'es2022,dom']]) {
    await call(bin('tsc'), [...options, '--module', module, '--lib', lib, 'given.ts', 'example.ts', ...files], place.folder);
  }
});

test('what others check packages with has nothing against it', async () => {
  await call(bin('publint'), [place.tarball, '--strict'], place.folder);
  await call(bin('attw'), [place.tarball, '--profile', 'esm-only', '--exclude-entrypoints', 'splitpoint.wasm'], place.folder);
});

test('every example of docs/api.md prints what stands below it', async () => {
  const path = join(root, 'docs/api.md');
  const text = await readFile(path, 'utf8');
  const examples = [...text.matchAll(/```js\n([^]*?)```\n\n```text\n([^]*?)```/g)];
  assert.equal(examples.length, text.match(/^```js$/gm).length, 'below each example stands what it prints');
  let written = text;
  for (const [at, [whole, code, printed]] of examples.entries()) {
    await writeFile(join(place.folder, `example-${at}.mjs`), code);
    const prints = await call(process.execPath, [`example-${at}.mjs`], place.folder);
    if (process.env.UPDATE_GOLDENFILES) written = written.replace(whole, () => `${whole.slice(0, -printed.length - 3)}${prints}\`\`\``);
    else assert.equal(prints, printed, code);
  }
  if (written !== text) await writeFile(path, written);
});
