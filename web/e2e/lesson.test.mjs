// Lessons: each is played to its end with Next alone, and one by hand: predicted, left, taken up again.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { accessible, play, started } from './stage.mjs';

const titles = ['The table that grows at the top', 'Four ways to the last row', 'Two clients prepend', 'Twenty is not twenty',
  'Why one region burns', 'Salting and its bill', 'Page three of my actions', 'A table inside a row',
  'All or nothing, if you live together', 'Where a region may be cut', 'What your key does in a year'];

const story = page => page.locator('.story');
const where = page => story(page).locator('.story__head').textContent();
const next = page => page.locator('#next');

/** What an audience reads: a question or a heading, the sentence, the answer. */
const slide = page => page.locator('.present__say').textContent();

async function open(page, person, number) {
  await page.locator('#menu-lessons').click();
  await page.getByRole('menuitem', { name: `${number} ${titles[number - 1]}` }).click();
  await person.settled();
  await until(() => story(page).locator('.story__where').textContent(), `Lesson ${number} of ${titles.length}: ${titles[number - 1]}`);
}

for (const half of [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]]) {
  play(`lesson: Next alone goes through to the end: ${half.join(', ')}`, { timeout: 180_000 }, async ({ page, person, site }) => {
    for (const number of half) {
      await open(page, person, number);
      let steps = 0;
      for (; await story(page).locator('.story__goal').count() === 0; steps++) {
        assert.ok(steps < 60, `lesson ${number} has an end`);
        const before = await story(page).textContent();
        await next(page).click();
        await until(async () => (await story(page).textContent()) !== before, true);
      }
      assert.ok(steps >= 10, `lesson ${number}: ${steps} steps`);
      assert.equal(await story(page).locator('.story__learned').count(), 0, 'what is learned would say how the goal is reached');
      assert.equal(await page.locator('.banner').count(), 0, 'nothing went wrong');
    }
    // Whoever only plays needs no language.
    assert.deepEqual(site.requests.filter(path => path.includes('/chunk/console-')), []);
  });
}

play('lesson: a prediction is answered wrongly, then rightly; Next says no more than who is next while it is open', {}, async ({ page, person, site }) => {
  await open(page, person, 3);
  assert.equal(await where(page), 'Both read the first row1 of 7');
  await until(() => next(page).textContent(), 'Next: see what A does');
  const choice = name => story(page).getByRole('radio', { name });
  await choice('17, the one after hers').check();
  await until(() => story(page).getByRole('status').textContent(), /^✗ Not so\. Try again/);
  await until(() => next(page).textContent(), 'Next: see what A does');
  await accessible(page);
  await choice('18, as Ada does').check();
  await until(() => story(page).getByRole('status').textContent(), /^The answer is: 18\./);
  await until(() => next(page).textContent(), /^Next: A scan/);

  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await until(() => story(page).textContent(), /Both saw 18/);
  assert.deepEqual(await person.did('A'), ['def key(n)', 'scan comments → 1 row']);

  // A way of one's own, and back.
  await story(page).getByRole('button', { name: 'A plain put ▶' }).click();
  await until(() => where(page), 'A plain put2 of 7');
  await until(() => person.sentence(), 'A plain put'); // what the stop is called: of that, nothing was done yet
  await until(() => page.locator('#menu-lessons').innerText(), 'Lesson 3 Two clients prepend');
  await choice('4, since both have the same key').check();
  await until(() => story(page).getByRole('status').textContent(), /^✓ Right: 4\./);
  await page.getByRole('tab', { name: 'Forms' }).click();
  await person.choose('Insert');
  await person.step();
  await page.getByRole('tab', { name: 'Story' }).click();
  await story(page).getByText('You are on a way of your own.').waitFor();
  await person.button('Back to the lesson').click();
  await until(() => story(page).locator('.story__left').count(), 0);
  await page.getByRole('tab', { name: 'Forms' }).click();
  await person.step();
  await page.getByRole('tab', { name: 'Story' }).click();
  await story(page).getByText('You are on a way of your own.').waitFor();
  await page.keyboard.press('l');
  await until(() => story(page).locator('.story__left').count(), 0);

  // How far one came is kept, and one's own work is where it was.
  await until(() => page.evaluate(() => Boolean(localStorage.getItem('splitpoint.lesson.prepend-race'))), true);
  await page.reload();
  await started(page);
  await until(() => where(page), 'A plain put2 of 7');
  await page.goto('about:blank');
  await page.goto(site.address);
  await started(page);
  assert.equal(await story(page).count(), 0);
  await open(page, person, 3);
  await until(() => where(page), 'A plain put2 of 7');
});



