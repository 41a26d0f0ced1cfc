// Frames that show something else than the table: heat, and rows with the bytes of their keys; and links that say which
// wide view was open.

import assert from 'node:assert/strict';
import { Person, until } from './person.mjs';
import { accessible, open, play } from './stage.mjs';

const script = encodeURIComponent(`create 'notes', 'n', SPLITS => ['m']
60.times { |n| put 'notes', "p#{99 - n}", 'n:text', 'x' }
scan 'notes'`);

/** A page of documentation of another origin, with a frame of this size that shows this. */
const article = (shows, { width, height }) => address => ({ '/article': `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Documentation</title><link rel="icon" href="data:,"><body style="margin:0"><iframe title="Splitpoint" width="${width}" height="${height}" style="border:0" src="${address}#${shows}"></iframe>` });

/** A test of such a frame. */
const framed = (name, shows, size, act) => play(`view: ${name}, ${size.width} wide`,
  { opens: false, context: { viewport: { width: size.width, height: size.height } }, host: article(shows, size) },
  async ({ page, host }) => {
    const asked = [];
    page.on('request', request => asked.push(request.url()));
    await page.goto(host.origin + '/article');
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await frame.waitForFunction(() => performance.getEntriesByName('splitpoint:started').length > 0);
    await act({ page, frame, asked });
    const over = await frame.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]);
    assert.deepEqual(over.map(pixels => Math.max(0, pixels)), [0, 0], 'the document itself does not scroll');
    await accessible(frame);
  });

for (const size of [{ width: 720, height: 420 }, { width: 360, height: 460 }]) {
  framed('heat stands in the place of the table, with sentence and time', `script=${script}&start=empty&step=end&grain=operation&view=heat`, size, async ({ frame }) => {
    await frame.locator('.heat__cells').waitFor();
    await until(async () => (await frame.locator('.heat__top').first().textContent()).includes('60 cells written'), true);
    assert.equal(await frame.locator('.map, .header, .page__do').count(), 0);
    const { height } = await frame.locator('.heat__matrix').boundingBox();
    assert.ok(height >= 110, `${height} pixels of ${size.height} for the picture`);
    await frame.getByRole('radio', { name: 'reads' }).check();
    await until(async () => (await frame.locator('.heat__top').first().textContent()).includes('60 rows read'), true);

    // It is possible to go back, and to the step of a cell.
    const count = async () => Number((await frame.locator('.dock__count b').textContent()).replace(/\D/g, ''));
    const end = await count();
    await frame.getByRole('radio', { name: 'writes' }).check();
    // Keys count down, so the first put, which comes after the table was made, wrote the greatest key.
    await frame.locator('.heat__matrix').press('Home');
    await frame.locator('.heat__matrix').press('ArrowRight');
    for (let row = 0; row < 60; row++) await frame.locator('.heat__matrix').press('ArrowDown');
    await frame.getByRole('button', { name: /^go to step of request/ }).first().click();
    await until(async () => await count() < end, true);
    await frame.locator('.heat__matrix').press('Escape');
    assert.equal(await frame.locator('.heat__cells').count(), 1, 'there is nothing to go back to');
  });

  framed('keys stand byte by byte, and what differs first is ringed', 'start=actions&view=bytes', size, async ({ frame }) => {
    await frame.locator('.bytes__row .anatomy__byte').first().waitFor();
    assert.equal(await frame.locator('.map, .header, .page__do').count(), 0);
    const rows = await frame.locator('li.bytes__row').evaluateAll(rows => rows.map(row => ({
      fields: [...row.querySelectorAll('.bytes__field')].map(field => field.title),
      bytes: [...row.querySelectorAll('.anatomy__byte')].map(byte => byte.textContent),
      ringed: [...row.querySelectorAll('.anatomy__byte')].findIndex(byte => byte.matches('.anatomy__byte--decides')),
    })));
    assert.deepEqual(rows[0].fields, ['user', 'time', 'action']);
    assert.equal(rows[0].ringed, -1);
    for (const [at, row] of rows.entries()) {
      if (at === 0) continue;
      const above = rows[at - 1].bytes;
      const first = row.bytes.findIndex((byte, place) => byte !== above[place]);
      assert.equal(row.ringed, first, `row ${at}`);
      assert.ok(above[first] < row.bytes[first], 'rows are in the order of their bytes');
    }
    const lefts = await frame.locator('li.bytes__row .bytes__field:first-of-type').evaluateAll(fields => [...new Set(fields.map(field => Math.round(field.getBoundingClientRect().left)))]);
    assert.equal(lefts.length, 1, 'rows are aligned');
  });
}

