// The comparison: the same question asked in every way, each with its costs; pinned operations stay.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { accessible, play } from './stage.mjs';

const lines = page => page.locator('.compare__line');
const names = page => page.locator('.compare__name b').allTextContents();
/** The numbers in a line, without the mark of the smallest one. */
const counts = async (page, at) =>
  (await lines(page).nth(at).locator('.compare__cell').allInnerTexts()).map(text => text.replace(/✓|, the least/g, '').trim());

play('compare: the last row is found in four ways, and two of them take least', {}, async ({ page, person }) => {
  await page.locator('body').press('v');
  await page.getByText('Nothing was asked for yet.').waitFor();
  await person.button('Read the last row in every way').click();
  await until(() => lines(page).count(), 4);
  await until(() => names(page), /a reversed scan/);
  assert.deepEqual(await counts(page, 0), ['2', '3', '12', '5', '382 B']);
  assert.deepEqual(await counts(page, 3), ['1', '1', '5', '3', '130 B']);
  const least = await page.locator('.compare__line').evaluateAll(rows => rows.map(row => row.querySelectorAll('.compare__cell--least').length));
  assert.deepEqual(least, [0, 5, 0, 5]);
  assert.match(await lines(page).nth(2).innerText(), /and 65 more calls/);
  assert.match(await lines(page).nth(0).innerText(), /at every row/);
  assert.match(await lines(page).nth(3).innerText(), /at 1 place, 42 % of its cells/);
  assert.match(await page.locator('.compare__present').innerText(), /last row of comments by a reversed scan[\s\S]*RPC_CALLS[\s\S]*What came back: → 20/);
  await accessible(page);

  await page.getByRole('radio', { name: 'calls' }).check({ force: true });
  await until(async () => (await names(page)).at(-1), 'last row of comments by bisection');
});

play('compare: what is pinned stays when time goes back, and a line leads to its step', {}, async ({ page, person }) => {
  await person.tab('Cost');
  await person.button('Compare operations').click();
  await person.button('Read the last row in every way').click();
  await until(() => lines(page).count(), 4);
  await until(async () => person.button('Read the last row in every way').isEnabled(), true);
  await lines(page).nth(3).getByRole('button', { name: 'pin' }).click();
  await until(() => lines(page).nth(3).innerText(), /pinned/);
  await lines(page).nth(0).getByRole('button', { name: /go to step/ }).click();
  await until(() => page.locator('#pane-compare').count(), 0);
  assert.match(await person.sentence(), /read all 3 rows/);
  await page.locator('body').press('v');
  await until(() => lines(page).count(), 2);
  assert.match(await lines(page).nth(1).innerText(), /by a reversed scan[\s\S]*pinned[\s\S]*unpin/);
  await lines(page).nth(1).getByRole('button', { name: 'unpin' }).click();
  await until(() => lines(page).count(), 1);
  await page.keyboard.press('Escape');
  await until(() => page.evaluate(() => document.activeElement.id), 'to-compare');
});

play('compare: pages are turned by cursor and by offset', {}, async ({ page, person }) => {
  await person.button('Page three').click();
  await person.settled();
  await page.locator('body').press('v');
  await person.button('Read pages in every way').click();
  await until(() => names(page), /by offset/);
  await until(async () => person.button('Read pages in every way').isEnabled(), true);
  const rows = async at => Number((await counts(page, at))[1]);
  assert.ok(await rows(0) < await rows(1), 'by cursor fewer rows are read');
});