play('lesson: arrows only choose an answer; Enter, Space or Answer gives it, and the focus stays', { inside: '#lesson=byte-traps' }, async ({ page }) => {
  const verdict = () => story(page).locator('.story__predict [role=status]').textContent();
  const focused = () => page.evaluate(() => document.activeElement.closest('label')?.textContent ?? document.activeElement.textContent);
  await story(page).getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await until(focused, '9, the largest digit');
  assert.equal(await verdict(), '', 'nothing was answered');
  await page.keyboard.press('Enter');
  await until(verdict, /^✗ Not so/);
  assert.equal(await focused(), '9, the largest digit');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await until(focused, 'Answer');
  await page.keyboard.press('Enter');
  await until(verdict, /^The answer is: 10/);
  assert.equal(await focused(), 'Answer');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowUp');
  await until(() => story(page).locator('.check:has(:checked)').textContent(), '10, the longest text');
});

play('lesson: in a field for a number arrows only count, and Enter answers', { inside: '#lesson=last-row' }, async ({ page }) => {
  const field = story(page).getByRole('spinbutton');
  for (let steps = 0; steps < 20 && await field.count() === 0; steps++) {
    const before = await story(page).textContent();
    await next(page).click();
    await until(async () => (await story(page).textContent()) !== before, true);
  }
  const verdict = () => story(page).locator('.story__predict [role=status]').textContent();
  await field.focus();
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowUp');
  assert.equal(await field.inputValue(), '3');
  assert.equal(await verdict(), '');
  await page.keyboard.press('Enter');
  await until(verdict, /^(✗|✓)/);
  assert.equal(await field.evaluate(field => field === document.activeElement), true);
});

play('lesson: what a stop begins and ends with is announced', { inside: '#lesson=byte-traps' }, async ({ page }) => {
  const said = () => page.locator('.spoken[role=status]').textContent();
  await until(said, /^Written as text\. Three rows get numbers.* Predict: Which row comes first/);
  for (let steps = 0; steps < 3; steps++) {
    const before = await said();
    await next(page).click();
    await until(async () => (await said()) !== before, true);
  }
  assert.match(await said(), /^A put 10 is done.* Leading zeros would help/);
});

