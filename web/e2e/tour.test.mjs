// Of the README's *Ten minutes*: what the numbers 1 to 5, 7 and 10 say in the main is done, and does what it says. The others are in
// must, orders, compare, heat, design, lesson and import.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { play } from './stage.mjs';

play('tour: insert, step by step and back', {}, async ({ person, page }) => {
  assert.equal((await person.regions()).length, 2, 'it opens on a table with data in it');
  assert.deepEqual((await person.cells())[0], '18 c:date May 24', 'the smallest key on top');
  await page.getByText('split point 20').waitFor();

  await person.choose('Insert');
  await person.type({ 'Row key': '17' });
  await until(() => person.said('Row key'), ['r1 on server S1, before 18: the first row.']);
  await person.grain('cell');
  const told = [];
  for (let step = 0; step < 12 && !/answer/.test(told.at(-1)); step++) {
    const before = await person.position();
    await person.step();
    await until(async () => await person.position() !== before, true);
    told.push(await person.sentence());
  }
  for (const words of [/asks hbase:meta/, /sends/, /locks row/, / to the log of /, /to the memstore/, /makes the write visible/]) {
    assert.ok(told.some(sentence => words.test(sentence)), `${words} in\n${told.join('\n')}`);
  }

  await person.button('Step back', person.time).click();
  await person.type({ 'Row key': '16' });
  await person.as('B Ben');
  await person.run();
  await until(async () => (await person.cells()).includes('16 c:text Thank you'), true);
  await person.time.getByRole('button', { name: '2 branches' }).waitFor();
});

play('tour: first minutes fill a form and play nothing', {}, async ({ page, person }) => {
  const minutes = page.getByRole('region', { name: 'First minutes' });
  await person.button('Lose a comment', minutes).click();
  assert.ok(await person.form.getByRole('checkbox', { name: 'Write blindly, with a plain put' }).isChecked());
  await person.form.getByText('Send as Ada, then once more as Ben').waitFor();
  assert.equal(await person.position(), '0 of 0');
  // Whoever only presses the strongest button has done it: Ben sends next, by himself.
  const send = person.form.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await until(() => person.sentence(), /^A reads the first row: it is 18/);
  assert.ok(await person.form.getByRole('radio', { name: 'B Ben' }).isChecked());
  await send.click();
  await until(() => person.sentence(), /^B reads the first row: it is 18/);
  for (const letter of ['A', 'B']) await person.stepClient(letter);
  await until(async () => (await person.cells())[0], '17 c:text Thank you');
  await person.button('Next idea: Last row, four ways', person.form).click();
  await person.form.getByText('3 of 8').waitFor();
  await person.button('To the beginning', person.time).click();
  await person.startFrom('User actions');
  await person.button('Together or not at all', minutes).click();
  await page.getByRole('banner').getByRole('button', { name: 'Partitions' }).waitFor();
  await person.form.getByText('A transaction changes several rows or none').waitFor();
  assert.equal(await person.position(), '0 of 0');
});

play('tour: the form sends, Next goes on and says with what', {}, async ({ page, person }) => {
  await person.choose('Prepend');
  const send = person.form.getByRole('button', { name: /^Send/ });
  await send.click();
  await person.button('Next: A check-and-put 17', person.time).waitFor();
  assert.ok(await person.time.getByRole('button', { name: /^Next/ }).evaluate(button => button === document.activeElement));
  assert.ok(!await send.isEnabled());
  await page.keyboard.press('Enter');
  await until(() => person.sentence(), /^A check-and-put on 17 succeeds/);
  assert.equal(await send.textContent(), 'Send again');
  await person.type({ 'Value 1': 'Something else' });
  assert.equal(await send.textContent(), 'Send');
});

play('tour: two clients prepend', {}, async ({ person }) => {
  await person.choose('Prepend');
  await person.step();
  await until(() => person.sentence(), /^A reads the first row: it is 18/);
  await person.as('B Ben');
  await person.step();
  await until(() => person.sentence(), /^B reads the first row: it is 18/);
  await person.stepClient('B');
  await until(() => person.sentence(), /^B check-and-put on 17 succeeds/);
  await person.stepClient('A');
  await until(() => person.sentence(), /^A check-and-put on 17 fails/);
  await person.stepClient('A');
  await until(() => person.sentence(), /^A check-and-put on 16 succeeds/);
});

play('tour: pages, a transaction, another table', {}, async ({ person }) => {
  await person.startFrom('User actions');
  await person.choose('Scan pages');
  const scanned = async way => {
    await person.form.getByRole('radio', { name: way }).check();
    await person.run();
    await until(() => person.sentence(), /^A page 3 .*brings 5 rows/);
    await person.tab('Cost');
    return (await person.cost()).ROWS_SCANNED;
  };
  assert.deepEqual([await scanned('after the last row'), await scanned('at an offset')], [15, 30]);

  await person.startFrom('Partitions');
  await person.choose('Transaction');
  await person.type({ 'Row of mutation 2': 'acm001' });
  await person.form.getByText(/refuses the whole transaction/).waitFor();
  await person.run();
  await until(() => person.sentence(), /nothing is written/);
});

play('tour: the console, and a script of two clients', {}, async ({ person, page }) => {
  await person.console("scan 'comments', {LIMIT => 1}");
  assert.ok((await person.printed()).some(line => line.trim() === '1 row(s)'));
  await person.type({ 'Row key': '17' });
  await page.getByRole('region', { name: 'As shell' }).locator('pre').waitFor();
  await page.locator('#pane-console').getByRole('tab', { name: 'Script' }).click();
  await page.locator('#console-field').fill("count 'comments'\nclient 'B'\ncount 'comments'\n");
  await page.locator('#console-field').press('Control+Enter');
  await until(async () => [await person.state('A'), await person.state('B')], ['done', 'done']);
  await person.button('Save', page.locator('#pane-console')).click();
  await page.getByRole('menuitem', { name: /^All tables/ }).waitFor();
});

play('tour: a first minute opens its form also where another form was left open, and the stories are found again', {}, async ({ page, person }) => {
  const minutes = page.getByRole('region', { name: 'First minutes' });
  await person.choose('Prepend');
  await person.button('Send', person.form).click();
  await person.startFrom('User actions');
  await person.button('Hot spot', minutes).click();
  await page.getByRole('form', { name: 'Repeat' }).waitFor();
  await person.form.getByText(/of 8/).waitFor();
  assert.equal(await person.position(), '1 of 1', 'what was done on Comments is there');
  assert.ok(!await minutes.isVisible());
  await page.locator('#menu-lessons').click();
  await page.getByRole('menuitem', { name: 'First minutes' }).click();
  await minutes.waitFor();
  await until(() => page.evaluate(() => document.activeElement.id), 'pane-minutes');
  // Whoever goes by the menu gets back the form that was left open.
  await person.startFrom('User actions');
  await person.choose('Get', 'Row');
  await person.startFrom('Comments');
  await page.getByRole('form', { name: 'Repeat' }).waitFor();
});