framed('the names of columns stand beside each other above short keys', `script=${script}&start=empty&step=end&view=bytes`, { width: 720, height: 480 }, async ({ frame }) => {
  await frame.locator('li.bytes__row').first().waitFor();
  const names = await frame.locator('.bytes__head').evaluate(head => [...head.querySelectorAll('.bytes__key, .bytes__text')].map(name => {
    const words = document.createRange();
    words.selectNodeContents(name);
    const { left, right, top } = words.getBoundingClientRect();
    return { left, right, top };
  }));
  assert.ok(names[0].right < names[1].left || names[0].top !== names[1].top, JSON.stringify(names));
});

framed('only what a view shows is fetched', 'start=comments&view=bytes', { width: 720, height: 420 }, async ({ frame, asked }) => {
  await frame.locator('li.bytes__row').first().waitFor();
  const styles = await frame.evaluate(() => document.adoptedStyleSheets.map(sheet => sheet.cssRules[0].selectorText));
  assert.ok(!styles.some(selector => selector?.includes('heat')), String(styles));
  const chunks = asked.map(address => address.match(/\/chunk\/([a-z]+)-/)?.[1]).filter(Boolean);
  // With a view of its own, the parts of the program itself come, too.
  assert.deepEqual(chunks.sort(), ['bytes', 'host', 'page', 'rest'], asked.join('\n'));
});

play('view: a link that was taken while heat is open opens heat, and shares it', { timeout: 180_000 }, async ({ page, person, site }) => {
  await person.button('Hot spot').click();
  await person.settled();
  await person.run();
  await person.button('Heat').click();
  await page.locator('.heat__pattern').waitFor();
  await person.button('Share').click();
  const link = await person.dialog.getByLabel('This step', { exact: true }).inputValue();
  assert.match(link, /&wide=heat$/);
  assert.match(await person.dialog.getByLabel('The beginning', { exact: true }).inputValue(), /#v2\.(?!.*wide)/);
  const code = person.dialog.getByRole('textbox', { name: 'Lines to paste' });
  assert.match(await code.inputValue(), / view="heat"/);
  await person.dialog.frameLocator('split-point iframe').locator('.heat__cells').waitFor();
  await person.dialog.getByRole('radio', { name: 'keys in bytes' }).check();
  await until(() => code.inputValue(), / view="bytes"/);
  await person.dialog.frameLocator('split-point iframe').locator('li.bytes__row').first().waitFor();
  await accessible(page);

  const other = await page.context().newPage();
  await open(other, site, link.slice(link.indexOf('#')));
  await until(() => other.locator('.heat__pattern').textContent(), /^▲ Sequential front:/);
  await new Person(other).button('Back to the table').click();
  await other.locator('.line').first().waitFor();
  await other.close();
});

play('view: from a frame of heat to the whole page with heat', { opens: false, host: article('start=comments&view=heat', { width: 720, height: 420 }) }, async ({ page, host }) => {
  await page.goto(host.origin + '/article');
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  await frame.getByText('Nothing was counted here yet.').waitFor();
  const [whole] = await Promise.all([page.context().waitForEvent('page'), frame.getByRole('button', { name: 'Open full view' }).click()]);
  await whole.locator('#pane-heat').waitFor();
  assert.equal(await whole.getByRole('button', { name: 'Back to the table' }).count(), 1);
});