play('lesson: a link opens it at a step and leaves what one did, and what one predicted, as it was', { inside: '#lesson=prepend-race&step=9' }, async ({ page, person, site }) => {
  await story(page).waitFor();
  await until(() => person.position(), /^7 of /); // two steps prepare the lesson
  assert.deepEqual(site.requests.filter(path => path.includes('/chunk/console-')), [], 'nobody has typed');
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.locator('#share-step').inputValue();
  assert.match(link, /#lesson=prepend-race&step=9$/);
  await page.keyboard.press('Escape');
  await story(page).getByRole('button', { name: /^Back to / }).click();
  assert.equal(await story(page).getByText('The answer is:').count(), 0, 'what lies before the step was not shown to anybody');
  await page.locator('#menu-start').click();
  await page.getByRole('menuitem', { name: 'Back to my work' }).click();
  await until(() => story(page).count(), 0);
});

play('lesson: one that is not there is told', { inside: '#lesson=prepend-rice' }, async ({ page }) => {
  await until(() => page.locator('.banner').textContent(), /lesson “prepend-rice”, which is not there/);
});

play('lesson: while a split point is asked for, none is drawn and no client says what it would do', {}, async ({ page, person }) => {
  await open(page, person, 10);
  const cuts = page.locator('.cut');
  let asked = 0;
  for (let steps = 0; steps < 40 && await story(page).locator('.story__goal').count() === 0; steps++) {
    if (await story(page).locator('.story__predict input:not([aria-disabled], [readonly])').count()) {
      asked += 1;
      assert.equal(await cuts.count(), 0, await where(page));
      assert.match(await next(page).textContent(), /^Next: see what [A-D] does$/);
    }
    const before = await story(page).textContent();
    await next(page).click();
    await until(async () => (await story(page).textContent()) !== before, true);
  }
  assert.ok(asked > 2);
});

play('lesson: steps that prepare it do not count, what a stop ends with is in sight, and a queue of clients leads on', {}, async ({ page, person }) => {
  await open(page, person, 1);
  assert.equal(await person.position(), '0 of 0');
  await open(page, person, 3);
  await story(page).getByRole('button', { name: 'Skip ▶' }).click();
  await until(() => where(page), 'A plain put2 of 7');
  for (let step = 0; step < 2; step++) {
    const before = await person.position();
    await next(page).click();
    await until(async () => (await person.position()) !== before, true);
  }
  const inSight = () => story(page).locator('.story__end').evaluate(end => {
    const [inner, outer] = [end, end.closest('.page__pane')].map(element => element.getBoundingClientRect());
    return inner.top >= outer.top && inner.bottom <= outer.bottom;
  });
  await until(inSight, true);

  // Ada and Ben each have a loop to run: in whatever order they do, what is said of every order stays.
  for (let skips = 0; !(await where(page)).startsWith('Any order at all'); skips++) {
    assert.ok(skips < 20);
    const before = await story(page).textContent() + await person.position();
    await next(page).click();
    await until(async () => (await story(page).textContent() + await person.position()) !== before, true);
  }
  const chip = () => story(page).locator('.chip').textContent();
  await until(chip, '✓ no comment is lost, in any order');
  await next(page).click();
  for (let steps = 0; await page.locator('.lane__next').count() > 0 || steps === 0; steps++) {
    assert.ok(steps < 20);
    const ways = page.locator('.lane__next');
    await ways.first().waitFor();
    const before = await person.position();
    await ways.nth(steps % await ways.count()).click();
    await until(async () => (await person.position()) !== before, true);
    await until(chip, '✓ no comment is lost, in any order');
    assert.equal(await story(page).getByText('You are on a way of your own').count(), 0);
  }
  await until(() => next(page).textContent(), 'Next: What a crowd costs');
  await next(page).click();
  await until(() => where(page), 'What a crowd costs6 of 7');
});

play('lesson: the list says how far one has come in each', {}, async ({ page, person }) => {
  const marks = async () => {
    await page.locator('#menu-lessons').click();
    await page.locator('.menu__mark').first().waitFor();
    const marked = await page.getByRole('menu').getByRole('menuitem').filter({ has: page.locator('.menu__mark') }).allInnerTexts();
    await page.keyboard.press('Escape');
    return marked.map(text => text.replace(/\s+/g, ' '));
  };
  await open(page, person, 3);
  await story(page).getByRole('button', { name: 'Skip ▶' }).click();
  await until(() => where(page), 'A plain put2 of 7');
  assert.deepEqual(await marks(), ['3 Two clients prepend stop 2 of 7']);
  await page.reload();
  assert.deepEqual(await marks(), ['3 Two clients prepend stop 2 of 7']);
});

play('lesson: on the stage the pointer leaves once nobody moves, and comes back', { inside: '#lesson=prepend-race&present' }, async ({ page }) => {
  const stage = page.locator('.present');
  await stage.waitFor();
  const cursor = () => stage.evaluate(element => getComputedStyle(element).cursor);
  await until(cursor, 'none');
  await page.mouse.move(200, 200);
  await page.mouse.move(240, 220);
  await until(cursor, 'auto');
  await until(cursor, 'none');
  await page.keyboard.press('PageDown');
  await until(cursor, 'auto');
});

play('lesson: it is presented with the keys of a remote, and a window of notes keeps in step', { inside: '#lesson=prepend-race&present' }, async ({ page }) => {
  const stage = page.locator('.present');
  await stage.waitFor();
  await until(() => stage.locator('.present__question').textContent(), /^Ada reads, then Ben reads/);
  assert.equal(await stage.getByText('It is:').count(), 0);
  const size = () => stage.locator('.present__question, .sentence').evaluate(element => parseFloat(getComputedStyle(element).fontSize));
  assert.ok(await size() >= 28);
  await accessible(page);
  await page.keyboard.press('PageDown');
  await stage.locator('.sentence').waitFor();
  await page.keyboard.press('PageDown');
  await until(() => stage.locator('.present__verdict').textContent(), /^The answer is: 18/);
  const after = await slide(page);
  await page.keyboard.press('a');
  assert.equal(await slide(page), after, 'letters are no clients here');
  await page.keyboard.press('b');
  await page.locator('.present--blank').waitFor();
  await page.keyboard.press('PageDown');
  await until(() => page.locator('.present--blank').count(), 0);
  assert.equal(await slide(page), after, 'the first key only brings the picture back');
  const [notes] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('n')]);
  await until(() => notes.locator('[data-note=heading]').textContent(), 'Both read the first row (1 of 7)');
  await notes.setViewportSize({ width: 620, height: 720 });
  const button = await notes.getByRole('button', { name: 'Next' }).boundingBox();
  assert.ok(button.y + button.height <= 720, `the buttons are in sight, whatever the notes are: ${JSON.stringify(button)}`);
  await notes.getByRole('button', { name: 'Next' }).click();
  await until(async () => (await slide(page)) !== after, true);
  await page.keyboard.press('PageUp');
  await until(() => slide(page), after);
  // The keys of a remote go to the window that has the focus.
  await notes.getByRole('heading').click();
  for (const key of ['b', '.']) {
    await notes.keyboard.press(key);
    await until(() => page.locator('.present--blank').count(), key === 'b' ? 1 : 0);
  }
  await notes.keyboard.press('Space');
  await until(async () => (await slide(page)) !== after, true);
  await notes.keyboard.press('ArrowUp');
  await until(() => slide(page), after);
  await notes.keyboard.press('Home');
  await until(() => notes.locator('.speaker').innerText(), /^Two clients prepend · Step 0 of 2\s+Both read the first row \(1 of 7\)\s+To prepend a comment/);
  await page.setViewportSize({ width: 1280, height: 720 });
  await until(() => page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), true);
  const room = await stage.locator('.dock__coming').evaluate(element => parseFloat(getComputedStyle(element).lineHeight) / parseFloat(getComputedStyle(element).fontSize));
  assert.ok(room >= 1.3, `underscores on the button are not cut off: ${room}`);
  await page.keyboard.press('Escape');
  await until(() => stage.count(), 0);
  await until(() => notes.isClosed(), true);
  await story(page).waitFor();
});

