// Transaction: several rows of one region change as one; a row elsewhere, and nothing does.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { play } from './stage.mjs';

const tenant = ['xxxabc f:amount 20', 'xxxabc f:state open', 'xxxmno f:amount 35', 'xxxmno f:state open', 'xxxzzz f:amount 55', 'xxxzzz f:state open'];

/** The cells of the tenant, once they are drawn. */
async function ofTenant(person) {
  return (await person.cells()).filter(cell => cell.startsWith('xxx'));
}

play('transaction: rows of one region change as one, under one sequence id', {}, async ({ person }) => {
  await person.startFrom('Partitions');
  await person.choose('Transaction');
  assert.deepEqual(await person.said('Row of mutation 1'), ['r4 on server S2']);
  await person.grain('cell');
  const steps = [];
  do {
    await person.step();
    steps.push(await until(() => person.sentence(), steps.length ? new RegExp(`^(?!${steps.at(-1).replace(/[()\[\].?*+^$|\\]/g, '\\$&')}$)`) : /./));
  } while (!/gets the answer/.test(steps.at(-1)) && steps.length < 40);
  const numbers = steps.filter(step => /^A (locks|unlocks) row/.test(step));
  assert.deepEqual(numbers.map(step => step.match(/(locks|unlocks) row (\w+)/).slice(1).join(' ')), [
    'locks xxxabc', 'locks xxxdef', 'locks xxxzzz', 'unlocks xxxabc', 'unlocks xxxdef', 'unlocks xxxzzz',
  ]);
  const appended = steps.filter(step => / to the log of /.test(step));
  assert.equal(appended.length, 1, 'one entry in the log');
  const [, cells, number] = appended[0].match(/appends (\d+) cells .* as number (\d+)/);
  assert.equal(cells, '3');
  assert.ok(steps.some(step => step.includes(`readers of r4 now see up to number ${number}`)), steps.join('\n'));

  await until(() => ofTenant(person), [
    'xxxabc f:amount 20', 'xxxabc f:state paid', 'xxxabc f:state open (older)', 'xxxdef f:state open',
    'xxxmno f:amount 35', 'xxxmno f:state open',
    'xxxzzz f: ✕ DeleteFamily', 'xxxzzz f:amount 55 (deleted)', 'xxxzzz f:state open (deleted)',
  ]);
  assert.match((await person.did('A')).join('\n'), /transaction on 3 rows/);
});

play('transaction: the card of a cell has the number under which it stands in the log', {}, async ({ person, page }) => {
  await person.startFrom('Partitions');
  await person.choose('Transaction');
  await person.grain('cell');
  await person.step();
  const appends = /appends \d+ cells .* as number (\d+)/;
  const [, number] = (await person.goes(appends)).match(appends);
  await person.goes(/gets the answer/);
  const numberOf = async (row, value) => {
    await page.getByRole('row', { name: new RegExp(`${row}.*${value}`) }).getByRole('gridcell').nth(1).click();
    await page.locator('.detail__fact', { hasText: value }).first().waitFor();
    return page.locator('.detail__fact', { hasText: 'Sequence number' }).locator('dd').textContent();
  };
  assert.equal(await numberOf('xxxabc', 'paid'), number);
  // What was there before was written with a smaller number.
  const before = await numberOf('xxxmno', 'open');
  assert.ok(Number(before) < Number(number), `${before} before ${number}`);
});

play('transaction: nobody sees half of it', {}, async ({ person }) => {
  await person.startFrom('Partitions');
  await person.choose('Transaction');
  await person.grain('cell');
  for (let step = 0; step < 7; step++) await person.step(); // to the first cell in the memstore
  await until(() => person.sentence(), /^A adds xxxabc f:state to the memstore of r4\. Nobody sees it yet/);
  await until(async () => (await ofTenant(person)).slice(0, 3),
    ['xxxabc f:amount 20', 'xxxabc f:state paid (not visible yet)', 'xxxabc f:state open']);
  await person.choose('Get', 'Row');
  await person.as('B Ben');
  await person.type({ 'Row key': 'xxxabc' });
  await person.grain('operation');
  await person.step();
  await until(() => person.badges(), [
    // Cells in the region before the row that is read.
    'van014 f:state sent: ↷ B skips 132 cells',
    'xxxabc f:amount 20: ● B read',
    'xxxabc f:state paid (not visible yet): ○ B not visible',
    'xxxabc f:state open: ● B read',
    // In the memstore it skips all that is too new, until it meets something visible.
    'xxxdef f:state open (not visible yet): ○ B not visible',
    'xxxzzz f: ✕ DeleteFamily (not visible yet): ○ B not visible',
  ]);
});

