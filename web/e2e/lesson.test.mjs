// Lessons: each is played to its end with Next alone, and one by hand: predicted, left, taken up again.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { accessible, play } from './stage.mjs';

const titles = ['The table that grows at the top', 'Four ways to the last row', 'Two clients prepend', 'Twenty is not twenty',
  'Why one region burns', 'Salting and its bill', 'Page three of my actions', 'A table inside a row',
  'All or nothing, if you live together', 'Where a region may be cut'];

const story = page => page.locator('.story');
const where = page => story(page).locator('.story__head').textContent();
const next = page => page.locator('#next');

async function open(page, person, number) {
  await page.locator('#menu-lessons').click();
  await page.getByRole('menuitem', { name: `${number} ${titles[number - 1]}` }).click();
  await person.settled();
  await until(() => story(page).locator('.story__where').textContent(), `Lesson ${number} of 10: ${titles[number - 1]}`);
}

for (const half of [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]) {
  play(`lesson: Next alone goes through to the end: ${half.join(', ')}`, { timeout: 180_000 }, async ({ page, person }) => {
    for (const number of half) {
      await open(page, person, number);
      let steps = 0;
      for (; await story(page).locator('.story__learned').count() === 0; steps++) {
        assert.ok(steps < 60, `lesson ${number} has an end`);
        const before = await story(page).textContent();
        await next(page).click();
        await until(async () => (await story(page).textContent()) !== before, true);
      }
      assert.ok(steps >= 10, `lesson ${number}: ${steps} steps`);
      assert.equal(await page.locator('.banner').count(), 0, 'nothing went wrong');
    }
  });
}

play('lesson: a prediction is answered wrongly, then rightly; Next says no more than who is next while it is open', {}, async ({ page, person }) => {
  await open(page, person, 3);
  assert.equal(await where(page), 'Both read the first row1 of 7');
  await until(() => next(page).textContent(), 'Next: A');
  const choice = name => story(page).getByRole('radio', { name });
  await choice('17, the one after hers').check();
  await until(() => story(page).getByRole('status').textContent(), /^✗ Not so\. Try again/);
  await until(() => next(page).textContent(), 'Next: A');
  await accessible(page);
  await choice('18, as Ada does').check();
  await until(() => story(page).getByRole('status').textContent(), /^It is: 18\./);
  await until(() => next(page).textContent(), /^Next: A scan/);

  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await until(() => story(page).textContent(), /Both saw 18/);
  assert.deepEqual(await person.did('A'), ['def key(n)', 'scan comments → 1 row']);

  // A way of one's own, and back.
  await story(page).getByRole('button', { name: 'A plain put ▶' }).click();
  await until(() => where(page), 'A plain put2 of 7');
  await choice('4, since both have the same key').check();
  await until(() => story(page).getByRole('status').textContent(), /^✓ Yes: 4\./);
  await page.getByRole('tab', { name: 'Forms' }).click();
  await person.choose('Insert');
  await person.step();
  await page.getByRole('tab', { name: 'Story' }).click();
  await story(page).getByText('You are on a way of your own.').waitFor();
  await person.button('Back to the lesson').click();
  await until(() => story(page).locator('.story__left').count(), 0);

  // How far one came is kept, and one's own work is where it was.
  await until(() => page.evaluate(() => Boolean(localStorage.getItem('splitpoint.lesson.prepend-race'))), true);
  await page.reload();
  await until(() => story(page).count(), 0);
  await open(page, person, 3);
  await until(() => where(page), 'A plain put2 of 7');
});
