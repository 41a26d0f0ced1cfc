// Time: back, forward, undone, and branched; the old steps stay as a branch.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { play } from './stage.mjs';

const top = async person => (await person.cells()).slice(0, 2);
const before = ['18 c:date May 24', '18 c:text Cool'];
const prepended = ['17 c:text I like your post', '17 c:who Ada'];
const inserted = ['16 c:text I like your post', '18 c:date May 24'];

play('time: an undone step can be done again, and doing something else begins a branch', {}, async ({ person, page }) => {
  await person.choose('Prepend');
  await person.run();
  await until(() => top(person), prepended);
  await page.keyboard.press('u');
  await until(() => top(person), before);
  assert.equal(await person.position(), '0 of 2');
  await person.next();
  await person.next();
  await until(() => top(person), prepended);
  assert.equal(await person.time.getByRole('button', { name: '2 branches' }).count(), 0, 'the same again is no branch');

  await page.keyboard.press('u');
  await until(() => top(person), before);
  await person.choose('Insert');
  await person.type({ 'Row key': '16' });
  await person.run();
  await until(() => top(person), inserted);

  await person.time.getByRole('button', { name: '2 branches' }).click();
  const branches = page.getByRole('menu').getByRole('menuitem');
  assert.equal(await branches.count(), 3, 'two, and the way to a name');
  await branches.first().click(); // the old branch, at the same step
  await until(() => person.position(), '1 of 2');
  await until(() => top(person), before);
  await person.button('To the end', person.time).click();
  await until(() => top(person), prepended);
  await page.keyboard.press('y');
  await until(() => top(person), inserted);
  assert.equal(await person.position(), '1 of 1');
});

play('time: the slider, the lanes and the markers lead to any step', {}, async ({ person, page }) => {
  await person.choose('Prepend');
  await person.run();
  await until(() => person.position(), '2 of 2');
  await person.lane('A').getByRole('button', { name: 'scan first row' }).click();
  await until(() => person.position(), '1 of 2');
  await until(() => top(person), before);
  await person.button('Mark this step', person.time).click();
  await page.getByRole('slider', { name: 'Step' }).fill('2');
  await until(() => top(person), prepended);
  await page.getByRole('button', { name: /^Marker at step 1: / }).click();
  await until(() => person.position(), '1 of 2');
});

play('time: grains are three views of the same steps', {}, async ({ person }) => {
  await person.choose('Prepend');
  await person.run();
  await until(() => person.position(), '2 of 2');
  await person.grain('operation');
  await until(() => person.position(), '1 of 1');
  await person.grain('cell');
  const [at, all] = (await until(() => person.position(), /^\d{2,} of \d{2,}$/)).split(' of ').map(Number);
  assert.equal(at, all);
  await person.button('Step back', person.time).click();
  await until(() => person.position(), `${at - 1} of ${all}`);
  await person.grain('RPC');
  await until(() => person.position(), /^[12] of 2$/);
});

play('time: plays by itself to the end', { context: { reducedMotion: 'reduce' } }, async ({ person }) => {
  await person.choose('Prepend');
  await person.step();
  await until(() => person.position(), '1 of 1');
  await person.button('Play', person.time).click();
  await until(() => person.position(), '2 of 2');
  await until(() => top(person), prepended);
  await person.button('Play', person.time).waitFor(); // and playing stops at the end
});

play('time: starting over asks first, and then forgets', {}, async ({ person, page }) => {
  await person.run();
  await until(() => person.position(), '1 of 1');
  await page.keyboard.press('r');
  await person.button('Keep them', person.dialog).click();
  await person.dialog.waitFor({ state: 'detached' });
  assert.equal(await person.position(), '1 of 1');
  await page.keyboard.press('r');
  await person.button('Start over', person.dialog).click();
  await until(() => person.position(), '0 of 0');
  await until(() => top(person), before);
});

play('time: a branch gets the name that is typed, and keeps it', {}, async ({ page, person }) => {
  await person.run();
  await page.keyboard.press('u');
  await person.choose('Prepend');
  await person.run();
  const branches = page.locator('#menu-branches');
  await branches.click();
  await page.getByRole('menuitem', { name: 'Rename this branch …' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('with a prepend');
  await person.button('Done').click();
  await branches.click();
  await page.getByRole('menuitem', { name: /^with a prepend/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForTimeout(400); // longer than the delay of keeping
  await page.reload();
  await branches.click();
  await page.getByRole('menuitem', { name: /^with a prepend/ }).waitFor();
});

play('time: a mark gets the name that is typed, with its spaces', {}, async ({ page, person }) => {
  await person.run();
  await page.keyboard.press('m');
  await page.keyboard.press('m');
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  await page.keyboard.type('the race ');
  await page.keyboard.press('Enter');
  await until(() => page.getByRole('dialog').count(), 0);
  await page.keyboard.press('m');
  await until(() => page.getByRole('textbox', { name: 'Name' }).inputValue(), 'the race');
});

play('time: the last two steps of two clients trade places on a branch', {}, async ({ page, person }) => {
  await person.choose('Prepend');
  await person.field('Write blindly, with a plain put').check();
  await person.step();
  await person.as('B Ben');
  await person.step();
  await person.next();
  await person.next();
  await until(() => person.position(), '4 of 4');
  const value = () => page.locator('[role=gridcell].line__value').first().textContent();
  const [last, swap] = [await value(), page.locator('#reorder')];
  assert.match(await swap.textContent(), /^[AB] before [AB]$/);
  await swap.click();
  await until(() => page.getByRole('button', { name: /branches/ }).count(), 1);
  assert.notEqual(await value(), last, 'who writes last stays');
  assert.equal(await person.position(), '4 of 4');
  await page.keyboard.press('x');
  await until(value, last);
});
