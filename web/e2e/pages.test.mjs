// Scan pages: the third page of a user's actions, newest first, by cursor and by offset, and the costs of each.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { play } from './stage.mjs';

/** What each page returned to the client, and the final counters. */
async function thirdPage(person, way) {
  await person.form.getByRole('radio', { name: way }).check();
  for (const page of [1, 2, 3]) {
    await person.step();
    await until(() => person.sentence(), new RegExp(`^A page ${page} .*brings 5 rows`));
  }
  const rows = (await person.did('A')).slice(-3).map(entry => entry.replace(/^.*→ /, ''));
  await person.tab('Cost');
  const cost = await person.cost();
  await person.tab('Clients');
  return { rows, cost };
}

play('pages: page three by cursor reads its own rows only, by offset all rows before it again', {}, async ({ person, page }) => {
  await person.startFrom('User actions');
  await person.choose('Scan pages');
  assert.equal(await person.field('From row').inputValue(), '7');
  assert.equal(await person.field('To row, excluded').inputValue(), '8');

  const byCursor = await thirdPage(person, 'after the last row');
  assert.deepEqual(byCursor.rows, [
    '5 rows, 7 · 2009-06-11 15:13:38 · 715 … 7 · 2009-06-10 21:56:31 · 661',
    '5 rows, 7 · 2009-06-10 19:20:12 · 654 … 7 · 2009-06-08 13:41:31 · 507',
    '5 rows, 7 · 2009-06-08 06:40:17 · 487 … 7 · 2009-06-07 07:17:22 · 411',
  ]);
  assert.deepEqual(await person.memory('A'), { page: '3', cursor: '7 · 2009-06-07 07:17:22 · 411' });
  const third = (await person.badges()).filter(badge => badge.endsWith('● A page 3'));
  assert.equal(third.length, 5);
  assert.match(third[0], /^7 · 2009-06-08 06:40:17 · 487 /);
  assert.match(third[4], /^7 · 2009-06-07 07:17:22 · 411 /);

  const byOffset = await thirdPage(person, 'at an offset');
  assert.deepEqual(byOffset.rows, byCursor.rows, 'the same pages');
  assert.match(await person.sentence(), /10 Results read and thrown away to get there/);
  assert.deepEqual(await person.memory('A'), { page: '3', offset: '15' });
  const badges = await person.badges();
  const marked = text => badges.filter(badge => badge.endsWith(text)).map(badge => badge.slice(0, badge.indexOf(' content:')));
  const leapt = badges.filter(badge => /: ↷ A skips \d+ cells$/.test(badge));
  assert.deepEqual([marked('○ A thrown away').length, marked('● A page 3').length, leapt.length, badges.length], [10, 5, 1, 16]);
  assert.deepEqual(marked('● A page 3'), third.map(badge => badge.slice(0, badge.indexOf(' content:'))), 'the page is the same');

  const counters = ({ cost }) => [cost.RPC_CALLS, cost.ROWS_SCANNED, cost['rows returned'], cost['cells returned']];
  assert.deepEqual(counters(byCursor), [3, 15, 15, 15]);
  assert.deepEqual(counters(byOffset), [3, 30, 30, 30], '5 + 10 + 15 rows for the same 15');
  assert.ok(byOffset.cost.BYTES_IN_RESULTS > byCursor.cost.BYTES_IN_RESULTS);

  await person.tab('Cost');
  const { 'cells examined': examined, 'cells returned': returned } = byOffset.cost;
  await page.getByText(`Cells examined ${examined}, returned to the client ${returned}`).waitFor();

  // The result is shown, with what was thrown away, and changes when time goes back.
  const answer = await person.answer();
  assert.deepEqual([answer.title, answer.count, answer.lines.length], ['What came back · A · page 3 skipping 10', '15 rows, 15 cells', 30]);
  assert.equal(answer.lines[0], '7 · 2009-06-11 15:13:38 · 715thrown away');
  assert.deepEqual(answer.lines.slice(28), ['7 · 2009-06-07 07:17:22 · 411', 'content:name login']);
  await person.button('Step back', person.time).click();
  await until(async () => (await person.answer()).count, '10 rows, 10 cells');
});

