// A bug that panics: the page says what happened, keeps what was done, and offers the log as a file.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { until } from './person.mjs';
import { dist } from './server.mjs';
import { accessible, play, started, themes } from './stage.mjs';

/** Lets the machine end the program in the midst of its work, as it does where there is no memory or no stack left. */
const endProgram = (page, error) => page.evaluate(kind => {
  const now = performance.now.bind(performance);
  performance.now = () => {
    if (!/wasm/.test(new Error().stack)) return now();
    throw kind === 'RangeError' ? new RangeError('Maximum call stack size exceeded') : new WebAssembly.RuntimeError('unreachable');
  };
}, error);

for (const error of ['RangeError', 'RuntimeError']) {
  play(`failure: a program that the machine ended is told: ${error}`, { expects: [/thrown: (RangeError|RuntimeError)/] }, async ({ person, page }) => {
    await person.choose('Prepend');
    await person.run();
    await page.waitForFunction(() => localStorage.getItem('splitpoint./docs/try/v1/session')?.includes('prepend'));
    // The address follows what is done: what is kept is the reader's own all the same.
    await page.waitForFunction(() => location.hash.startsWith('#v1.'));
    await endProgram(page, error);
    await person.button('Run', person.form).click();
    const told = page.getByRole('alert');
    await told.getByRole('heading', { name: 'Splitpoint had to stop' }).waitFor();
    await told.getByText('Your work is kept in this browser').waitFor();
    await told.getByRole('link', { name: 'Save what was kept' }).waitFor();
    await accessible(page);
    await told.getByRole('link', { name: 'Try again' }).click();
    await started(page);
    await until(async () => (await person.cells())[0], '17 c:text I like your post');
  });
}

play('failure: an error of somebody else ends nothing', { expects: [/thrown: (RangeError|RuntimeError)/] }, async ({ person, page }) => {
  await page.evaluate(() => {
    setTimeout(() => { throw new WebAssembly.RuntimeError('unreachable'); });
    Promise.reject(new RangeError('of an extension'));
  });
  await person.choose('Prepend');
  await person.run();
  await until(() => person.position(), '2 of 2');
});

/** Breaks the browser under the page, so that its next drawing panics. */
async function breakDrawing(page) {
  await page.evaluate(() => { Node.prototype.insertBefore = () => { throw new Error('broken by a test'); }; });
}

// A draft says what it came upon, too.
const panics = { expects: [/thrown: RuntimeError: unreachable/, /broken by a test/], allows: [/console error: .*panicked at/] };

for (const theme of themes) {
  play(`failure: a panic is told, in calm words: ${theme}`, { ...panics, theme }, async ({ person, page }) => {
    await breakDrawing(page);
    await person.run();
    await page.getByRole('alert').getByRole('heading', { name: 'Splitpoint had to stop' }).waitFor();
    await accessible(page);
  });
}

play('failure: the log has every step, and trying again goes on where it was', panics, async ({ person, page }) => {
  await person.choose('Prepend');
  await person.run();
  await until(() => person.position(), '2 of 2');
  await page.waitForFunction(() => localStorage.getItem('splitpoint./docs/try/v1/session')?.includes('prepend'));
  await person.choose('Insert');
  await breakDrawing(page);
  await person.run();
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save the log' }).click();
  const file = await saving;
  assert.equal(file.suggestedFilename(), 'splitpoint-log.txt');
  const log = await readFile(await file.path(), 'utf8');
  assert.match(log, /^Splitpoint \d.*\nRuntimeError: unreachable\n +at .*wasm/);
  assert.match(log, /check-and-put on 17 succeeds/);

  await page.getByRole('link', { name: 'Try again' }).click();
  await started(page);
  await until(async () => (await person.cells())[0], '17 c:text I like your post');
});

play('failure: starting afresh puts away what was done', panics, async ({ person, page }) => {
  await person.choose('Prepend');
  await person.run();
  await page.waitForFunction(() => localStorage.getItem('splitpoint./docs/try/v1/session')?.includes('prepend'));
  await breakDrawing(page);
  await person.run();
  await page.getByRole('link', { name: 'Start afresh' }).click();
  await started(page);
  await until(async () => (await person.cells())[0], '18 c:date May 24');
  assert.equal(new URL(page.url()).search, '', 'a reload does not forget again');
  const before = await page.evaluate(() => localStorage.getItem('splitpoint./docs/try/v1/session.before.1'));
  assert.match(before, /prepend/);
});

const unbegun = { opens: false, timeout: 30_000 };

/** Says it in the place of the first view, which looked as if it could be used. */
async function tellsWhy(page, why) {
  await page.getByRole('status').filter({ hasText: why }).waitFor();
  assert.equal(await page.locator('#app > .page').count(), 0);
  assert.ok(await page.getByRole('heading', { name: 'Splitpoint' }).isVisible());
  await accessible(page);
}

play('failure: a page that was opened as a file says what to do', { ...unbegun, expects: [/asked elsewhere: file:/, /CORS/, /ERR_FAILED/, /preload assets/] }, async ({ page }) => {
  await page.goto(`${pathToFileURL(dist)}/index.html`);
  await tellsWhy(page, 'cannot start from a file');
});

play('failure: a page without the script that begins it says so',
  { ...unbegun, expects: [/404/], server: { answer: name => /^boot-.*\.js$/.test(name) ? { status: 404 } : {} } }, async ({ page, site }) => {
    await page.goto(site.address);
    await tellsWhy(page, 'copy on this server is not complete');
  });
