// Large data: a long file is loaded without freezing the page, and a table of any length is drawn as far as it is seen.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './person.mjs';
import { play } from './stage.mjs';

/** A file of so many lines, their keys in no order, as a path: too large to hand over in memory. */
async function file(lines, use) {
  const folder = await mkdtemp(join(tmpdir(), 'splitpoint-'));
  const text = ['id\tname'];
  for (let line = 0; line < lines; line++) text.push(`row${String(line * 7919 % lines).padStart(7, '0')}\tname ${line}`);
  await writeFile(join(folder, 'long.tsv'), text.join('\n'));
  try {
    return await use(join(folder, 'long.tsv'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What the longest task of the page's main thread took while `act` went on, in milliseconds of that thread's own
 * time: what other programs on this machine do does not count. */
async function longestTask(page, act) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ['toplevel'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const threads = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(({ name, tdur, pid, tid }) => /RunTask$/.test(name) && tdur && threads.has(`${pid} ${tid}`));
  assert.ok(tasks.length > 20, `the trace has only ${tasks.length} tasks of the page`);
  return Math.max(...tasks.map(({ tdur }) => tdur)) / 1000;
}

async function pick(person, path) {
  await person.startFrom('Your file …');
  await person.dialog.locator('input[type=file]').setInputFiles(path);
  await person.button('Load', person.dialog).waitFor();
}

play('large: 200,000 lines are loaded with progress, and nothing blocks the page', {}, async ({ person, page }) => {
  await file(200_000, async path => {
    await pick(person, path);
    const told = new Set();
    await page.exposeFunction('tell', text => told.add(text.replace(/\d[\d.]*/g, '#')));
    await page.evaluate(() => new MutationObserver(() => {
      const text = document.querySelector('dialog [role=status]')?.textContent;
      if (text) globalThis.tell(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true }));
    const longest = await longestTask(page, async () => {
      await person.button('Load', person.dialog).click();
      await person.dialog.waitFor({ state: 'detached', timeout: 60_000 });
    });
    await page.getByText(/regions? · 200,000 cells/).waitFor();
    assert.ok([...told].some(text => text.startsWith('Reading: #')) && told.has('Loading: # of # rows'), [...told].join('\n'));
    console.log(`longest task: ${longest.toFixed()} ms`);
    assert.ok(longest < 200, `a task took ${longest} ms`);
  });
});

play('large: loading can be cancelled, and what was there is still there', {}, async ({ person }) => {
  const before = await person.cells();
  await file(200_000, async path => {
    await pick(person, path);
    await person.button('Load', person.dialog).click();
    await person.dialog.getByText(/^(Reading|Loading): /).waitFor();
    await person.button('Cancel', person.dialog).click();
    await person.dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await person.cells(), before);
    await person.run(); // and the page goes on
    await until(async () => (await person.cells())[0], '17 c:text I like your post');
  });
});

play('large: 1,000,000 rows scroll, and only what is seen is drawn', { timeout: 300_000 }, async ({ person, page }) => {
  await file(1_000_000, async path => {
    await pick(person, path);
    await person.button('Load', person.dialog).click();
    await person.dialog.waitFor({ state: 'detached', timeout: 240_000 });
  });
  await page.getByText(/regions · 1,000,000 cells/).waitFor();
  const lines = () => person.grid.getByRole('row').count();
  await until(async () => (await person.cells())[0], 'row0000000 f:name name 0');
  assert.ok(await lines() < 200, `${await lines()} lines are drawn`);

  const box = await person.grid.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const seen = async () => (await person.lines()).map(({ cell }) => Number(cell.match(/^row(\d+)/)[1]));
  const wheels = await longestTask(page, async () => {
    for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, 400);
    await until(async () => (await seen()).includes(60 * 400 / 26 | 0), true);
  });
  assert.ok(wheels < 100, `a turn of the wheel took ${wheels} ms`);
  assert.ok(await lines() < 200, `${await lines()} lines are drawn`);

  await person.grid.focus(); // to the end by its keys, and one back
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+End');
  await until(async () => (await seen()).at(-1), 999_999);
  await until(() => person.grid.evaluate(grid => document.getElementById(grid.getAttribute('aria-activedescendant'))?.closest('[role=row]').getAttribute('aria-rowindex')), '1000001');
  assert.ok(await lines() < 200, `${await lines()} lines are drawn`);

  const jumps = await longestTask(page, async () => { // as one drags the bar
    for (let part = 0; part <= 40; part++) {
      await person.grid.evaluate((grid, share) => { grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * share; }, part / 40);
    }
    await until(async () => (await seen()).at(-1), 999_999);
  });
  assert.ok(jumps < 150, `a jump took ${jumps} ms`);

  await person.type({ 'Row key': 'row0500000', 'Column 1': 'f:name', 'Value 1': 'changed' });
  const step = await longestTask(page, async () => {
    await person.run();
    await until(async () => (await person.badges()).length > 0, true);
  });
  assert.deepEqual(await person.badges(), ['row0500000 f:name changed: + A written'], 'a step brings its row in sight');
  assert.ok(step < 100, `a step took ${step} ms`);
});
