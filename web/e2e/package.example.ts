// Uses the package as people write it: `package.test.mjs` has it checked by the compiler of TypeScript.

import { load, open, type Operation, type SplitpointError } from 'splitpoint';

await load({ module: fetch('/engine/splitpoint.wasm'), part: name => new URL(name, 'https://example.org/engine/') });
const session = await open({ start: 'comments' });

const operations: Operation[] = [
  { put: { table: 'comments', row: 17n, cells: [{ column: 'c:text', value: 'hello' }] } },
  { delete: { table: 'comments', row: 18, cells: [{ versions: { column: 'c:text' } }] } },
  { lastRow: { table: 'comments', by: { bisection: 8 } } },
  { flush: { table: 'comments' } },
];
for (const operation of operations) session.do(operation);
session.background = !session.background;

// @ts-expect-error there is no such operation
session.do({ putt: {} });
// @ts-expect-error there are four clients
session.step('E');

try {
  session.do({ get: { table: 'nope', row: 'r' } });
} catch (problem) {
  const { name, advice, data } = problem as SplitpointError;
  console.log(name, advice?.length, data.field);
}

const { outcomes } = await session.orders({ signal: AbortSignal.timeout(1000), onProgress: ({ orders }) => console.log(orders * 2n) });
const counts: (bigint | null)[] = outcomes.map(outcome => outcome.orders);
for (const line of session.lines({ table: 'comments' })) console.log(line.rowKey.length, line.row[0]?.text, counts);
session.dispose();
