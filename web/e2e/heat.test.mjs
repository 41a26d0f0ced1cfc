// Heat: 300 keys that count down are a front that no split moves; with salt it is spread. From a cell to its step.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { accessible, play } from './stage.mjs';

const script = page => page.locator('#pane-console');
const pattern = page => page.locator('.heat__pattern').textContent();

async function runScript(page, person) {
  await person.button('Run', script(page)).click();
  await until(() => script(page).getByRole('button', { name: 'Stop' }).count(), 0, 30_000);
}

play('heat: from the opening page to a hot spot, and to its salted twin', {}, async ({ page, person }) => {
  await person.button('Hot spot').click();
  await person.settled();
  const field = page.locator('#console-field');
  await until(async () => /300\.downto\(1\)/.test(await field.inputValue()), true);
  assert.equal(await person.position(), '0 of 0', 'nothing is played by itself');
  await runScript(page, person);
  await person.button('Heat').click();
  await until(() => pattern(page), /^▲ Sequential front: 100 % of the cells written in the last 50 operations went to r\d+\. Splits do not move the front\.$/);
  const regions = page.getByRole('list', { name: 'Regions' }).getByRole('listitem');
  assert.ok(await regions.count() > 2);
  assert.match(await regions.first().textContent(), /: 100 % of the last 50 operations, \d+ % of all/);
  await accessible(page);

  const matrix = page.locator('.heat__matrix');
  await matrix.press('ArrowLeft');
  await until(() => matrix.locator('.spoken').textContent(), /^Operations \d+ to \d+, keys before .*: \d+ cells? written$/);
  const go = page.locator('.heat__entries').getByRole('button');
  await go.last().click();
  await until(() => page.locator('#pane-heat').count(), 0);

  const text = await field.inputValue();
  await field.fill(text.replace('SALT = 1', 'SALT = 4'));
  await runScript(page, person);
  await page.getByRole('combobox', { name: 'Table' }).selectOption({ label: 'front4' });
  await person.button('Heat').click();
  await until(async () => /front4/.test(await page.locator('.heat__top').first().textContent()), true);
  assert.doesNotMatch(await pattern(page), /front:/);
  await page.keyboard.press('Escape');
  await until(() => page.evaluate(() => document.activeElement.id), 'to-heat');
});

play('heat: where nothing was counted it says so', {}, async ({ page, person }) => {
  await page.locator('body').press('h');
  await page.getByText('Nothing was counted here yet.').waitFor();
  await person.button('Back to the table').click();
  await until(() => page.locator('#pane-heat').count(), 0);
});