play('lesson: one is written in the page, beside itself, kept, checked, saved, and opened from a file', {}, async ({ page, person }) => {
  await page.locator('#menu-lessons').click();
  await page.getByRole('menuitem', { name: 'Write a lesson …' }).click();
  const source = page.locator('#source');
  await source.waitFor();
  await until(() => where(page), /‹The first stop›1 of 2/);
  const text = (await source.inputValue()).replace('## ‹The first stop›', '## Count them').replaceAll(/‹([^›]*)›/g, '$1');
  await source.fill(text.replace('= rows\n', '= rowz\n'));
  await page.getByRole('button', { name: 'Line 2' }).or(page.getByRole('button', { name: /^Line \d+$/ })).first().waitFor();
  await until(() => page.locator('.source__faults').textContent(), /rowz/);
  await source.fill(text);
  await until(() => where(page), /^Count them1 of 2/);
  await person.button('Check').click();
  await until(() => page.locator('#source-verdict').textContent(), /^✓ The checker finds nothing/);
  await next(page).click();
  await until(() => story(page).getByText('The answer is: 4').count(), 1);
  await accessible(page);
  const [download] = await Promise.all([page.waitForEvent('download'), person.button('Save').click()]);
  assert.equal(download.suggestedFilename(), 'a-few-words.md');
  await page.reload();
  await until(() => page.locator('#source').count(), 0);
  await page.locator('#menu-lessons').click();
  await page.getByRole('menuitem', { name: 'Write a lesson …' }).click();
  await until(() => source.inputValue(), text);
  const file = { name: 'mine.md', mimeType: 'text/markdown', buffer: Buffer.from(text.replace('# A few words', '# Mine')) };
  await page.locator('.source input[type=file]').setInputFiles(file);
  await until(() => story(page).last().locator('.story__where').textContent(), 'Mine');
});

