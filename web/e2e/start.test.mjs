// Starting: from the first byte to a running page, on good servers and bad ones.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { until } from './person.mjs';
import { accessible, play, sizes, started, themes } from './stage.mjs';

const policy = (await readFile(new URL('../content-security-policy', import.meta.url), 'utf8')).trim();

const isWasm = name => name.endsWith('.wasm');

for (const size of Object.keys(sizes)) {
  for (const theme of themes) {
    play(`starts, accessible and without a complaint: ${size}, ${theme}`, { size, theme }, async ({ page }) => {
      await accessible(page);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wider <= 0, `the page is ${wider} px wider than the window`);
    });
  }
}

play('starts at the root of a server', { server: { base: '/' } }, async () => {});

play('starts when the server does not know the type of a module',
  { server: { answer: name => isWasm(name) ? { type: 'application/octet-stream' } : {} } }, async () => {});

play('has words before any script runs', { context: { javaScriptEnabled: false }, opens: false }, async ({ page, site }) => {
  await page.goto(site.address);
  await page.getByRole('heading', { name: 'Splitpoint' }).waitFor();
  assert.match(await page.locator('noscript p').innerText(), /^This page needs JavaScript/);
});

play('counts what has arrived when loading takes long',
  { opens: false, server: { answer: name => isWasm(name) ? { delay: 1500 } : {} } }, async ({ page, site }) => {
    await page.goto(site.address, { waitUntil: 'commit' });
    await page.getByText(/^Loading/).waitFor();
    await started(page);
  });

play('says why when the module is missing',
  { opens: false, expects: [/404/], server: { answer: name => isWasm(name) ? { status: 404 } : {} } },
  async ({ page, site }) => {
    await page.goto(site.address);
    await page.getByText(/could not start: .*\.wasm was answered with 404/).waitFor();
    await accessible(page);
  });

play('says why when the browser has no WebAssembly', { opens: false, expects: [/WebAssembly/] }, async ({ page, site }) => {
  await page.addInitScript(() => { delete globalThis.WebAssembly; });
  await page.goto(site.address);
  await page.getByText(/could not start: this browser does not run WebAssembly/).waitFor();
});

play('the policy is in force', { expects: [/policy: .*inline/, /console error/] }, async ({ page }) => {
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.broken = true';
    document.body.append(script);
  });
  assert.equal(await page.evaluate(() => globalThis.broken), undefined);
  await page.waitForTimeout(200); // the report may still be on its way
});

play('runs where a server demands trusted types: no markup is handed to the browser as a text',
  { server: { policy: `${policy}; require-trusted-types-for 'script'` } }, async ({ page, person }) => {
    await person.run();
    await until(() => person.position(), '1 of 1');
    await page.keyboard.press('?');
    await person.dialog.getByRole('heading', { name: 'How it works' }).waitFor();
    assert.equal(await person.dialog.locator('section > ul.help__list > li').count() > 10, true);
    assert.equal(await person.dialog.getByRole('link', { name: 'Licences' }).getAttribute('href'), 'notices.txt');
    await page.keyboard.press('Escape');
    await page.goto(`${page.url().split('#')[0]}#notes=splitpoint-notes-1`);
    await page.reload();
    await page.getByText('Waiting for the page that opened these notes.').waitFor();
    await page.getByRole('button', { name: 'Next' }).waitFor();
  });

play('is translated by no browser, which would take the page apart', {}, async ({ page }) => {
  assert.equal(await page.locator('.page').first().evaluate(page => page.translate), false);
  assert.equal(await page.locator('html').getAttribute('translate'), 'no');
});

play('keeps what it does not know behind its address, and heeds none of it', {}, async ({ page, site, person }) => {
  await person.run();
  await until(async () => (await person.cells())[0], '17 c:text I like your post');
  await person.button('Mark this step', person.time).click();
  await page.waitForFunction(() => localStorage.getItem('splitpoint./docs/try/v1/session')?.includes('put 17 is done'));
  const [position, picture] = [await person.position(), await person.picture()];
  assert.notEqual(position.split(' ')[0], '0');

  const fragment = '#step=0&table=none&%zz';
  await page.evaluate(fragment => { location.hash = fragment; }, fragment);
  assert.equal(await person.position(), position);
  await page.reload();
  await started(page);
  await until(() => person.picture(), picture);
  assert.equal(await person.position(), position);
  assert.equal(page.url(), site.address + fragment);
});

play('says so when a part that a link needs does not come, and opens without the link', {}, async ({ page, site, person }) => {
  await person.run();
  await page.waitForFunction(() => location.hash.startsWith('#v2.'));
  const link = page.url();
  await page.route(/chunk\/link-/, () => {});
  await page.goto('about:blank');
  await page.goto(link);
  const told = page.getByRole('status').filter({ hasText: 'still on its way' });
  await told.waitFor();
  await accessible(page);
  await told.getByRole('link', { name: 'Open without the link' }).click();
  await started(page);
  await until(() => person.position(), '1 of 1');
  assert.equal(await page.evaluate(() => localStorage.getItem('splitpoint./docs/try/v1/session.before.1')), null, 'nothing is put away');
});

// The address is updated once the chunk `care` is loaded, and becomes a link once `dialog` is.
for (const chunk of ['care', 'dialog']) {
  const pattern = new RegExp(`chunk/${chunk}-`);
  play(`leaves an address alone that somebody gives while “${chunk}” comes to write its own`,
    { server: { answer: name => pattern.test(name) ? { delay: 1500 } : {} } }, async ({ page, site, person }) => {
      const asked = page.waitForRequest(pattern);
      const comes = page.waitForEvent('requestfinished', request => pattern.test(request.url()));
      await person.run();
      await asked;
      await page.waitForFunction(() => localStorage.getItem('splitpoint./docs/try/v1/session')); // then the address is next
      assert.equal(page.url(), site.address);
      await page.evaluate(() => { location.hash = 'step=0&%zz'; });
      await comes;
      await page.waitForTimeout(500);
      assert.equal(page.url(), `${site.address}#step=0&%zz`);
    });
}
