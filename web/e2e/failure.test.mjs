// A bug that panics: the page says what happened, keeps the work, and offers the log as a file.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { until } from './person.mjs';
import { dist } from './server.mjs';
import { accessible, play, started, themes } from './stage.mjs';

/**
 * Ends the program in the midst of its work: as the machine does where there is no memory or no stack left, or as a browser does
 * that throws where it is called. It throws once: what comes after that is not what ends the page.
 */
const endProgram = (page, error) => page.evaluate(kind => {
  const now = performance.now.bind(performance);
  let isOver = false;
  performance.now = () => {
    if (isOver || !/wasm/.test(new Error().stack)) return now();
    isOver = true;
    if (kind === 'RangeError') throw new RangeError('Maximum call stack size exceeded');
    if (kind === 'RuntimeError') throw new WebAssembly.RuntimeError('unreachable');
    if (kind === 'TypeError') throw new TypeError('odd');
    document.createElement('no name'); // Chromium's own have a stack
  };
}, error);

const ended = [/thrown: .*(RangeError|RuntimeError|TypeError|no name)/];
const folder = 'splitpoint./docs/try/v1/';

/** Makes a step that ends the program. */
async function endIn(person, page) {
  await endProgram(page, 'RuntimeError');
  await person.button('Run', person.form).click();
  const told = page.getByRole('alert');
  await told.getByRole('heading', { name: 'Splitpoint had to stop' }).waitFor();
  return told;
}

for (const error of ['RangeError', 'RuntimeError', 'TypeError', 'DOMException']) {
  play(`failure: a program that the machine or the browser ended is told: ${error}`, { expects: ended }, async ({ person, page }) => {
    await person.choose('Prepend');
    await person.run();
    await page.waitForFunction(() => localStorage.getItem('splitpoint./docs/try/v1/session')?.includes('prepend'));
    // The address follows the work, but what is kept is still the reader's own work.
    await page.waitForFunction(() => location.hash.startsWith('#v2.'));
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

play('failure: an error of somebody else ends nothing', { expects: [/thrown: (RangeError|RuntimeError|TypeError)/, /of an extension that listens/], allows: [/^thrown: $/] }, async ({ person, page }) => {
  await page.evaluate(() => {
    setTimeout(() => { throw new WebAssembly.RuntimeError('unreachable'); });
    setTimeout(() => { throw new TypeError('of an extension'); });
    setTimeout(() => { throw null; });
    Promise.reject(new RangeError('of an extension'));
    Promise.reject(new DOMException('of an extension'));
  });
  // A listener that runs while the module works has frames of the module below its own in the stack.
  await page.evaluate(`{
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (...kept) {
      set.apply(this, kept);
      dispatchEvent(new Event('kept'));
    };
    addEventListener('kept', () => { throw new TypeError('of an extension that listens'); });
  }
  //# sourceURL=https://elsewhere.example/extension.js`);
  await person.choose('Prepend');
  await person.run();
  await until(() => person.position(), '2 of 2');
  await page.waitForFunction(() => localStorage.getItem('splitpoint./docs/try/v1/session')?.includes('prepend'));
  assert.equal(await page.locator('.failure').count(), 0);
});

/** Makes local storage so small that a session of two steps is kept in IndexedDB. */
const smallStorage = page => page.addInitScript(() => {
  const set = Storage.prototype.setItem;
  Storage.prototype.setItem = function (name, text) {
    if (text.length > 200 && this === localStorage) throw new DOMException('full', 'QuotaExceededError');
    return set.call(this, name, text);
  };
});

const bases = page => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

for (const [what, { breaks, isThere }] of Object.entries({
  'is there': { breaks: () => {}, isThere: true },
  'never answers': { breaks: () => { IDBFactory.prototype.open = () => new EventTarget(); }, isThere: false },
  'is gone': { breaks: name => new Promise(done => { indexedDB.deleteDatabase(name).onsuccess = done; }), isThere: false },
  'has lost what it had': {
    breaks: async name => {
      await new Promise(done => { indexedDB.deleteDatabase(name).onsuccess = done; });
      await new Promise(done => { indexedDB.open(name).onsuccess = ({ target }) => done(target.result.close()); });
    },
    isThere: false,
  },
})) {
  play(`failure: it is told where the database with what was kept ${what}`, { expects: ended, opens: false }, async ({ person, page, site }) => {
    await smallStorage(page);
    await page.goto(site.address);
    await started(page);
    await person.choose('Prepend');
    await person.run();
    await page.waitForFunction(name => localStorage.getItem(name)?.startsWith('in the archive: '), `${folder}session`);
    await page.evaluate(breaks, folder);
    const before = what === 'never answers' ? [] : await bases(page);
    const told = await endIn(person, page);
    const save = told.getByRole('link', { name: 'Save what was kept' });
    if (isThere) await save.waitFor();
    await page.waitForTimeout(500);
    assert.equal(await save.count(), Number(isThere));
    assert.equal(await told.getByText('Your work is kept').count(), Number(isThere));
    if (before.length || what === 'is gone') assert.deepEqual(await bases(page), before, 'looking makes none');
  });
}

play('failure: what is saved of a long session has its last steps', { expects: ended, opens: false }, async ({ person, page, site }) => {
  const get = { A: { get: { table: 'comments', row: '0x0000000000000011' } } };
  const text = JSON.stringify({ version: 1, example: 'comments', log: Array(2500).fill([get, { A: { run: { ops: 1 } } }]).flat() });
  await page.addInitScript(([name, text]) => localStorage.getItem(name) ?? localStorage.setItem(name, text), [`${folder}session`, text]);
  await page.goto(site.address);
  await started(page);
  for (const times of [1, 2]) {
    await person.choose('Prepend');
    await person.run();
    await page.waitForFunction(([name, times]) => {
      const kept = (localStorage.getItem(name) ?? '') + (localStorage.getItem(`${name}.changes`) ?? '');
      return kept.split('"prepend"').length > times;
    }, [`${folder}session`, times]);
  }
  const whole = await page.evaluate(name => localStorage.getItem(name), `${folder}session`);
  assert.ok(whole.split('"prepend"').length < 3, 'what was done last stands beside the text');
  const told = await endIn(person, page);
  const saving = page.waitForEvent('download');
  await told.getByRole('link', { name: 'Save what was kept' }).click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  assert.equal(saved.split('"prepend"').length, 3, 'both are in it');
  assert.ok(JSON.parse(saved).version, 'and it is whole');
});

/** Breaks the browser under the page, so that the next drawing panics. */
async function breakDrawing(page) {
  await page.evaluate(() => { Node.prototype.insertBefore = () => { throw new Error('broken by a test'); }; });
}

// A draft build also prints the cause of a panic.
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

/** Checks that the reason replaces the first view, which looked as if it could be used. */
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

play('failure: a page whose work does not come out of the database says so, and can begin afresh without losing it', unbegun, async ({ page, site }) => {
  await page.addInitScript(() => { IDBFactory.prototype.open = () => new EventTarget(); });
  await page.addInitScript(name => localStorage.getItem(`${name}.before.1`) ?? localStorage.setItem(name, 'in the archive: 5'), `${folder}session`);
  await page.goto(site.address);
  const told = page.getByRole('status').filter({ hasText: 'still on its way' });
  await told.waitFor();
  await told.getByRole('button', { name: 'Reload' }).waitFor();
  await accessible(page);
  await told.getByRole('link', { name: 'Start afresh' }).click();
  await started(page);
  assert.equal(await page.evaluate(name => localStorage.getItem(`${name}.before.1`), `${folder}session`), 'in the archive: 5');
});
