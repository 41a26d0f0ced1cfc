// Growth: a key and another order of its fields are computed for a year, sliders and fields change that, and the table on
// the page stays as it is.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { accessible, play } from './stage.mjs';

const pane = page => page.locator('#pane-growth');
const verdicts = page => page.locator('.growth__verdict').allTextContents();
const precise = page => pane(page).locator('[aria-busy=false]').waitFor({ timeout: 60_000 });
const figure = (page, name) => {
  const named = page.getByRole('rowheader', { name, exact: true });
  return page.getByRole('row').filter({ has: named }).getByRole('cell').allTextContents();
};

play('growth: from the designer, a key beside its worst order', { timeout: 180_000 }, async ({ page, person }) => {
  await page.locator('body').press('k');
  await page.getByRole('combobox', { name: 'Start from' }).selectOption({ label: 'by hour' });
  await person.button('What it does in a year').click();
  await page.getByRole('region', { name: 'hour · sensor · time' }).waitFor();
  await precise(page);
  assert.match((await verdicts(page))[0], /^▲ .* of the writes go to one/);
  await page.getByRole('combobox', { name: 'Row key', exact: true }).selectOption({ label: 'user, newest first' });
  await page.getByRole('region', { name: 'user · reversed time · action' }).waitFor();
  await precise(page);
  const [kept, moved] = await verdicts(page);
  assert.match(kept, /^✓ The writes are spread: of [\d,]+ regions/);
  assert.match(moved, /^▲ 100 % of the writes go to one region/);
  assert.deepEqual(await figure(page, 'rows'), ['315 billion', '315 billion']);
  const [better, worse] = await figure(page, 'hottest region');
  assert.match(better, /✓/);
  assert.match(worse, /^100 %$/);
  await accessible(page);
  await page.keyboard.press('Escape');
  await until(() => page.evaluate(() => document.activeElement.id), 'to-growth');
});

play('growth: by keyboard, a slider and a salt', { timeout: 180_000, inside: '#start=comments&wide=growth' }, async ({ page, person }) => {
  await precise(page);
  const bytes = async () => (await figure(page, 'bytes on disk'))[0];
  const before = await bytes();
  await page.getByRole('slider', { name: /^Bytes of a value/ }).press('ArrowRight');
  await until(async () => await bytes() !== before, true, 30_000);
  await page.getByRole('combobox', { name: 'Beside it' }).selectOption({ label: 'the same, salted over 16' });
  await page.getByRole('region', { name: 'salt of 16 · user · reversed time · action' }).waitFor();
  await precise(page);
  assert.deepEqual(await figure(page, 'scans a question'), ['✓ the better one: 1', '16']);
  await page.getByRole('slider', { name: /^Bytes of a value/ }).press('End');
  await page.getByRole('slider', { name: /^Rows a second/ }).press('End');
  await page.getByText(/^That would be about [\d.]+ million regions; up to 20,000 are computed here\./).waitFor();
  await page.keyboard.press('Escape');
  await until(() => page.evaluate(() => document.activeElement.id), 'pane-map');
  assert.equal(await person.position(), '0 of 0', 'nothing was written');
});

for (const theme of ['light', 'dark']) {
  play(`growth: on a phone nothing is wider than the page, ${theme}`, { size: 'phone', theme, inside: '#start=comments&wide=growth' }, async ({ page }) => {
    await precise(page);
    assert.equal(await pane(page).evaluate(pane => pane.scrollWidth - pane.clientWidth), 0);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    const top = async name => (await pane(page).locator(name).first().boundingBox()).y;
    assert.ok(await top('.growth__cells') < await top('input[type=range]'), 'what a slider does is above it');
    await accessible(page);
  });
}

play('growth: Esc leads from a year back to the button in the lesson that asked for it', { inside: '#lesson=a-year' }, async ({ person, page }) => {
  const year = person.button('See a year of this key');
  await page.getByRole('radio', { name: '100: all of it' }).click();
  await year.focus();
  await page.keyboard.press('Enter');
  await page.locator('#pane-growth').waitFor();
  await until(() => page.evaluate(() => document.activeElement.closest('#pane-growth') !== null), true);
  await page.keyboard.press('Escape');
  await until(() => page.evaluate(() => document.activeElement.textContent), 'See a year of this key');
});
