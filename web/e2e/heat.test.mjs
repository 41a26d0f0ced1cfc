// Heat: 300 keys that count down all go to one region, however often it is split; with salt they are spread. A cell
// leads to its step.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { accessible, play } from './stage.mjs';

const pattern = page => page.locator('.heat__pattern').textContent();

const front = /^▲ Sequential front: \d+ % of the cells written in the last 50 requests went to (one region, split meanwhile, now )?r\d+\. Splits do not move the front\.$/;

play('heat: from the opening page to a hot spot, and to its salted twin', {}, async ({ page, person }) => {
  await person.button('Hot spot').click();
  await person.settled();
  assert.equal(await person.position(), '0 of 0', 'nothing is played by itself');
  assert.match(await page.getByRole('region', { name: 'As shell' }).locator('pre').textContent(), /^300\.times do \|n\|/);
  await person.run();
  await person.button('Heat').click();
  await until(() => pattern(page), front);
  const regions = page.getByRole('list', { name: 'Regions' }).getByRole('listitem');
  assert.ok(await regions.count() > 2);
  assert.match(await regions.first().textContent(), /of the last 50 requests, \d+ % of all/);
  // The drawn margins are also available as tables.
  const servers = page.getByRole('list', { name: 'Servers' }).getByRole('listitem');
  const written = (await servers.allTextContents()).map(text => Number(text.match(/(\d+) written$/)[1]));
  assert.equal(written.length, 2);
  assert.equal(written[0] + written[1], 300);
  await page.getByText('As tables', { exact: true }).click();
  const sums = async caption => {
    const rows = await page.getByRole('table', { name: caption }).locator('tbody tr').evaluateAll(rows => rows.map(row => Number(row.querySelector('td').textContent)));
    return rows.reduce((sum, cells) => sum + cells, 0);
  };
  for (const caption of ['By region', 'By server', 'By request']) assert.equal(await sums(caption), 300, caption);
  await accessible(page);
  await page.getByText('As tables', { exact: true }).click();

  const matrix = page.locator('.heat__matrix');
  await matrix.press('ArrowLeft');
  await until(() => matrix.locator('.spoken').textContent(), /^Operations \d+ to \d+, keys .*: \d+ cells? written$/);
  await person.button('Back to the table').click();

  await person.button('Run the same, salted over 4').click();
  await person.settled();
  // The button is removed, so the focus goes to the pane that contained it.
  await until(() => page.evaluate(() => document.activeElement.id), 'pane-do');
  await person.button('Heat').click();
  await until(async () => /300 cells|30\d cells/.test(await page.locator('.heat__top').first().textContent()), true);
  assert.doesNotMatch(await pattern(page), /front:/);

  // The old keys are now the twin, and the other way round.
  const twin = page.getByRole('region', { name: 'The twin' });
  await twin.getByRole('heading', { name: 'The same, without prefixes' }).waitFor();
  await until(() => twin.locator('p').textContent(), /^Sequential front:/);
  const bill = () => twin.getByRole('row').allTextContents();
  assert.equal((await bill())[0], 'countedsalted over 4without prefixes');
  assert.match((await bill())[1], /^hottest region, last 50✓ \d+ %\d+ %$/);
  assert.equal((await bill())[2], 'calls for the first row4✓ 1');
  await accessible(page);
  await twin.getByRole('button', { name: 'Go to the run without prefixes' }).click();
  await until(() => pattern(page), front);
  await twin.getByRole('heading', { name: 'The same, salted over 4' }).waitFor();
  assert.equal((await bill())[2], 'calls for the first row✓ 14');
  await page.keyboard.press('Escape');
  await until(() => page.evaluate(() => document.activeElement.id), 'to-heat');
});

play('heat: the first row is found over the buckets, in a step each', {}, async ({ page, person }) => {
  await person.choose('First row', 'Row');
  await page.getByLabel('Keys are salted over prefixes').fill('4');
  await until(() => page.locator('.do__form').textContent(), /4 scans of one row, from \\x00 to \\x03\./);
  const shell = page.getByRole('region', { name: 'As shell' }).locator('pre');
  await until(async () => (await shell.textContent()).split('\n').length, 4);
  await page.getByLabel('Keys are salted over prefixes').fill('0');
  await until(() => shell.textContent(), "scan 'comments', {LIMIT => 1}");
  await person.run();
  await until(() => page.locator('.sentence').first().textContent(), /finds 18: one row was read, from the beginning/);
  await page.locator('body').press('v');
  await person.button('Read the first row in every way').click();
});