play('lesson: a text that another one replaces is put away, and opens again', {}, async ({ page, person }) => {
  const choose = async (menu, item) => {
    await page.locator(menu).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const source = page.locator('#source');
  await choose('#menu-lessons', 'Write a lesson …');
  await source.waitFor();
  const own = (await source.inputValue()).replace('## ‹The first stop›', '## An hour of work');
  await source.fill(own);
  await until(() => where(page), /^An hour of work/);
  // A file that is no lesson takes its place, and the lesson that was open is nobody's own work.
  await page.locator('.source input[type=file]').setInputFiles({ name: 'readme.md', mimeType: 'text/markdown', buffer: Buffer.from('# A page\n') });
  await until(() => source.inputValue(), '# A page\n');
  await page.getByRole('button', { name: /^Line \d+$/ }).first().waitFor();
  assert.match(await where(page), /^An hour of work/);
  await next(page).click();
  await page.waitForTimeout(600);
  const kept = await page.evaluate(() => Object.keys(localStorage).map(name => name.replace(/^.*\//, '')).sort());
  assert.deepEqual(kept.filter(name => /^(session|draft)/.test(name)), ['draft', 'draft.before.1']);
  await choose('#menu-start', 'What is kept …');
  const lines = person.dialog.getByRole('listitem').filter({ hasText: 'The text of a lesson' });
  await until(() => lines.count(), 2);
  await lines.filter({ hasText: 'before it was begun anew' }).getByRole('button', { name: 'Open' }).click();
  await until(() => source.inputValue(), own);
  await until(() => where(page), /^An hour of work/);
  await choose('#menu-start', 'What is kept …');
  await until(() => lines.count(), 2);
});

play('lesson: a text that cannot be put away is not replaced', {}, async ({ page, person }) => {
  await page.locator('#menu-lessons').click();
  await page.getByRole('menuitem', { name: 'Write a lesson …' }).click();
  const source = page.locator('#source');
  await source.waitFor();
  const own = (await source.inputValue()).replace('## ‹The first stop›', '## An hour of work');
  await source.fill(own);
  await until(() => where(page), /^An hour of work/);
  const kept = () => page.evaluate(() => Object.entries(localStorage).find(([name]) => /\/draft$/.test(name))?.[1]);
  await until(kept, own);
  // There is room under the name of the text, and none under a longer one.
  await page.evaluate(() => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name, text) {
      if (name.includes('.before.')) throw new DOMException('no room', 'QuotaExceededError');
      return set.call(this, name, text);
    };
  });
  await page.locator('.source input[type=file]').setInputFiles({ name: 'other.md', mimeType: 'text/markdown', buffer: Buffer.from('# Another\n') });
  await until(() => source.inputValue(), '# Another\n');
  await person.page.getByText(/There is no room|is full/).first().waitFor();
  assert.equal(await kept(), own);
});

play('lesson: what was done becomes one, a stop for each marker', {}, async ({ page, person }) => {
  await person.choose('Insert');
  await person.run();
  await page.keyboard.press('m');
  await person.console("client 'B'", "get 'comments', '18'");
  await page.locator('#menu-lessons').click();
  await page.getByRole('menuitem', { name: 'Make a lesson of what I did …' }).click();
  const source = page.locator('#source');
  await until(async () => (await source.inputValue()).match(/^## /gm)?.length, 2);
  assert.match(await source.inputValue(), /^put 'comments', [\s\S]*client 'B'\nget 'comments'/m);
  await until(() => where(page), /1 of 2$/);
});

play('lesson: it is put on paper, each stop with its picture, where it has a table, and its choices, without blank sheets', { inside: '#lesson=hot-front' }, async ({ page }) => {
  await story(page).waitFor();
  await page.evaluate(() => { globalThis.print = () => { globalThis.printed = document.querySelectorAll('.paper__stop').length; }; });
  await page.locator('#menu-lessons').click();
  await page.getByRole('menuitem', { name: 'Print this lesson' }).click();
  const stops = Number((await where(page)).match(/of (\d+)$/)[1]);
  await until(() => page.evaluate(() => globalThis.printed), stops);
  await page.emulateMedia({ media: 'print' });
  const pictures = page.locator('.paper__picture');
  assert.equal(await pictures.count(), stops - 1, 'the last stop begins without a table');
  assert.ok(await pictures.evaluateAll(all => all.every(image => image.complete && image.naturalWidth > 100)));
  assert.equal(await story(page).isVisible(), false);
  const size = selector => page.locator(selector).first().evaluate(element => parseFloat(getComputedStyle(element).fontSize));
  const [title, heading, words] = [await size('.paper h1'), await size('.paper h2'), await size('.paper p')];
  assert.ok(title > heading && heading > words, `${[title, heading, words]}`);
  const asked = page.locator('.paper__stop').filter({ hasText: 'Answer: ' }).first();
  assert.match(await asked.innerText(), /\?\n+(• [^\n]+\n+){2,}Answer: /);
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g).length;
  assert.ok(sheets <= stops + 1, `${sheets} sheets for ${stops} stops`);
});

play('lesson: on a phone the picture is above the story, and answers and beginnings of stops come into sight', { size: 'phone', inside: '#lesson=upside-down' }, async ({ page }) => {
  const box = selector => page.locator(selector).boundingBox();
  const inSight = async selector => {
    const [inner, outer] = await Promise.all([box(selector), box('.page__do')]);
    return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
  };
  await story(page).waitFor();
  const [map, told] = await Promise.all([box('.page__map'), box('.page__do')]);
  assert.ok(map.height > 120 && map.y + map.height <= told.y + 1 && told.height > map.height, `${map.height} above ${told.height}`);
  await next(page).click();
  await until(() => inSight('.story__said'), true);
  await next(page).click();
  await until(() => page.locator('.page__map').textContent(), /Nice post/);
  await until(() => inSight('.story__end'), true);
  await next(page).click();
  await until(() => where(page), 'A smaller key2 of 6');
  await until(() => inSight('.story__head'), true);

  await page.setViewportSize({ width: 390, height: 560 });
  await page.locator('.page__map').waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: 'Map' }).click();
  await page.locator('.page__map').waitFor();
});

for (const [name, most] of [['prepend-race', 8], ['hot-front', 4]]) play(`lesson: a step back in a presentation leads to the slide before, ${name}`, { inside: `#lesson=${name}&present` }, async ({ page }) => {
  await page.locator('.present__story').waitFor();
  const slides = [await slide(page)];
  const turn = async key => {
    const before = await slide(page);
    await page.keyboard.press(key);
    await until(async () => await slide(page) !== before, true);
  };
  while (slides.length < most) {
    await turn('PageDown');
    slides.push(await slide(page));
  }
  for (const words of slides.slice(0, -1).reverse()) {
    await turn('PageUp');
    assert.equal(await slide(page), words);
  }
  await turn('PageDown');
  await page.keyboard.press('Home');
  await until(() => slide(page), slides[0]);
});

play('lesson: an audience reads the answer with what shows it, and what was learned on a slide of its own', { inside: '#lesson=prepend-race&present' }, async ({ page }) => {
  await page.locator('.present__question').waitFor();
  const answer = page.getByText(/^The answer is/);
  await page.keyboard.press('PageDown');
  await page.locator('.present__lane').first().waitFor();
  assert.equal(await answer.count(), 0, 'one client has read');
  await page.keyboard.press('PageDown');
  await answer.waitFor();
  const next = page.locator('.present__next');
  const learned = page.getByText(/^In short/);
  for (let slides = 0; await next.textContent() !== 'Next: in short'; slides++) {
    assert.ok(slides < 40 && await learned.count() === 0);
    await page.keyboard.press('PageDown');
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await page.locator('.present__choice').first().waitFor();
  await page.keyboard.press('PageDown');
  await learned.waitFor();
  assert.equal(await next.getAttribute('aria-disabled'), 'true');
  await page.keyboard.press('PageUp');
  await until(() => learned.count(), 0);
});

play('lesson: keys turn slides wherever one has pointed, and nothing lies over the picture', { inside: '#lesson=prepend-race&present' }, async ({ page }) => {
  await page.locator('.present__question').waitFor();
  const first = await slide(page);
  await page.locator('.present').getByText('Nice post').click();
  for (const key of ['PageDown', 'ArrowRight']) {
    const before = await slide(page);
    await page.keyboard.press(key);
    await until(async () => await slide(page) !== before, true);
  }
  assert.equal(await page.locator('.detail').count(), 0);
  await page.keyboard.press('Home');
  await until(() => slide(page), first);
  await page.keyboard.press('Escape');
  await until(() => page.locator('.present').count(), 0);
});

play('lesson: heat is presented as it is seen', {}, async ({ page, person }) => {
  await person.button('Hot spot', page.getByRole('region', { name: 'First minutes' })).click();
  await person.run();
  await page.getByRole('button', { name: 'Heat', exact: true }).click();
  await page.locator('.heat__cells').waitFor();
  await page.keyboard.press('f');
  await page.locator('.present .heat__cells').waitFor();
  await page.getByText('Sequential front').waitFor();
  await page.keyboard.press('Escape');
  await until(() => page.locator('.present').count(), 0);
  await page.locator('.heat__cells').waitFor();
});

play('lesson: a view that it leads to stands beside its story, and what its stop is about is the button to press', { timeout: 120_000, inside: '#lesson=prepend-race' }, async ({ page, person }) => {
  const at = heading => page.getByRole('heading', { name: heading, exact: true }).waitFor();
  for (const heading of ['A plain put', 'Look before you write', 'One less, and again', 'Any order at all']) {
    await page.locator('.story__stops').getByRole('button').last().click();
    await at(heading);
  }
  await until(async () => (await person.accents()).join(), /^Next: A client 'A'$/);
  await person.next();
  await until(() => person.accents(), ['Try every order']);
  await page.locator('#story-orders').click();
  await page.getByRole('heading', { name: /orders of 2 clients/ }).waitFor();
  assert.ok(await page.locator('.story').isVisible(), 'what to do is read beside what comes of it');
  await until(() => person.accents(), []);
  await page.setViewportSize({ width: 1000, height: 800 });
  await until(() => page.locator('.story').count(), 0);
});

play('lesson: a year of its key stands beside its story, and nothing lies on anything', { inside: '#lesson=a-year' }, async ({ page }) => {
  await page.keyboard.press('g');
  await page.getByRole('region', { name: 'Numbers' }).getByRole('table').waitFor();
  const box = name => page.getByRole('region', { name, exact: true }).boundingBox();
  for (const width of [1440, 1130]) {
    await page.setViewportSize({ width, height: 800 });
    const [story, pictures, numbers] = [await box('Do'), await box('Key space against time'), await box('Numbers')];
    assert.ok(story.x + story.width <= pictures.x, `${width}: the story is beside it`);
    assert.ok(pictures.y + pictures.height <= numbers.y + 1, `${width}: the numbers are below the pictures`);
  }
});
