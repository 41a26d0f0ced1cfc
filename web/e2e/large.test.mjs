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

/** From here on, what each turn of the page leaves behind is looked at: the texts that told of progress, and the most
 * lines of the grid that stood in the page at once. How long a turn takes is measured elsewhere, never asserted. */
async function watch(page) {
  await page.evaluate(() => {
    const seen = globalThis.seen = { texts: [], most: 0 };
    const look = () => {
      const text = document.querySelector('dialog [role=status]')?.textContent;
      if (text && text !== seen.texts.at(-1)) seen.texts.push(text);
      seen.most = Math.max(seen.most, document.querySelectorAll('[role=grid] [role=row]').length);
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

const most = page => page.evaluate(() => globalThis.seen.most);

async function pick(person, path) {
  await person.startFrom('Your file …');
  await person.dialog.locator('input[type=file]').setInputFiles(path);
  await person.button('Load', person.dialog).waitFor();
}

play('large: 200,000 lines are loaded with progress, and the page answers in between', {}, async ({ person, page }) => {
  await file(200_000, async path => {
    await pick(person, path);
    await watch(page);
    await person.button('Load', person.dialog).click();
    const answers = new Set(); // what the page says when it is asked, each time in a turn of its own
    while (await person.dialog.count()) {
      const text = await page.evaluate(() => document.querySelector('dialog [role=status]')?.textContent);
      if (text) answers.add(text);
    }
    await page.getByText(/regions? · 200,000 cells/).waitFor();
    assert.ok(answers.size >= 5, `the page answered only with ${[...answers].join(', ')}`);

    const { texts } = await page.evaluate(() => globalThis.seen);
    const told = pattern => texts.map(text => text.match(pattern)?.[1].replaceAll(',', '')).filter(Boolean).map(Number);
    const [read, loaded] = [told(/^Reading: .*? ([\d,]+) lines,/), told(/^Loading: (\d+) of 200,000 rows$/)];
    assert.ok(read.length >= 3 && loaded.length >= 10, texts.join('\n'));
    for (const counts of [read, loaded]) {
      assert.deepEqual(counts, counts.toSorted((left, right) => left - right), 'what is done only grows');
    }
    assert.ok(await most(page) < 200, `${await most(page)} lines were drawn`);
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
  await until(async () => (await person.cells())[0], 'row0000000 f:name name 0');
  await watch(page);

  const box = await person.grid.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const seen = async () => (await person.lines()).map(({ cell }) => Number(cell.match(/^row(\d+)/)[1]));
  for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, 400);
  await until(async () => (await seen()).includes(60 * 400 / 26 | 0), true);

  await person.grid.focus(); // to the end by its keys, and one back
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+End');
  await until(async () => (await seen()).at(-1), 999_999);
  await until(() => person.grid.evaluate(grid => document.getElementById(grid.getAttribute('aria-activedescendant'))?.closest('[role=row]').getAttribute('aria-rowindex')), '1000001');

  for (let part = 0; part <= 40; part++) { // as one drags the bar
    await person.grid.evaluate((grid, share) => { grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * share; }, part / 40);
  }
  await until(async () => (await seen()).at(-1), 999_999);

  await person.type({ 'Row key': 'row0500000', 'Column 1': 'f:name', 'Value 1': 'changed' });
  await person.run();
  await until(async () => (await person.badges()).length > 0, true);
  assert.deepEqual(await person.badges(), ['row0500000 f:name changed: + A written'], 'a step brings its row in sight');
  assert.ok(await most(page) >= 10 && await most(page) < 200, `${await most(page)} lines were drawn at once`);
});