play('heat: on a phone a finger finds the nearest cell, and what that tells comes into sight', { size: 'phone' }, async ({ page, person }) => {
  await page.locator('#menu-lessons').click();
  await page.getByRole('menuitem', { name: 'First minutes' }).click();
  await person.button('Hot spot', page.getByRole('region', { name: 'First minutes' })).click();
  await page.locator('.do__story', { hasText: 'Hot spot' }).waitFor();
  await person.run();
  await until(() => person.sentence(), /^A 300 inserts/);
  await person.tab('Map');
  await page.locator('#to-heat').click();
  const matrix = page.locator('.heat__matrix');
  await matrix.waitFor();
  const { x, y, width, height } = await matrix.boundingBox();
  const column = width / 38;
  // Two columns beside the diagonal, where nothing was written.
  await page.touchscreen.tap(x + width / 2 + 2 * column, y + height / 2);
  const about = page.getByRole('region', { name: 'The cell' });
  await until(() => about.textContent(), /go to step/);
  await until(() => about.evaluate(about => about === document.activeElement), true);
  const box = await about.boundingBox();
  assert.ok(box.y + 40 < await page.locator('.page__bottom').evaluate(bottom => bottom.getBoundingClientRect().y), JSON.stringify(box));
});

play('heat: where nothing was counted it says so', {}, async ({ page, person }) => {
  await page.locator('body').press('h');
  await page.getByText('Nothing was counted here yet.').waitFor();
  await person.button('Back to the table').click();
  await until(() => page.locator('#pane-heat').count(), 0);
});

/** Does 100,000 random reads or writes, waits for their end, and returns how long that and the longest frame took. */
async function repeat(page, person, does) {
  await page.getByLabel('How often').fill('100000');
  if (does === 'reads') await page.locator('.do__form').getByRole('radio', { name: 'reads' }).check();
  await page.getByLabel('Keys are numbers').selectOption({ label: 'at random' });
  await page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    const look = now => {
      window.longest = Math.max(window.longest, now - last);
      last = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const before = Date.now();
  await person.button('Run', page.locator('.do')).click();
  // Finding elements by role each time would take longer than the work.
  const isOver = () => [...document.querySelectorAll('button')].every(button => button.textContent.trim() !== 'Stop');
  await page.waitForFunction(isOver, null, { polling: 200, timeout: 60_000 });
  const longest = await page.evaluate(() => window.longest);
  console.log(`# 100,000 ${does}: ${Date.now() - before} ms, the longest frame ${Math.round(longest)} ms`);
}

play('heat: what is repeated is kept, with its form, and 100,000 reads leave the page at work', {}, async ({ page, person }) => {
  await person.choose('Repeat', 'Row');
  await page.getByLabel('How often').fill('0');
  await person.button('Run', page.locator('.do')).click();
  await page.getByText('Give a whole number from 1 to 100000.').first().waitFor();
  await repeat(page, person, 'reads');
  const position = await person.position();
  await page.waitForTimeout(2000);
  await page.reload();
  await until(() => page.getByLabel('How often').inputValue(), '100000');
  await until(() => person.position(), position, 60_000);
});

play('heat: 100,000 writes into a table that splits as it grows are drawn on the way, and can be stopped', {}, async ({ page, person }) => {
  await person.choose('Repeat', 'Row');
  await page.getByLabel('How often').fill('100000');
  await person.button('Run', page.locator('.do')).click();
  const steps = async () => Number((await person.position()).split(' of ')[1].replaceAll(',', ''));
  await until(async () => await steps() > 500, true);
  const once = await steps();
  await until(async () => await steps() > once, true);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await until(() => page.getByRole('button', { name: 'Stop', exact: true }).count(), 0);
  const stopped = await steps();
  await page.waitForTimeout(500);
  assert.equal(await steps(), stopped, 'nothing goes on');
  assert.ok(stopped < 30_000, `it was stopped on the way, after ${stopped} steps`);
  await repeat(page, person, 'writes');
  assert.ok(await steps() > stopped);
});

play('heat: splits, merges and moves stand where they happened, and the hottest tenth is hatched', { timeout: 120_000 }, async ({ page, person }) => {
  await person.console(
    "create 't', 'f', SPLITS => ['k150']",
    "180.times { |n| put 't', \"k#{n * 37 % 180 + 100}\", 'f:q', 'v' }",
    "20.times { put 't', 'k100', 'f:q', 'v' }",
    "split 't', 'k200'",
    "put 't', 'k120', 'f:q', 'v'",
  );
  await person.settled();
  await person.button('Heat').click();
  await page.locator('.heat__matrix').waitFor();
  const marks = page.locator('.heat__split');
  await until(() => marks.count(), 1);
  const [line, matrix] = [await marks.first().boundingBox(), await page.locator('.heat__matrix').boundingBox()];
  assert.ok(line.x > matrix.x + matrix.width * 0.8, 'it begins when it happened');
  assert.ok(Math.abs(line.x + line.width - matrix.x - matrix.width) < 2, 'and goes on to now');
  assert.match(await page.locator('.heat__legend').textContent(), /the hottest tenth$/);
  assert.ok((await page.locator('.heat__matrix .heat__hatch').getAttribute('d')).length > 0);
  await accessible(page);
});
