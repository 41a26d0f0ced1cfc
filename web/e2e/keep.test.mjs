// Work is kept in the browser: a reload goes on where it was, and a frame without storage works all the same.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { play, started } from './stage.mjs';

const session = page => page.evaluate(() => localStorage.getItem('splitpoint./docs/try/v1/session'));

/** Waits until the browser keeps another session than `before`. */
async function keptAfter(page, before) {
  await page.waitForFunction(before => localStorage.getItem('splitpoint./docs/try/v1/session') !== before, before);
}

play('keep: after a reload the steps, the branch, the grain and the place are as they were', {}, async ({ person, page }) => {
  await person.choose('Prepend');
  await person.run();
  await until(() => person.position(), '2 of 2');
  await page.keyboard.press('u');
  await person.choose('Insert');
  await person.type({ 'Row key': '16' });
  await person.run();
  await until(async () => (await person.cells())[0], '16 c:text I like your post');
  await person.grain('operation');
  await until(() => person.position(), '1 of 1');
  await person.button('Mark this step', person.time).click();
  await page.waitForFunction(() => localStorage.getItem('splitpoint./docs/try/v1/session')?.includes('put 16 is done'));

  await page.reload();
  await started(page);
  await until(async () => (await person.cells())[0], '16 c:text I like your post');
  assert.equal(await person.position(), '1 of 1');
  assert.equal(await person.time.getByRole('radio', { name: 'operation' }).isChecked(), true);
  assert.equal(await person.time.getByRole('button', { name: '2 branches' }).count(), 1);
  assert.equal(await page.getByRole('button', { name: /^Marker at step 1: / }).count(), 1);
  assert.deepEqual(await person.did('A'), ['put 16 done']);
});

play('keep: what was done right before a reload is there after it', {}, async ({ person, page }) => {
  await person.choose('Prepend');
  await person.run();
  await until(async () => (await person.cells())[0], '17 c:text I like your post');
  // As soon as it is seen, before any timer that waits for calm.
  await page.reload();
  await started(page);
  assert.equal(await person.position(), '2 of 2');
  await person.choose('Prepend');
  await person.step();
  await person.button('Next: A check-and-put 16', person.time).waitFor();
  await page.reload();
  await started(page);
  assert.equal(await person.position(), '3 of 3');
});

play('keep: what is seen is there after a reload, however slowly the page is drawn', { timeout: 300_000 }, async ({ person, page }) => {
  const slow = await page.context().newCDPSession(page);
  for (let step = 1; step < 4; step++) {
    await person.choose('Prepend');
    // The document is left by the page itself, between two of the turns in which it is drawn.
    await page.evaluate(wanted => new MutationObserver(() => {
      if (document.querySelector('.dock__count')?.textContent.includes(wanted)) location.reload();
    }).observe(document, { subtree: true, childList: true, characterData: true }), `${step} of ${step}`);
    // A machine that is slow by itself takes long for this.
    const gone = page.waitForEvent('load', { timeout: 60_000 });
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 20 });
    // A prepend has two steps.
    await person.button(step % 2 ? /^Send/ : /^Next/).press('Enter', { timeout: 60_000 });
    await gone;
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await started(page);
    await until(() => person.position(), `${step} of ${step}`);
  }
});

play('keep: an imported file is there after a reload, with what was done to it', {}, async ({ person, page }) => {
  await person.startFrom('Your file …');
  await person.dialog.locator('input[type=file]').setInputFiles(
    { name: 'pets.tsv', mimeType: 'text/plain', buffer: Buffer.from('id\tname\n1\tfluffy\n3\ttom\n') });
  await person.button('Load', person.dialog).click();
  await person.dialog.waitFor({ state: 'detached' });
  await page.waitForFunction(() => localStorage.getItem('splitpoint./docs/try/v1/session')?.includes('pets.tsv'));
  const before = await session(page);
  await person.type({ 'Row key': '2', 'Column 1': 'f:name', 'Value 1': 'two' });
  await person.run();
  await until(() => person.cells(), ['1 f:name fluffy', '2 f:name two', '3 f:name tom']);
  await keptAfter(page, before);
  await page.waitForFunction(() => new Promise(tell => {
    const asked = indexedDB.open('splitpoint./docs/try/v1/');
    asked.onsuccess = () => {
      const database = asked.result;
      const count = database.transaction('files').objectStore('files').count();
      count.onsuccess = () => { database.close(); tell(count.result === 1); };
    };
  }));
  await page.reload();
  await started(page);
  await until(() => person.cells(), ['1 f:name fluffy', '2 f:name two', '3 f:name tom']);
});

