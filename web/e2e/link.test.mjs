// Links: what is copied in one browser opens in another; the reader's own work stays as it is.

import assert from 'node:assert/strict';
import { Person, until } from './person.mjs';
import { enter, open, play, started } from './stage.mjs';

const banner = page => page.locator('.banner');
const own = page => page.evaluate(() => localStorage.getItem('splitpoint./docs/try/v1/session'));
const sentence = page => page.locator('.page__sentence').innerText();
const kept = page => page.waitForFunction(() => localStorage.getItem('splitpoint./docs/try/v1/session')?.includes('insert'));

play('link: what is copied in one browser shows the same step in another', {}, async ({ person, page, site }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await person.type({ 'Row key': '17' });
  await person.run();
  await person.choose('Prepend');
  await person.run();
  await person.button('Share').click();
  await person.dialog.getByRole('button', { name: 'Copy: This step' }).click();
  await person.dialog.getByText('✓ Copied').first().waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(site.address + '#v1.'), link);
  await page.keyboard.press('Escape');
  const [cells, said, at] = [await person.cells(), await sentence(page), await person.position()];

  const other = await enter();
  await other.page.goto(link.replace(site.origin, other.site.origin));
  await started(other.page);
  const reader = new Person(other.page);
  await until(() => reader.position(), at);
  assert.deepEqual(await reader.cells(), cells);
  assert.equal(await sentence(other.page), said);
  assert.match(await banner(other.page).innerText(), /Opened by a link/);
  assert.deepEqual(await other.leave(), []);
});

play('link: one can be written by hand, with clients that speak in turn', { opens: false }, async ({ person, page, site }) => {
  const script = ["put 'comments', 'r', 'c:text', 'one'", "client 'B'", "put 'comments', 'r', 'c:text', 'two'"].join('\n');
  await open(page, site, `#start=comments&script=${encodeURIComponent(script)}&step=end&grain=operation`);
  await until(() => person.position(), '2 of 2');
  assert.match((await person.cells()).join('\n'), /x72 c:text two/);
  assert.equal((await person.did('B')).length, 1);
});

play('link: one that is damaged, newer or unknown is told, and the page is there', { opens: false }, async ({ person, page, site }) => {
  for (const [fragment, told] of [['#v1.AAAA', /link/i], ['#v9.abc', /newer/], ['#start=atlantis', /atlantis/]]) {
    await page.goto('about:blank');
    await open(page, site, fragment);
    await banner(page).getByText(told).waitFor();
    await until(async () => (await person.cells()).length > 0, true);
  }
});

play('link: the own work stays, and what is done on a link is kept with the link', {}, async ({ person, page }) => {
  await person.type({ 'Row key': '16' });
  await person.run();
  await kept(page);
  const before = await own(page);

  await page.evaluate(() => { location.hash = 'start=partitions&grain=rpc'; });
  await banner(page).getByText('Your own work stays as it is').waitFor();
  await person.run();
  await banner(page).getByText('kept apart from your own work').waitFor();
  await page.waitForFunction(() => Object.keys(localStorage).some(name => name.startsWith('splitpoint./docs/try/v1/link.')));
  assert.equal(await own(page), before);

  // A reload shows the link as its author left it, and offers what was done on it.
  await page.reload();
  await started(page);
  await until(async () => (await person.position()).startsWith('0 of'), true);
  await banner(page).getByRole('button', { name: 'Go on with what I did here' }).click();
  await until(async () => !(await person.position()).startsWith('0 of'), true);

  await banner(page).getByRole('button', { name: 'Back to my work' }).click();
  await until(async () => (await person.cells()).some(cell => cell.startsWith('16 ')), true);
  assert.equal(new URL(page.url()).hash, '');
  assert.equal(await banner(page).count(), 0);
});

play('link: a frame shows an excerpt, keeps nothing, and opens what was done in it as a whole',
  { opens: false, server: { pages: { '/article': '<!doctype html><title>An article</title><link rel="icon" href="data:,"><iframe width="720" height="480" src="/docs/try/v1/#start=comments&view=mini&theme=dark"></iframe>' } } },
  async ({ page, site }) => {
    await page.goto(site.origin + '/article');
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await frame.waitForFunction(() => performance.getEntriesByName('splitpoint:started').length > 0);
    await frame.locator('.line').first().waitFor();
    assert.equal(await frame.locator('.header, .page__do, .banner').count(), 0);
    const map = await frame.locator('.page__map').boundingBox();
    assert.ok(map.height > 280, `${map.height} pixels of 480 for the picture`);
    assert.equal(await frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'dark');
    const [whole] = await Promise.all([
      page.context().waitForEvent('page'),
      frame.getByRole('button', { name: 'Open full view' }).click(),
    ]);
    await started(whole);
    assert.match(whole.url(), /#start=comments$/);
    await whole.locator('.header').waitFor();
    assert.equal(await page.evaluate(() => Object.keys(localStorage).filter(name => name.includes('session')).length), 0);
  });

play('link: sharing works by keyboard, shows a live preview, and gives the focus back', {}, async ({ person, page }) => {
  await person.run();
  await person.button('Share').focus();
  await page.keyboard.press('Enter');
  await person.dialog.frameLocator('split-point iframe').locator('.line').first().waitFor();
  const code = person.dialog.getByRole('textbox', { name: 'Lines to paste' });
  assert.match(await code.inputValue(), /<split-point link="v1\.[\w-]+" view="mini"/);
  await person.dialog.getByRole('radio', { name: 'table and clients' }).focus();
  await page.keyboard.press('Space');
  await until(async () => (await code.inputValue()).includes('view="race"'), true);
  await person.dialog.frameLocator('split-point iframe').getByRole('list', { name: 'Clients' }).waitFor();
  await person.dialog.getByLabel('to', { exact: true }).fill('1');
  await person.dialog.getByRole('checkbox', { name: 'only look' }).check();
  await until(() => code.inputValue(), /to-step="1" readonly\n/);
  await person.dialog.getByRole('radio', { name: 'iframe', exact: true }).check();
  assert.match(await code.inputValue(), /<iframe src="[^"]+#v1\.[\w-]+&amp;view=race&amp;to-step=1&amp;readonly=yes"/);
  await person.dialog.getByRole('button', { name: 'Copy: Lines to paste' }).click();
  await person.dialog.getByRole('status').getByText(/Copied|Ctrl\+C/).waitFor();
  await person.dialog.getByRole('radio', { name: 'Markdown', exact: true }).check();
  assert.match(await code.inputValue(), /^\[Splitpoint: [^\]]+\]\(http/);
  await page.keyboard.press('Escape');
  await until(() => page.evaluate(() => document.activeElement.textContent), 'Share');
});
