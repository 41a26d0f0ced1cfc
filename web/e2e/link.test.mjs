// Links: what is copied in one browser opens in another; the reader's own work stays as it is.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { Person, until } from './person.mjs';
import { enter, open, play, started } from './stage.mjs';

const banner = page => page.locator('.banner');
const own = page => page.evaluate(() => localStorage.getItem('splitpoint./docs/try/v1/session'));
const sentence = page => page.locator('.page__sentence').innerText();
const hash = page => page.evaluate(() => location.hash);
const packed = page => until(() => hash(page), /^#v2\./);
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
  assert.ok(link.startsWith(site.address + '#v2.'), link);
  await page.keyboard.press('Escape');
  const [cells, said, at] = [await person.cells(), await sentence(page), await person.position()];

  const other = await enter();
  await other.page.goto(link.replace(site.origin, other.site.origin));
  await started(other.page);
  const reader = new Person(other.page);
  await until(() => reader.position(), at);
  assert.deepEqual(await reader.cells(), cells);
  assert.equal(await sentence(other.page), said);
  assert.equal(await banner(other.page).count(), 0, 'who has no work of their own is told nothing of it');
  assert.deepEqual(await other.leave(), []);
});

play('link: one can be written by hand, with clients that speak in turn', { opens: false }, async ({ person, page, site }) => {
  const script = ["put 'comments', 'r', 'c:text', 'one'", "client 'B'", "put 'comments', 'r', 'c:text', 'two'"].join('\n');
  await open(page, site, `#start=comments&script=${encodeURIComponent(script)}&step=end&grain=operation`);
  await until(() => person.position(), '2 of 2');
  assert.match((await person.cells()).join('\n'), /"r" c:text two/);
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

  // The address follows, so that a reload shows what was done on it. Going back shows the link as its author left it, and
  // offers what was done.
  const at = await person.position();
  await packed(page);
  await page.reload();
  await started(page);
  await until(() => person.position(), at);
  await page.goBack();
  await until(() => hash(page), '#start=partitions&grain=rpc');
  await until(async () => (await person.position()).startsWith('0 of'), true);
  await banner(page).getByRole('button', { name: 'Go on with what I did here' }).click();
  await until(() => person.position(), at);
  await packed(page);

  await banner(page).getByRole('button', { name: 'Back to my work' }).click();
  await until(async () => (await person.cells()).some(cell => cell.startsWith('16 ')), true);
  assert.equal(await banner(page).count(), 0);
  assert.doesNotMatch(await hash(page), /^#v1|partitions/);
  // The link stays in the history, before the own work.
  await page.goBack();
  await banner(page).getByText('Opened by a link').waitFor();
  await packed(page);
  await until(() => person.position(), at);
  assert.equal(await own(page), before);
});

play('link: on a link the address follows, too', { opens: false }, async ({ person, page, site }) => {
  const script = encodeURIComponent("put 'comments', 'r', 'c:text', 'one'\nput 'comments', 'r', 'c:text', 'two'");
  await open(page, site, `#start=comments&script=${script}&tour=7`);
  await until(async () => /^(\d+) of \1$/.test(await person.position()), true);
  await page.waitForTimeout(600); // twice what is waited before the address follows
  const link = `#start=comments&script=${script}&tour=7`;
  assert.equal(decodeURIComponent(await hash(page)), decodeURIComponent(link), 'nothing was done yet');
  const entries = await page.evaluate(() => history.length);
  await person.button('Step back').click();
  await until(() => hash(page), /&tour=7&step=1$/);
  await person.button('To the beginning').click();
  await until(() => hash(page), /&tour=7&step=0$/);
  assert.equal(await page.evaluate(() => history.length), entries, 'a step replaces');
  const at = await person.position();
  await page.reload();
  await started(page);
  await until(() => person.position(), at);
  // What is done there is a decision: it adds an entry, whose address holds it.
  await person.type({ 'Row key': '16' });
  await person.run();
  await packed(page);
  assert.equal(await page.evaluate(() => history.length), entries + 1);
  const cells = await person.cells();
  const other = await enter();
  await other.page.goto(page.url().replace(site.origin, other.site.origin));
  await started(other.page);
  await until(() => new Person(other.page).cells(), cells);
  assert.deepEqual(await other.leave(), []);
  await page.goBack();
  await until(() => hash(page), /&tour=7&step=0$/);
  await until(() => person.position(), at);
});

play('link: the address follows, so that back goes to before a decision and a copied address works', {}, async ({ person, page, site }) => {
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  assert.equal(await hash(page), '');
  await person.choose('Prepend');
  await person.step();
  await packed(page);
  assert.equal(await entries(), before + 1);
  const first = await hash(page);
  await person.next();
  await until(async () => await hash(page) !== first, true);
  assert.equal(await entries(), before + 1, 'a step replaces');
  const [prepended, said] = [await person.cells(), await sentence(page)];

  await person.choose('Insert');
  await person.type({ 'Row key': '16' });
  await person.run();
  await until(entries, before + 2);
  await packed(page);
  const [cells, at, address] = [await person.cells(), await person.position(), page.url()];
  assert.equal(await banner(page).count(), 0);

  await page.goBack();
  await until(() => sentence(page), said);
  assert.deepEqual(await person.cells(), prepended);
  await page.goBack();
  await until(async () => (await person.position()).startsWith('0 of'), true);
  await page.goForward();
  await page.goForward();
  await until(() => person.cells(), cells);
  await until(() => person.position(), at);

  // A reload opens the work itself, and what is done then is kept with it.
  await page.reload();
  await started(page);
  await until(() => person.cells(), cells);
  assert.equal(await banner(page).count(), 0);
  await page.goBack();
  await until(() => sentence(page), said);
  await page.goForward();
  await until(() => person.cells(), cells);

  const other = await enter();
  await other.page.goto(address.replace(site.origin, other.site.origin));
  await started(other.page);
  const reader = new Person(other.page);
  await until(() => reader.position(), at);
  assert.deepEqual(await reader.cells(), cells);
  assert.equal(new URL(other.page.url()).hash, new URL(address).hash, 'the address of a link is its own');
  assert.deepEqual(await other.leave(), []);
});

play('link: another start is an entry of its own, and going back takes up the work on the one before', {}, async ({ person, page }) => {
  await person.type({ 'Row key': '16' });
  await person.run();
  await packed(page);
  const [cells, at] = [await person.cells(), await person.position()];
  await person.startFrom('Table inside a row');
  await until(() => hash(page), '#start=pets');
  assert.notDeepEqual(await person.cells(), cells);
  await page.goBack();
  await until(() => person.cells(), cells);
  await until(() => person.position(), at);
  assert.equal(await banner(page).count(), 0);
  await page.goForward();
  await until(async () => (await person.position()).startsWith('0 of'), true);
  await until(() => hash(page), '#start=pets');
});

// Chromium does that to an entry that was added just before the reload.
play('link: a reload whose entry of the history has forgotten everything opens the own work, not the address', {}, async ({ person, page, site }) => {
  await person.choose('Insert');
  await person.type({ 'Row key': '16' });
  await person.run();
  await packed(page);
  const [link, cells] = [await hash(page), await person.cells()];
  await person.choose('Prepend');
  await person.run();
  await until(() => hash(page), new RegExp(`^(?!${link}$)#v2`));
  const more = await person.cells();
  await page.evaluate(() => history.replaceState(null, '', location.href));
  await page.reload();
  await started(page);
  await until(() => person.cells(), more);
  assert.equal(await banner(page).count(), 0);
  // What it remembered is there again, too: the way back leads along the own work.
  await page.goBack();
  await until(() => person.cells(), cells);
  assert.equal(await banner(page).count(), 0);
  // An address that somebody gives stays a link, also where it is one that was written here.
  await page.goto('about:blank');
  await page.goto(`${site.address}${link}`);
  await started(page);
  await banner(page).getByText('Opened by a link').waitFor();
  await page.reload();
  await started(page);
  await banner(page).getByText('Opened by a link').waitFor();
});

play('link: the address of a lesson follows along its way', {}, async ({ person, page }) => {
  await page.evaluate(() => { location.hash = 'lesson=upside-down'; });
  await page.locator('.story').waitFor();
  await person.next();
  await until(() => hash(page), /^#lesson=upside-down&step=\d+/);
  const entries = await page.evaluate(() => history.length);
  const before = await hash(page);
  await person.next();
  await until(async () => await hash(page) !== before, true);
  assert.equal(await page.evaluate(() => history.length), entries);
  const said = await sentence(page);
  await page.reload();
  await started(page);
  await until(() => sentence(page), said);
});

play('link: a lesson opens without another page before it, and a view that is asked for stays', { opens: false }, async ({ page, site }) => {
  await page.addInitScript(() => {
    globalThis.drawn = new Set();
    new MutationObserver(() => {
      const drawn = document.querySelector('#app > .page:not([inert]) .header');
      if (drawn) globalThis.drawn.add(/Lesson \d+/.exec(drawn.textContent)?.[0] ?? drawn.textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.goto(`${site.address}#lesson=a-year&wide=growth`);
  await page.getByRole('region', { name: 'Numbers' }).getByRole('table').waitFor();
  await page.locator('.story').waitFor();
  assert.deepEqual(await page.evaluate(() => [...globalThis.drawn]), ['Lesson 11']);
});

play('link: what is too long for one is offered as a file, which opens elsewhere', { opens: false }, async ({ person, page, site }) => {
  const noise = [...Array(60)].map((_, at) => `put 'comments', 'k${at}', 'c:text', '${[...Array(16)].map(() => Math.random().toString(36).slice(2)).join('')}'`);
  await open(page, site, `#start=comments&step=end&script=${encodeURIComponent(noise.join('\n'))}`);
  await until(async () => (await person.position()).split(' of ').every((part, _, all) => part === all[0] && Number(part) >= 60), true);
  await person.button('Share').click();
  await person.dialog.getByText('longer than 8,000 characters').waitFor();
  const save = person.dialog.getByRole('button', { name: /^Session file/ });
  assert.equal(await save.count(), 1);
  assert.match(await save.getAttribute('class'), /button--main/);
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  const path = await download.path();
  // How many rows are drawn depends on the room that is left for them: read here, when all that comes late is there.
  const cells = await person.cells();
  const other = await enter();
  await open(other.page, other.site);
  const reader = new Person(other.page);
  await reader.startFrom('Your file …');
  await other.page.locator('input[type=file]').setInputFiles({ name: 'splitpoint-session.json', mimeType: 'application/json', buffer: await readFile(path) });
  await until(() => reader.cells(), cells);
  assert.deepEqual(await other.leave(), []);
});

play('link: a transcript is sentences and rows, saved or copied', {}, async ({ person, page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await person.type({ 'Row key': '16' });
  await person.run();
  await person.button('Share').click();
  const [download] = await Promise.all([page.waitForEvent('download'), person.dialog.getByRole('button', { name: 'Transcript', exact: true }).click()]);
  const saved = await readFile(await download.path(), 'utf8');
  assert.match(saved, /^ +1 +A {2}\w.*\./m);
  assert.match(saved, /^comments\n {2}\S+ {2}c:\w+ {2}/m);
  assert.doesNotMatch(saved, /\{"version"/);
  await person.dialog.getByRole('button', { name: 'Copy the transcript' }).click();
  await person.dialog.getByRole('status').getByText('✓ Copied').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), saved);
});

play('link: a pane and a chosen cell go along', {}, async ({ person, page, site }) => {
  await person.type({ 'Row key': '16' });
  await person.run();
  await page.getByRole('tab', { name: 'Cost' }).click();
  await person.grid.getByRole('gridcell').nth(4).click();
  const about = page.locator('.anatomy').first();
  await about.waitFor();
  await person.button('Share').click();
  const link = await person.dialog.getByRole('textbox', { name: 'This step' }).inputValue();
  assert.match(link, /&pane=cost&cell=\d+\.\d+$/);
  const other = await enter();
  await other.page.goto(link.replace(site.origin, other.site.origin));
  await started(other.page);
  await other.page.locator('.anatomy').first().waitFor();
  await until(() => other.page.getByRole('tab', { name: 'Cost' }).getAttribute('aria-selected'), 'true');
  assert.deepEqual(await other.leave(), []);
});

play('link: a region that is told of, what is not drawn, and the language of forms go along', {}, async ({ person, page, site }) => {
  await page.getByRole('radio', { name: 'As Java' }).click(); // what writes it may have to come first
  await until(() => page.getByRole('radio', { name: 'As Java' }).isChecked(), true);
  await page.getByRole('button', { name: 'stores' }).click();
  await page.getByText('r1', { exact: true }).first().click();
  await page.getByRole('heading', { name: 'Region r1' }).waitFor();
  await person.button('Share').click();
  const link = await person.dialog.getByRole('textbox', { name: 'This step' }).inputValue();
  assert.match(link, /#start=comments&region=\d+&stores=no&api=java2$/);
  const other = await enter();
  await other.page.goto(link.replace(site.origin, other.site.origin));
  await started(other.page);
  await until(() => other.page.getByRole('radio', { name: 'As Java' }).isChecked(), true);
  await other.page.getByText('new Put(').first().waitFor();
  await other.page.getByRole('heading', { name: 'Region r1' }).waitFor();
  assert.equal(await other.page.getByRole('button', { name: 'stores' }).getAttribute('aria-pressed'), 'false');
  assert.deepEqual(await other.leave(), []);
});

play('link: lines of a script name steps, and a link leads there', { opens: false }, async ({ person, page, site }) => {
  const script = ["put 'comments', 'r', 'c:text', 'one'", "mark 'the race'", "put 'comments', 'r', 'c:text', 'two'"].join('\n');
  await open(page, site, `#start=comments&script=${encodeURIComponent(script)}&step=the%20race&grain=operation`);
  await until(() => person.position(), '1 of 2');
  await page.locator('.track').getByText('the race').or(page.getByTitle('the race')).first().waitFor({ state: 'attached' });
});

play('link: what is asked of every order and what must hold go along', {}, async ({ person, page, site }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await person.console("must 'five comments', 'rows 5'");
  await person.choose('Prepend');
  await person.field('Write blindly, with a plain put').check();
  await person.step();
  await person.as('B Ben');
  await person.step();
  await page.locator('body').press('o');
  const title = page => page.locator('#pane-orders').getByRole('heading', { level: 2, name: /orders? of/ }).textContent();
  await until(() => title(page), '6 orders of 2 clients, 4 outcomes');
  await page.locator('#pane-orders').getByRole('checkbox', { name: 'servers may flush' }).check();
  const found = await until(async () => (await title(page)).startsWith('6 ') ? 'as before' : title(page), /^\d[\d,]* orders of 2 clients/);
  const chips = page => page.locator('.orders__promises').textContent();
  const said = await chips(page);
  assert.match(said, /^✗ five comments: fails in [\d.]+ % of the orders$/);
  await person.button('Share').click();
  await person.dialog.getByRole('button', { name: 'Copy: This step' }).click();
  await person.dialog.getByText('✓ Copied').first().waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /orders=before,rpc,flush/);

  // The code of orders comes late, after other code: what was asked for is done in its order all the same.
  const other = await enter({ server: { answer: name => /^chunk\/orders/.test(name) ? { delay: 1_500 } : {} } });
  await other.page.goto(link.replace(site.origin, other.site.origin));
  await started(other.page);
  await until(() => title(other.page), found, 20_000);
  assert.equal(await chips(other.page), said);
  assert.ok(await other.page.locator('#pane-orders').getByRole('checkbox', { name: 'servers may flush' }).isChecked());
  assert.deepEqual(await other.leave(), []);
});

play('link: one that is hostile is told, and the page stays at work', { opens: false, timeout: 180_000 }, async ({ person, page, site }) => {
  // Longer than anything that is read.
  await open(page, site);
  await page.evaluate(() => { location.hash = 'v1.' + 'A'.repeat(1.9e6) + '&script=' + 'x'.repeat(9e5); });
  await banner(page).getByText(/longer than 2 MB|damaged/).waitFor();
  await until(async () => (await person.cells()).length > 0, true);
  // A bomb: a few bytes that inflate to far more than a session may hold.
  const bomb = deflateRawSync(Buffer.alloc(80 << 20, ' ')).toString('base64url');
  await page.evaluate(bomb => { location.hash = 'v1.' + bomb; }, bomb);
  await until(() => banner(page).innerText(), /link/i);
  await until(async () => (await person.cells()).length > 0, true);
  // A script without an end can be stopped, and what came until then is there.
  await page.evaluate(() => { location.hash = "start=comments&script=loop%20%7B%20put%20'comments',%20'r',%20'c:text',%20'x'%20%7D"; });
  await banner(page).getByRole('button', { name: 'Stop its script' }).click();
  await banner(page).getByText('was stopped').waitFor();
  await until(async () => (await person.cells()).some(cell => cell.includes('c:text x')), true);
});

play('link: one that comes out differently says at which step', { opens: false }, async ({ page, site }) => {
  const kept = { version: 1, example: 'comments', log: [
    { A: { insert: { table: 'comments', row: '0x0000000000000010', cells: [{ column: 'c:text', value: 'hi' }] } } },
    { A: { run: { ops: 1, got: 'put refused' } } },
  ] };
  await open(page, site, `#v1.${deflateRawSync(JSON.stringify(kept)).toString('base64url')}`);
  await until(() => banner(page).innerText(), /comes out differently now\. Step 1: A came to “put refused”, now to “put done”/);
});

play('link: a frame shows an excerpt, keeps nothing, and opens what was done in it as a whole',
  { opens: false, host: address => ({ '/article': `<!doctype html><title>An article</title><link rel="icon" href="data:,"><iframe width="720" height="480" src="${address}#start=comments&view=mini&theme=dark"></iframe>` }) },
  async ({ page, host }) => {
    await page.goto(host.origin + '/article');
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
    assert.equal(await frame.evaluate(() => Object.keys(localStorage).filter(name => name.includes('session')).length), 0);
  });

play('link: sharing works by keyboard, shows a live preview, and gives the focus back', {}, async ({ person, page }) => {
  await person.run();
  await person.button('Share').focus();
  await page.keyboard.press('Enter');
  await person.dialog.frameLocator('split-point iframe').locator('.line').first().waitFor();
  const code = person.dialog.getByRole('textbox', { name: 'Lines to paste' });
  assert.match(await code.inputValue(), /<split-point link="v2\.[\w-]+" view="mini"/);
  await person.dialog.getByRole('radio', { name: 'table and clients' }).focus();
  await page.keyboard.press('Space');
  await until(async () => (await code.inputValue()).includes('view="race"'), true);
  await person.dialog.frameLocator('split-point iframe').getByRole('list', { name: 'Clients' }).waitFor();
  await person.dialog.getByRole('radio', { name: 'everything' }).check();
  await person.dialog.frameLocator('split-point iframe').getByRole('tab', { name: 'Do' }).waitFor();
  await person.dialog.getByRole('radio', { name: 'table and clients' }).check();
  await person.dialog.getByRole('checkbox', { name: 'table and steps in words' }).check();
  await until(() => code.inputValue(), /<table>\n +<caption>comments<\/caption>[^]+<th>17<\/th><td>c:text<\/td>[^]+<ol start="1">\n +<li>A [^]+<\/ol>\n<\/split-point>$/);
  await person.dialog.getByLabel('to', { exact: true }).fill('1');
  await person.dialog.getByRole('checkbox', { name: 'only look' }).check();
  await until(() => code.inputValue(), /to-step="1" readonly\n/);
  // The lines hold the height of the preview: with another one they have to be copied again.
  await person.dialog.frameLocator('split-point iframe').locator('.page--readonly').waitFor();
  const height = () => person.dialog.getByText(/px high$/).textContent();
  await until(async () => {
    const before = await height();
    await page.waitForTimeout(500);
    return await height() === before;
  }, true);
  await person.dialog.getByRole('radio', { name: 'iframe', exact: true }).check();
  assert.match(await code.inputValue(), /<iframe src="[^"]+#v2\.[\w-]+&amp;view=race&amp;to-step=1&amp;readonly=yes"/);
  await person.dialog.getByRole('button', { name: 'Copy: Lines to paste' }).click();
  await person.dialog.getByRole('status').getByText(/Copied|Ctrl\+C/).waitFor();
  await person.dialog.getByRole('radio', { name: 'Markdown', exact: true }).check();
  assert.match(await code.inputValue(), /^\[Splitpoint: [^\]]+\]\(http/);
  await page.keyboard.press('Escape');
  await until(() => page.evaluate(() => document.activeElement.textContent), 'Share');
});