play('keep: light or dark and the keys stay as they were chosen', {}, async ({ person, page }) => {
  await person.button('Theme: auto').click();
  await person.button('Theme: light').click();
  await person.button('Help and keys').click();
  await person.dialog.getByLabel('Single letters are keys').uncheck();
  await page.reload();
  await started(page);
  await person.button('Theme: dark').waitFor();
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'dark');
  await person.choose('Prepend');
  await person.run();
  await until(() => person.position(), '2 of 2');
  await page.keyboard.press('u');
  await page.keyboard.press(',');
  await until(() => person.position(), '1 of 2');
});

play('keep: after a reload the present branch is there before the others, and what is done meanwhile waits for them', { opens: false, timeout: 200_000 }, async ({ person, page, site }) => {
  const gets = (row, times) => Array.from({ length: times }, () => [{ A: { get: { table: 'comments', row } } }, { A: { run: { ops: 1 } } }]).flat();
  const text = JSON.stringify({
    version: 1, example: 'comments', log: gets('a', 2_500), branch: 5, grain: 'operation',
    branches: ['b', 'c', 'd', 'e', 'present'].map((row, at) => ({ from: 0, after: 10 + 2 * at, log: gets(row, row === 'present' ? 30 : 2_500) })),
  });
  await page.addInitScript(text => {
    const name = 'splitpoint./docs/try/v1/session';
    if (!localStorage.getItem(name)) localStorage.setItem(name, text);
    // The first thing that is seen of the place, and whether all branches were there.
    const look = () => {
      const bar = document.querySelector('.banner progress');
      if (bar && document.querySelector('.banner').textContent.includes('You are where you were')) window.early ??= Number(bar.value) / Number(bar.max);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  }, text);
  await page.goto(site.address);
  await started(page);
  await page.getByText('You are where you were').waitFor();
  // The reader looks around, and does something, which waits.
  await page.keyboard.press(',');
  await until(() => person.position(), '38 of 39');
  await page.keyboard.press('m');
  assert.equal(await page.locator('.banner progress').count(), 1, 'the others are still on their way');
  assert.equal(await session(page), text, 'nothing is written over what is kept');
  await until(() => page.locator('.banner progress').count(), 0, 150_000);
  assert.equal(await person.position(), '38 of 39');
  assert.equal(await person.time.getByRole('button', { name: '6 branches' }).count(), 1);
  await page.getByRole('button', { name: /^Marker at step 38: / }).waitFor();
  assert.ok(await page.evaluate(() => window.early) < 0.1, 'the present branch came first');
  await keptAfter(page, text);
  const kept = JSON.parse(await session(page));
  assert.deepEqual(kept.branches.map(({ from, after }) => [from, after]), [[0, 10], [0, 12], [0, 14], [0, 16], [0, 18]]);
  assert.deepEqual([kept.branch, kept.markers.length, kept.log.length], [5, 1, JSON.parse(text).log.length]);
});

play('keep: what cannot be restored is told, and the page begins anew', { opens: false }, async ({ person, page, site }) => {
  await page.addInitScript(() => localStorage.setItem('splitpoint./docs/try/v1/session', '{"from another time"'));
  await page.goto(site.address);
  await started(page);
  await page.getByText('What you did last could not be restored').waitFor();
  assert.equal((await person.cells())[0], '18 c:date May 24');
});

play('keep: a long session comes back in slices that tell how far they are, and can be left in the middle', { timeout: 400_000 }, async ({ person, page }) => {
  await page.addInitScript(() => {
    // What the bar has said, each time the page was drawn.
    window.told = [];
    const look = () => {
      const bar = document.querySelector('.banner progress');
      if (bar && window.told.at(-1) !== bar.value) window.told.push(bar.value);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  });
  const field = page.locator('#console-field');
  await page.keyboard.press('/');
  await field.fill("30_000.times { |i| put 'comments', format('%06d', i), 'c:text', 'x' }");
  await field.press('Enter');
  await until(() => field.inputValue(), '');
  const stop = page.locator('#pane-console').getByRole('button', { name: 'Stop' });
  await until(() => stop.count(), 0, 150_000);
  const there = await person.position();
  const bar = page.locator('.banner progress');

  await page.reload();
  await started(page);
  await until(() => bar.count(), 0, 150_000);
  await until(() => person.position(), there);
  const told = await page.evaluate(() => window.told);
  assert.ok(told.length > 2 && told.every((value, at) => at === 0 || value > told[at - 1]), `it tells how far it is: ${told}`);

  const text = await session(page);
  await page.reload();
  await started(page);
  await bar.waitFor();
  await page.locator('.banner').getByRole('button', { name: 'Start afresh' }).click();
  await until(() => person.position(), '0 of 0');
  assert.equal((await person.cells())[0], '18 c:date May 24');
  // Nothing of it is lost.
  await page.locator('.banner').getByRole('button', { name: 'Save what was set aside' }).waitFor();
  const aside = await page.evaluate(() => Object.entries(localStorage).filter(([name]) => /aside\.\d+$/.test(name)).map(([, text]) => text));
  assert.deepEqual(aside, [text]);
});
