// Promises, which are rules that must hold: each names the step that broke it, and is checked in every order.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { play } from './stage.mjs';

const section = page => page.getByRole('region', { name: 'Must hold', exact: true });

/** The promises: `['holds: every acknowledged write stays', …]`. */
const promises = page => section(page).locator('.must__name').evaluateAll(names =>
  names.map(name => name.textContent.replace(/^[✓✗○?] /, '').trim()));

/** Both clients put the same key, blindly, one call after the other. */
async function race(person) {
  await person.choose('Prepend');
  await person.field('Write blindly, with a plain put').check();
  await person.step();
  await person.as('B Ben');
  await person.step();
}

play('must: a promise is set by keyboard, names the step that broke it, and is kept', {}, async ({ page, person }) => {
  await person.button('Say what must hold').press('Enter');
  const form = page.getByRole('form', { name: 'A new promise' });
  await until(() => page.evaluate(() => document.activeElement.id), 'must-kind');
  await page.keyboard.press('Tab');
  await page.keyboard.type('no comment is lost');
  await page.keyboard.press('Enter');
  await until(() => promises(page), ['holds: no comment is lost']);
  await until(() => page.evaluate(() => document.activeElement.id), 'must-add');

  await person.button('Add a promise').click();
  await form.getByLabel('What must hold').selectOption({ label: 'so many rows' });
  await form.getByLabel('How many').fill('five');
  await person.button('Set', form).click();
  await until(() => page.getByRole('alert').textContent(), '“five” is no whole number.');
  await form.getByLabel('How many').fill('5');
  await person.button('Set', form).click();
  await until(() => promises(page), ['holds: no comment is lost', 'does not hold yet: there are 5 rowsnot yet']);

  await race(person);
  await person.next();
  await person.next();
  await until(() => person.position(), '4 of 4');
  await until(async () => (await promises(page))[0], 'is broken: no comment is lostbroken at step 4');
  await person.button('To the beginning', person.time).click();
  await until(async () => (await promises(page))[0], 'holds: no comment is lost');
  await person.button('To the end', person.time).click();
  await until(() => person.position(), '4 of 4');

  await page.waitForFunction(() => localStorage.getItem('splitpoint./docs/try/v1/session')?.includes('no comment is lost'));
  await page.reload();
  await until(async () => (await promises(page))[0], 'is broken: no comment is lostbroken at step 4');
  await person.button('Remove: there are 5 rows').click();
  await until(() => promises(page), ['is broken: no comment is lostbroken at step 4']);
  await person.button('Change: no comment is lost').click();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('form', { name: 'Change a promise' }).count(), 0);
});

play('must: every order is searched with what was set, and takes suggestions', {}, async ({ page, person }) => {
  await race(person);
  await person.button('Try every order').click();
  const chips = page.locator('.orders__promises');
  await until(() => chips.textContent(), /✗ every acknowledged write stays: fails in 66\.7 % of the orders/);
  await person.button('+ the first row is the newest').click();
  await until(() => chips.textContent(), /^✓ the first row is the newest$/);
  await person.button('+ every acknowledged write stays').click();
  await until(() => chips.textContent(), /^✓ the first row is the newest✗ every acknowledged write stays/);
  await person.button('Open: Ada’s write is lost').click();
  for (let step = 0; step < 4; step++) await person.next();
  await until(() => promises(page), [
    'holds: the first row is the newest', 'is broken: every acknowledged write staysbroken at step 4',
  ]);
});

play('must: a script says what must hold', {}, async ({ page, person }) => {
  await person.console("create 't', 'f'", "must 'two rows', 't: rows 2'", "put 't', 'a', 'f:x', '1'");
  await until(() => promises(page), ['does not hold yet: two rowsnot yet']);
  await person.console("put 't', 'b', 'f:x', '1'");
  await until(() => promises(page), ['holds: two rows']);
});