play('transaction: locks are drawn from lock to unlock, cells one by one, hollow until they are visible', {}, async ({ person }) => {
  await person.startFrom('Partitions');
  await person.choose('Transaction');
  await person.grain('cell');
  const locked = new Set();
  const pending = [];
  let logged;
  for (let step = 0; step < 40; step++) {
    const before = await person.position();
    await person.step();
    await until(async () => await person.position() !== before, true);
    const sentence = await person.sentence();
    const [, does, row] = sentence.match(/^A (locks|unlocks) row (\w+)/) ?? [];
    if (does === 'locks') locked.add(row);
    if (does === 'unlocks') locked.delete(row);
    const [, added] = sentence.match(/^A adds (?:a \w+ marker for )?(\w+ f:\w*)/) ?? [];
    if (added) pending.push(added);
    if (/makes the write visible/.test(sentence)) pending.length = 0;
    assert.deepEqual((await person.locks()).sort(), [...locked].map(row => `${row} locked by A`).sort(), sentence);
    const hollow = (await person.cells()).filter(cell => cell.endsWith('(not visible yet)'));
    assert.deepEqual(hollow.map(cell => cell.split(' ').slice(0, 2).join(' ')), pending, sentence);
    if (/ to the log of /.test(sentence)) {
      logged = (await person.logs()).S2.at(-1);
      assert.match(logged, /^\d+: 3 cells of r4, not visible yet$/);
    }
    if (/makes the write visible/.test(sentence)) assert.equal((await person.logs()).S2.at(-1), logged.split(',')[0]);
    if (/gets the answer/.test(sentence)) return;
  }
  assert.fail('the transaction came to no end');
});

play('transaction: with a row of another region HBase refuses all of it, and nothing is written', {}, async ({ person }) => {
  await person.startFrom('Partitions');
  await person.choose('Transaction');
  await person.type({ 'Row of mutation 2': 'acm001' });
  const said = () => person.said('Row of mutation 2').then(said => said.join('\n'));
  await until(said, /^r1 on server S1\n.*refuses the whole transaction \(DoNotRetryIOException, and nobody tries again\)/);
  await person.run();
  await until(() => person.sentence(),
    /^A transaction on 3 rows fails: DoNotRetryIOException\. Row acm001 lies in another region, so nothing is written and nobody tries again/);
  assert.deepEqual(await person.did('A'), ['transaction on 3 rows DoNotRetryIOException: xxxabc in the region, acm001 not: 0 of 3 applied']);
  assert.equal(await person.state('A'), 'failed');
  // The row that lies elsewhere is marked, and in sight.
  assert.deepEqual(await person.badges(), ['acm001 f:amount 297: ✗ A not in r4']);

  await person.choose('Get', 'Row'); // which also scrolls to the tenant
  await person.type({ 'Row key': 'xxxabc' });
  await person.run();
  await until(() => ofTenant(person), tenant);
});

play('transaction: done each by itself, rows of other regions are written, and only what fails is not', {}, async ({ person, page }) => {
  await person.startFrom('Partitions');
  await person.choose('Transaction');
  await person.type({ 'Row of mutation 2': 'acm001' });
  await person.form.getByRole('radio', { name: 'each by itself' }).check();
  assert.equal(await person.form.getByLabel('Sent to the region of').count(), 0);
  assert.equal(await person.form.getByText('+ condition').count(), 0);
  await until(() => person.said('Row of mutation 2'), ['r1 on server S1']);
  await person.run();
  await until(() => person.sentence(), /^A batch in myTable is done, 3 mutations: each of them was written by itself/);
  await until(() => page.locator('.do__command').textContent(), /^get_table\('myTable'\)\.table\.batch\(\[/);
  await person.type({ 'Column of mutation 1': 'nope:state' });
  await person.run();
  await until(() => person.sentence(), /^A batch in myTable: 1 of 3 mutations failed\. .*NoSuchColumnFamilyException.* What did not fail is written/);
});

play('transaction: a condition that fails leaves everything as it was', {}, async ({ person }) => {
  await person.startFrom('Partitions');
  await person.choose('Transaction');
  await person.button('+ condition', person.form).click();
  await person.type({ 'Row of condition 1': 'xxxabc', 'Column of condition 1': 'f:state' });
  await person.form.getByLabel('What condition 1 asks').selectOption('equals');
  await person.type({ 'Value of condition 1': 'paid' });
  await person.run();
  await until(async () => (await person.did('A')).length, 1);
  await until(() => ofTenant(person), tenant);
  await person.type({ 'Value of condition 1': 'open' });
  await person.run();
  await until(async () => (await ofTenant(person)).includes('xxxabc f:state paid'), true);
});

play('transaction: each mark of the page says what it means, not in a colour only', {}, async ({ page, person }) => {
  const marks = [
    '.map__head [role=columnheader]', '.card__server', '.gap__words', '.card__size', '.line__square', '.line__dash', '.file', '.pill', '.badge', '.lock',
    '.overview', '.log__edit', '.lane__state', '.memory__title',
  ];
  const met = new Set();
  const look = async where => {
    const found = await page.evaluate(marks => marks.map(mark => {
      const all = [...document.querySelectorAll(mark)];
      // An explanation is at the mark, around it or inside it.
      const told = element => {
        const at = element.closest('[title]');
        return element.querySelector(':scope > title')?.textContent ?? at?.title ?? element.querySelector('[title]')?.title ?? '';
      };
      return [mark, all.length, all.filter(element => told(element).length < 8).map(element => element.outerHTML.slice(0, 120))];
    }), marks);
    for (const [mark, count, silent] of found) {
      if (count) met.add(mark);
      assert.deepEqual(silent, [], `${where}: ${mark}`);
    }
  };
  await look('at first');
  await person.choose('Prepend');
  await person.step();
  await look('at work');
  await person.startFrom('Partitions');
  await person.choose('Transaction');
  await person.grain('cell');
  for (let step = 0; step < 9; step++) await person.step();
  await look('in the midst of a transaction');
  assert.deepEqual(marks.filter(mark => !met.has(mark)), [], 'each was there to look at');
});
