// Lessons played until their goals are reached: once by mouse with wrong answers first, once by keyboard alone.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { until } from './person.mjs';
import { play } from './stage.mjs';

const lessons = ['upside-down', 'last-row', 'prepend-race', 'byte-traps', 'hot-front', 'salt', 'page-three', 'inside-a-row',
  'together', 'where-to-cut', 'a-year'];

/** The lines with which the author of a lesson reaches its goal. A queue has what clients are told to do later. */
async function solutions(id) {
  const text = await readFile(new URL(`../../crates/lab/lessons/${id}.md`, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/```hbase-shell solution( queue)?\n([\s\S]*?)```/g)];
  return blocks.map(([, queue, lines]) => ({ queue: Boolean(queue), lines }));
}

const story = page => page.locator('.story');
const todos = page => page.locator('.story__todo');

/** Presses Tab until this has the focus. */
async function tabTo(page, locator) {
  for (let presses = 0; presses < 90; presses++) {
    if (await locator.evaluate(element => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not lead to ${locator}`);
}

const mouse = {
  press: (page, locator) => locator.click(),
  write: (page, field, line) => field.fill(line),
  next: page => page.locator('#next').click(),
  choose: (page, radios, index) => radios.nth(index).check(),
  open: async (page, name) => {
    await page.locator('#menu-lessons').click();
    await page.getByRole('menuitem', { name }).click();
  },
  /** Types lines into the script pane, and runs them. */
  type: async (page, person, lines) => {
    await person.console();
    await page.getByRole('tab', { name: 'Script' }).click();
    // The costs of a goal count what is run at once. A script begins as the client of the prompt.
    for (const line of lines.trim().split(/\n(?<!^client .*\n)/m)) {
      await page.locator('#console-field').fill(line);
      await page.locator('#pane-console').getByRole('button', { name: 'Run' }).click();
      await until(() => page.locator('#pane-console').getByRole('button', { name: 'Stop' }).count(), 0);
    }
  },
};

const keyboard = {
  press: async (page, locator) => {
    await tabTo(page, locator);
    await page.keyboard.press('Enter');
  },
  write: async (page, field, line) => {
    await tabTo(page, field);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(line);
    await page.keyboard.press('Escape'); // Tab would complete the text in the field
  },
  next: async page => {
    await page.locator('#next').press('.');
  },
  choose: async (page, radios, index) => {
    if (index === 0) {
      await tabTo(page, radios.first());
      await page.keyboard.press('Space');
    } else {
      await page.keyboard.press('ArrowDown'); // chooses it
      await page.keyboard.press('Space'); // and gives it
    }
  },
  open: async (page, name) => {
    await tabTo(page, page.locator('#menu-lessons'));
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name });
    await item.waitFor();
    for (let presses = 0; presses < 12; presses++) {
      if (await item.evaluate(element => element === document.activeElement)) break;
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
  },
  type: async (page, person, lines) => {
    for (const line of lines.trim().split('\n')) await person.console(line);
  },
};

/** Answers a question, wrongly first if there is a choice. */
async function answer(page, hand) {
  const radios = story(page).locator('.story__predict input[type=radio]:not([aria-disabled])');
  const count = await radios.count();
  for (let index = 0; index < count; index++) {
    await hand.choose(page, radios, index);
    const said = await until(() => story(page).locator('.story__predict [role=status]').textContent(), /^(✗ Not so|✓ Right|The answer is: )/);
    if (!said.startsWith('✗')) return;
  }
}

async function reach(page, person, hand, number) {
  const id = lessons[number - 1];
  await hand.open(page, new RegExp(`^${number} `));
  await person.settled();
  await story(page).waitFor();
  for (let steps = 0; await todos(page).count() === 0; steps++) {
    assert.ok(steps < 60, `${id} leads to its goal`);
    await answer(page, hand);
    const before = await page.locator('.dock__count').textContent() + await story(page).textContent();
    await hand.next(page);
    await until(async () => (await page.locator('.dock__count').textContent() + await story(page).textContent()) !== before, true);
  }
  assert.equal(await page.locator('.story__todo.tone-ok').count(), 0, 'nothing is reached at the start');
  assert.equal(await story(page).locator('.story__learned').count(), 0, 'what is learned comes with the goal');
  for (const { queue, lines } of await solutions(id)) {
    if (!queue) {
      await hand.type(page, person, lines);
    } else {
      // Both have read, and nobody has written: every order is tried from here.
      const [a, b] = [...lines.matchAll(/check_and_put .*/g)].map(([line]) => `scan 'comments', LIMIT => 1; ${line}`);
      const who = page.locator('.console__who');
      await hand.press(page, page.locator('#pane-console').getByRole('tab', { name: 'Console' }));
      for (const [letter, line] of [['A', a], ['B', b]]) {
        while (await who.getAttribute('aria-label') !== `Speaks as ${letter}`) await hand.press(page, who);
        await hand.write(page, page.locator('#console-field'), line);
        await hand.press(page, page.locator('#pane-console').getByRole('button', { name: 'Step' }));
      }
    }
    await until(() => page.locator('#pane-console').getByRole('button', { name: 'Stop' }).count(), 0);
  }
  await until(async () => await page.locator('.story__todo.tone-ok').count() === await todos(page).count(), true);
  await until(() => story(page).locator('.story__learned').count(), 1);
}

for (const [name, hand, part] of [
  ['by mouse, wrong answers first', mouse, [1, 2, 3, 4, 5]], ['by mouse, wrong answers first', mouse, [6, 7, 8, 9, 10, 11]],
  ['by keyboard alone', keyboard, [1, 2, 3, 4, 5]], ['by keyboard alone', keyboard, [6, 7, 8, 9, 10, 11]],
]) {
  play(`goal: ${name}: ${part.join(', ')}`, { timeout: 240_000 }, async ({ page, person }) => {
    for (const number of part) await reach(page, person, hand, number);
  });
}

const reached = page => page.locator('.story__todo').evaluateAll(parts => parts.map(part => part.classList.contains('tone-ok')));
const measured = page => page.locator('.story__measured').allTextContents();

play('goal: with the form that its hint describes; below what is not reached stands what was measured', { inside: '#lesson=together&step=Break%20it' }, async ({ page, person }) => {
  await story(page).waitFor();
  assert.deepEqual([await reached(page), await measured(page)], [[false, false], []]);
  const send = async row => {
    await page.getByRole('tab', { name: 'Forms' }).click();
    await person.choose('Transaction');
    await person.type({ 'Row of mutation 2': row });
    await person.run();
    await page.getByRole('tab', { name: 'Story' }).click();
  };
  await send('acm001');
  await until(() => reached(page), [true, false]);
  assert.deepEqual(await measured(page), ['rows changed as one: 0, wanted at least 2']);
  await send('xxxdef');
  await until(() => reached(page), [true, true]);
  assert.deepEqual(await measured(page), []);
});

play('goal: with a table of the key designer, from where the lesson is', { inside: '#lesson=a-year&step=Your%20turn' }, async ({ page, person }) => {
  await story(page).waitFor();
  const heading = () => story(page).locator('.story__head').textContent();
  const before = await heading();
  assert.match(before, /^Your turn/);
  await page.locator('body').press('k');
  await page.locator('[name=design-table]').fill('mine');
  await person.button('Make the table with this key').click();
  await page.locator('#pane-design').waitFor({ state: 'detached', timeout: 30_000 });
  await until(() => reached(page), [true]);
  assert.equal(await heading(), before);
  await story(page).getByRole('button', { name: 'Start this part again' }).click();
  await until(() => story(page).locator('.story__left').count(), 0);
  assert.equal(await heading(), before);
});
