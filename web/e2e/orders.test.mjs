// The search of every order: the outcomes for two clients, the number of orders of each, and outcomes played as
// branches.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { play } from './stage.mjs';

/** The outcomes: `['Ben’s write is lost: 33.3 %, 2 orders, ABBA', …]`. */
function outcomes(page) {
  return page.locator('.orders__outcome').evaluateAll(rows => rows.map(row => {
    const text = name => row.querySelector(name)?.textContent.trim();
    const letters = [...row.querySelectorAll('.orders__strip .letter')].map(one => one.textContent).join('');
    return `${text('.orders__name')}: ${text('.orders__percent')}, ${text('.orders__share .soft')}, ${letters}`;
  }));
}

const title = page => page.locator('#pane-orders').getByRole('heading', { level: 2, name: /orders? of/ }).textContent();

/** Both clients have begun to prepend, each with what its form suggests. */
async function race(person, { blind }) {
  await person.choose('Prepend');
  if (blind) await person.field('Write blindly, with a plain put').check();
  await person.step();
  await person.as('B Ben');
  await person.step();
}

play('orders: four of six orders of two blind prepends lose a comment, and one of them is played', {}, async ({ page, person }) => {
  await race(person, { blind: true });
  await person.button('Try every order').click();
  await until(() => title(page), '6 orders of 2 clients, 4 outcomes');
  assert.deepEqual(await outcomes(page), [
    'Ben’s write is lost: 33.3 %, 2 orders, ABBA',
    'Ada’s write is lost: 33.3 %, 2 orders, ABAB',
    'Both are there, Ada’s on top: 16.7 %, 1 order, BBAA',
    'Both are there, Ben’s on top: 16.7 %, 1 order, AABB',
  ]);
  const chips = page.locator('.orders__promises');
  assert.match(await chips.textContent(), /✗ every acknowledged write stays: fails in 66\.7 % of the orders/);

  await person.button('Open: Ada’s write is lost').click();
  await until(() => person.position(), '0 of 4');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'next', 'Next plays it');
  for (let step = 0; step < 4; step++) await page.keyboard.press('Enter');
  await until(() => person.sentence(), /^B puts 17 .*overwrites A's “I like your post”\. Nobody is told/);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'next', 'also after the last step');
  await person.time.getByRole('button', { name: /branches$/ }).click();
  assert.match(await page.getByRole('menu').textContent(), /Ada’s write is lost/);
  await page.keyboard.press('Escape');

  await page.waitForFunction(() => localStorage.getItem('splitpoint./docs/try/v1/session')?.includes('Ada’s write is lost'));
  await page.reload();
  await until(() => person.position(), '4 of 4');
  await person.time.getByRole('button', { name: /branches$/ }).click();
  assert.match(await page.getByRole('menu').textContent(), /Ada’s write is lost/);
});

play('orders: with check-and-put every order keeps both, also when a server dies at any atom', {}, async ({ page, person }) => {
  await race(person, { blind: false });
  await page.locator('body').press('o');
  await until(() => title(page), /2 outcomes$/);
  await until(() => page.locator('.orders__promises').textContent(), '✓ every acknowledged write stays');
  const pane = page.locator('#pane-orders');
  await pane.getByRole('radio', { name: 'atom' }).check();
  const quiet = await until(() => title(page), /^[\d,]+ orders of 2 clients, 2 outcomes$/);
  await pane.getByRole('checkbox', { name: 'S1 may die' }).check();
  const deadly = await until(async () => (await title(page)) === quiet ? 'the same' : title(page), /orders of 2 clients/, 60_000);
  const count = text => Number(text.split(' ')[0].replaceAll(',', ''));
  assert.ok(count(deadly) > 100 * count(quiet), `${deadly} after ${quiet}`);
  assert.equal(await page.locator('.orders__promises').textContent(), '✓ every acknowledged write stays');

  await page.keyboard.press('Escape');
  await until(() => page.evaluate(() => document.activeElement.id), 'every-order');
  assert.equal(await pane.count(), 0);
});

play('orders: one client alone is told what to do, and a search without end can be stopped', {}, async ({ page, person }) => {
  await person.choose('Prepend');
  await person.step();
  await person.button('Try every order').click();
  assert.match(await page.locator('.orders__few').textContent(), /Only one client has anything to do\. Go back to the table/);
  await person.button('Back to the table').click();

  await person.as('B Ben');
  await person.step();
  await person.button('Add a client').click();
  await person.as('C Cleo');
  await person.step();
  await person.button('Try every order').click();
  const pane = page.locator('#pane-orders');
  await until(() => title(page), /of 3 clients/);
  await pane.getByRole('radio', { name: 'atom' }).check();
  for (const name of ['servers may flush', 'a region may move', 'S1 may die', 'S2 may die']) {
    await pane.getByRole('checkbox', { name }).check();
  }
  const stop = person.button('Stop', pane);
  await stop.click();
  await until(() => pane.textContent(), /not all orders were tried/);
  assert.equal(await stop.count(), 0);
  await person.next();
  await until(() => person.position(), '4 of 4');
});

play('anatomy: the byte that puts a row behind the one above it is named', {}, async ({ page, person }) => {
  await person.startFrom('User actions');
  await person.grid.getByRole('gridcell').nth(30).click();
  const anatomy = page.locator('.anatomy');
  await anatomy.waitFor();
  assert.match(await anatomy.textContent(), /Byte \d+ decides: [0-9a-f]{2} < [0-9a-f]{2}, so .* comes before /);
  assert.equal(await anatomy.locator('.anatomy__byte--decides').count(), 2);
  const names = await anatomy.locator('tr').last().locator('.anatomy__text').allTextContents();
  assert.deepEqual(names.map(text => text.split(' ')[0]), ['user', 'time', 'action']);
  await person.button('Close').click();
  await until(() => anatomy.count(), 0);
});