play('pages: reversed, the oldest come first', {}, async ({ person }) => {
  await person.startFrom('User actions');
  await person.choose('Scan pages');
  await person.field('Reversed: rows descend').check();
  await person.type({ 'From row, the larger key': '8', 'Down to row, excluded': '7', 'Rows a page': '2', Pages: '2' });
  await person.run();
  await until(async () => (await person.did('A')).length, 2);
  const dates = (await person.did('A')).flatMap(entry => entry.replace(/^.*→/, '').match(/2009-\d\d-\d\d \d\d:\d\d(:\d\d)?/g));
  assert.equal(dates.length, 4);
  assert.deepEqual(dates, [...dates].sort(), 'from the largest key down');
});

play('pages: a wide row arrives in pieces, and a range of qualifiers reads one pet', {}, async ({ person }) => {
  await person.startFrom('Table inside a row');
  await person.choose('Scan pages');
  await person.run();
  await until(() => person.did('A'), ['open scanner', 'page 1 → 1 Result with 2 cells, pets', 'close scanner']);
  await person.button('Step back', person.time).click(); // from the closing of the scanner to its result
  await until(async () => (await person.badges()).length > 0, true);
  const read = (await person.badges()).filter(badge => badge.includes('● A page 1'));
  assert.deepEqual(read.map(badge => badge.split(' ')[1]).filter(column => !column.startsWith('t:fluffy|')), []);
  assert.ok(read.length >= 2, 'name and species');
  await person.button('To the end', person.time).click();
  await person.tab('Cost');
  const narrow = await person.cost();

  await person.type({ 'Qualifiers from': '', 'Qualifiers to, excluded': '', 'Rows a page': '30' });
  await person.run(); // a part of a row counts as one Result
  await until(() => person.sentence(), /^A page 1 brings 24 Results with 464 cells: pets/);
  await until(async () => (await person.cost())['cells returned'] > 100, true);
  const whole = await person.cost();
  assert.ok(narrow['cells examined'] * 10 < whole['cells examined'], 'the filter seeks past what lies before');
});

play('pages: another table is seen from its top, with a form that suits it', {}, async ({ person, page }) => {
  await person.startFrom('User actions');
  await person.choose('Scan pages');
  await person.run();
  await until(() => page.locator('.map').evaluate(map => map.scrollTop > 0), true);
  await person.startFrom('Empty');
  await page.getByRole('button', { name: /^Table ?: Create table$/ }).waitFor();
  await person.startFrom('Partitions');
  await until(async () => (await person.cells())[0], 'acm001 f:amount 297');
  assert.equal(await page.locator('.map').evaluate(map => map.scrollTop), 0);
  assert.equal(await person.button('Insert', person.form).getAttribute('aria-pressed'), 'true');
});

play('pages: the key of a row that is higher than the picture stands at its beginning, else at the top of what is seen', {}, async ({ page, person }) => {
  await person.startFrom('Table inside a row');
  const seen = () => page.locator('.map').evaluate(map => {
    const [top, end] = [map.getBoundingClientRect().top + 32, map.getBoundingClientRect().bottom];
    const lines = [...map.querySelectorAll('.line')].map(line => [line, line.getBoundingClientRect()]);
    const whole = lines.filter(([, box]) => box.top >= top - 1 && box.bottom <= end + 1).map(([line]) => line);
    return whole.map((line, at) => line.querySelector('.line__row > .spoken') ? '' : `${at} ${line.querySelector('.line__row').textContent}`).filter(Boolean);
  });
  const [first, ...others] = await seen();
  assert.match(first, /^0 /);
  await page.locator('.map').evaluate(map => { map.scrollTop = 2613; });
  await until(async () => (await seen()).join(), /^0 pets$/);
  assert.deepEqual(others.filter(other => other.endsWith('pets')).length, 1, 'once');
});
