// Marks that stay in mind: what is open, who is dead, what a write changed, what pages repeat and miss, and what is printed.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { play } from './stage.mjs';

const style = (locator, name) => locator.evaluate((element, name) => getComputedStyle(element)[name], name);

play('mark: an open scanner stands in its region with a flag, as long as it is open', {}, async ({ person, page }) => {
  await person.choose('Scan pages');
  await person.form.getByText('Columns, batch, caching, filter').click();
  await person.type({ 'Rows a page': '5', 'Results a call': '1' });
  await person.grain('cell');
  await person.step();
  const flag = page.locator('.scanner__flag');
  for (let steps = 0; steps < 40 && !await flag.count(); steps++) await person.next();
  const [letter, number, told] = [await page.locator('.scanner .letter').textContent(), await flag.textContent(), await page.locator('.scanner .spoken').textContent()];
  assert.equal(letter, 'A');
  assert.match(number, /\d+/);
  assert.match(told, /^A(’s|'s)? .*scanner/i);
  assert.ok(told.includes(number.match(/\d+/)[0]), `${told} says ${number}`);
  await person.run();
  await until(() => flag.count(), 0);
});

play('mark: a server that died is crossed out with what its log keeps, which goes with its regions', {}, async ({ person, page }) => {
  const log = name => page.locator('.log', { hasText: name });
  await person.grain('cell');
  const edits = await log('S1').locator('.log__edit').allTextContents();
  assert.ok(edits.length > 0, 'nothing is in the log of S1');
  await person.choose('Crash a server', 'Table');
  await person.step();
  await person.goes(/^Server S1 dies/);
  const dead = page.locator('.log--dead');
  assert.equal(await dead.count(), 1);
  assert.equal(await style(dead.locator('.log__server'), 'textDecorationLine'), 'line-through');
  assert.deepEqual(await dead.locator('.log__edit').allTextContents(), edits, 'the log outlives its server');
  await until(() => page.locator('.card--dead').count(), 1);
  assert.equal(await style(page.locator('.card--dead .card__server').first(), 'textDecorationLine'), 'line-through');
  await person.run();
  await until(() => page.locator('.card--dead').count(), 0);
  await until(() => person.regions(), ['r1 [−∞, 20) on S2', 'r2 [20, +∞) on S2']);
  assert.equal(await log('S1').locator('.log__edit').count(), 0);
});

play('mark: every cell of a check-and-put is tinted', {}, async ({ person, page }) => {
  await person.choose('Prepend');
  await person.run();
  await until(() => person.sentence(), /^A check-and-put on 17 succeeds/);
  const lines = page.locator('.line--written');
  assert.deepEqual([await lines.count(), await lines.locator('[role=rowheader]').first().textContent()], [2, '17']);
  const tints = await lines.evaluateAll(all => all.map(line => getComputedStyle(line).backgroundColor));
  assert.equal(new Set(tints).size, 1);
  assert.notEqual(tints[0], 'rgba(0, 0, 0, 0)');
});

for (const [what, line, badges, rows] of [
  ['repeat a row that moved down', "put 'comments', [17].pack('q>'), 'c:text', 'x'",
    { 17: ['○ A thrown away'], 18: ['↻ A page 2, again'] }, ['17thrown away', '18page 2, again']],
  ['miss a row that moved up', "deleteall 'comments', [18].pack('q>')",
    { 19: ['✗ A missed: on no page'], 20: ['● A page 2', '○ A passes over', '○ A to next column'] }, ['19missed: on no page', '20']],
]) {
  play(`mark: pages by offset ${what}, and the picture names it`, {}, async ({ person }) => {
    await person.choose('Scan pages');
    await person.type({ 'Rows a page': '1', Pages: '2' });
    await person.form.getByRole('radio', { name: 'at an offset' }).check();
    await person.grain('RPC');
    await person.step();
    await person.goes(/page 1/);
    await person.console("client 'B'", line);
    for (let steps = 0; steps < 9 && await person.state('A') !== 'done'; steps++) await person.stepClient('A');
    const seen = {};
    for (const badge of await person.badges()) {
      const [, row, mark] = badge.match(/^(\d+) .*: (\S+ A .*)$/);
      seen[row] = [...new Set([...seen[row] ?? [], mark])];
    }
    assert.deepEqual(seen, badges);
    assert.deepEqual((await person.answer()).lines.filter(line => /^\d/.test(line)), rows);
  });
}

play('mark: on paper are the map, the sentence and what the signs mean, and nothing that can be pressed', {}, async ({ person, page }) => {
  await person.choose('Prepend');
  await person.run();
  await page.emulateMedia({ media: 'print' });
  const sees = selector => page.locator(selector).first().isVisible();
  assert.deepEqual([await sees('.map'), await sees('.sentence'), await sees('.keys__legend')], [true, true, true]);
  assert.deepEqual([await sees('.header'), await sees('.dock'), await sees('.page__do'), await sees('.page__console')], [false, false, false, false]);
  const legend = await page.locator('.keys__legend > li').allTextContents();
  assert.ok(legend.length >= 4 && legend.every(text => text.length > 5), String(legend));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  await page.emulateMedia({ media: 'screen' });
});