/** A table made by the form, with two clients that are about to write a comment each; then every order, with a crash
 * of its server. */
async function killed(page, person, durability) {
  await person.choose('Create table', 'Table');
  await person.type({ Name: 'drafts' });
  await person.field('Writes go to the log').selectOption({ label: durability });
  const shell = await page.locator('.do__shell pre').innerText();
  await person.run();
  await until(() => person.form.getByText(/^Under way: /).count(), 0);
  await person.choose('Insert');
  for (const [client, row] of [['A Ada', 'first'], ['B Ben', 'second']]) {
    await person.as(client);
    await person.type({ 'Row key': row, 'Column 1': 'f:text', 'Value 1': `${client} was here` });
    await person.step();
  }
  const region = await page.getByRole('grid').getByRole('rowgroup').first().getAttribute('aria-label');
  assert.match(region, /on server S1$/);
  await person.button('Try every order').click();
  const pane = page.locator('#pane-orders');
  await until(() => title(page), /of 2 clients/);
  await pane.getByRole('radio', { name: 'atom' }).check();
  const quiet = await until(() => title(page), /^[\d,]{3,} orders of 2 clients/);
  assert.match(await pane.locator('.orders__promises').textContent(), /^✓ every acknowledged write stays/);
  await pane.getByRole('checkbox', { name: 'S1 may die' }).check();
  await until(async () => (await title(page)) === quiet ? 'the same' : title(page), /orders of 2 clients/, 60_000);
  return { shell, promises: await pane.locator('.orders__promises').textContent() };
}

play('orders: killed at every atom, S1 loses no acknowledged comment of a table whose writes are in the log', { timeout: 180_000 }, async ({ page, person }) => {
  const { shell, promises } = await killed(page, person, "before they are answered, HBase's default");
  assert.equal(shell, "create 'drafts', {NAME => 'f', BLOCKSIZE => '1024'}");
  assert.match(promises, /^✓ every acknowledged write stays/);
  assert.equal((await outcomes(page)).filter(outcome => outcome.includes('lost')).length, 0);
});

play('orders: killed at some atoms, S1 loses an acknowledged comment of a table that skips the log, and one is played', { timeout: 180_000 }, async ({ page, person }) => {
  const { shell, promises } = await killed(page, person, 'never');
  assert.equal(shell, "create 'drafts', {NAME => 'f', BLOCKSIZE => '1024'}, DURABILITY => 'SKIP_WAL'");
  assert.match(promises, /✗ every acknowledged write stays: fails in [\d.]+ % of the orders/);
  const open = page.locator('#pane-orders').getByRole('button', { name: /^Open: .*lost/ }).first();
  await open.click();
  const told = [];
  for (let step = 0; step < 60 && await page.locator('#next').isEnabled(); step++) {
    await page.keyboard.press('Enter');
    told.push(await person.sentence());
  }
  assert.ok(told.some(sentence => /loses 1 cell/.test(sentence)), told.join('\n'));
});

play('orders: where an answer is lost on its way, a client meets its own write, and its comment stands twice', { timeout: 120_000 }, async ({ page, person }) => {
  await person.console("must 'no comment stands twice', 'no value twice in c:text'");
  await race(person, { blind: false });
  await page.locator('body').press('o');
  const chips = page.locator('.orders__promises');
  await until(() => chips.textContent(), '✓ no comment stands twice');
  await page.locator('#pane-orders').getByRole('checkbox', { name: 'an answer to A may be lost' }).check();
  await until(() => chips.textContent(), /^✗ no comment stands twice: fails in [\d.]+ % of the orders$/, 60_000);
  // One of these, played: Ada tries again, finds her own comment in the place, and writes it once more.
  const twice = page.locator('.orders__outcome', { has: page.locator('.chip.tone-no') }).first();
  await twice.getByRole('button', { name: /^Open: / }).click();
  const told = [];
  for (let step = 0; step < 20 && await page.locator('#next').isEnabled(); step++) {
    await page.keyboard.press('Enter');
    told.push(await person.sentence());
  }
  assert.ok(told.some(sentence => /^A gets ConnectionClosedException .* It tries again\.$/.test(sentence)), told.join('\n'));
  const mine = (await person.cells()).filter(cell => cell.includes('c:text I like your post'));
  assert.equal(mine.length, 2, mine.join('\n'));
  await until(() => page.getByRole('region', { name: 'Must hold', exact: true }).textContent(), /no comment stands twice.*broken at step \d+/);
});

play('orders: what was lost blindly is done again with check-and-put, on a branch', {}, async ({ page, person }) => {
  await race(person, { blind: true });
  await page.keyboard.press('a');
  await page.keyboard.press('b');
  await until(() => person.sentence(), /Nobody is told: 2 sent, 1 left\.$/);
  const again = person.button('Same again, but with check-and-put');
  await again.click();
  await until(() => person.sentence(), /^B check-and-put on 16 succeeds/);
  await until(async () => (await person.cells()).filter(cell => cell.includes('c:text')).slice(0, 2),
    ['16 c:text Thank you', '17 c:text I like your post']);
  assert.equal(await again.count(), 0, 'nothing is lost here');
  await until(() => page.evaluate(() => document.activeElement.id), 'pane-clients');
  await person.time.getByRole('button', { name: /branches$/ }).click();
  await until(() => page.getByRole('menuitem').locator('.menu__text').allTextContents(),
    ['blind: 1 lost', 'check-and-put: none lost', 'Rename this branch …']);
});
