// What is rarely wanted is loaded when it is wanted, and not before; where it cannot be, the page says so and goes on.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { play } from './stage.mjs';

const isChunk = name => name.startsWith('chunk/');
const chunks = site => site.requests.filter(path => path.includes('/chunk/'));
const banner = page => page.locator('.banner');

play('chunk: a first load asks for none, the first step for what keeps it', {}, async ({ person, page, site }) => {
  await page.waitForTimeout(600); // longer than the calm after which a session is kept
  assert.deepEqual(chunks(site), []);
  await person.run();
  await page.waitForFunction(() => localStorage.getItem('splitpoint.session'));
  assert.ok(chunks(site).some(path => /act-[0-9a-f]+\.wasm$/.test(path)), String(chunks(site)));
  assert.ok(!chunks(site).some(path => path.includes('import-')), String(chunks(site)));
});

play('chunk: a server that does not know the type of a module serves them all the same',
  { server: { answer: name => isChunk(name) ? { type: 'application/octet-stream' } : {} } }, async ({ person, page }) => {
    await person.startFrom('Your file …');
    await person.dialog.getByText('Choose a file').waitFor();
    assert.equal(await banner(page).count(), 0);
  });

const gone = { is: true };
play('chunk: one that is missing is told, nothing is lost, and it is asked for again',
  { expects: [/404/, /WebAssembly|CompileError/], server: { answer: name => gone.is && isChunk(name) ? { status: 404 } : {} } },
  async ({ person, page }) => {
    await person.run();
    await banner(page).getByText('A part of the page could not be loaded').waitFor();
    await person.choose('Prepend');
    assert.equal(await person.button('Insert', person.form).getAttribute('aria-pressed'), 'true');
    gone.is = false;
    await person.choose('Prepend');
    await person.run();
    await until(() => person.position(), '2 of 2');
    assert.equal(await banner(page).count(), 0);
    await page.waitForFunction(() => localStorage.getItem('splitpoint.session')?.includes('prepend'));
  });

play('chunk: what is asked for while one is on its way waits for it',
  { server: { answer: name => isChunk(name) ? { delay: 500 } : {} } }, async ({ person, page }) => {
    await person.choose('Prepend');
    await page.keyboard.press('Control+Enter');
    await until(() => person.position(), '2 of 2');
    assert.deepEqual(await person.did('A'), ['scan first row → 18', 'check-and-put 17 true']);
  });
