// The four jobs again, with the keyboard alone: no click, no touch, and never a focus that was put somewhere by the test.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { play } from './stage.mjs';

/** Presses Tab until the focus is on what is looked for. */
async function tabTo(page, target, key = 'Tab') {
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate(element => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`Tab does not lead to ${target}`);
}

/** Goes to a field and types over what stands there. */
async function typeInto(page, target, text) {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

async function press(page, target, key = 'Enter') {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** One of the examples, by the menu in the head of the page. */
async function startFrom(page, title) {
  await press(page, page.getByRole('banner').getByRole('button', { name: /^Sandbox/ }));
  const item = page.getByRole('menuitem', { name: title, exact: true });
  await item.waitFor();
  for (let presses = 0; presses < 10 && !await item.evaluate(element => element === document.activeElement); presses++) {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('banner').getByRole('button', { name: title }).waitFor();
}

play('keyboard: insert', {}, async ({ person, page }) => {
  await page.keyboard.press('F6');
  await typeInto(page, person.field('Row key'), '16');
  await until(() => person.said('Row key'), ['r1 on server S1, before 18: the first row.']);
  await typeInto(page, person.field('Value 1'), 'By keys');
  await page.keyboard.press('Control+Enter');
  await until(async () => (await person.cells())[0], '16 c:text By keys');
  await typeInto(page, person.field('Value 1'), 'By Enter');
  await page.keyboard.press('Enter'); // in a field it is Send
  await until(async () => (await person.cells())[0], '16 c:text By Enter');
});

for (const size of ['wide', 'medium', 'phone']) play(`keyboard: the first Tab offers the way to the form: ${size}`, { size }, async ({ page }) => {
  const skip = page.getByRole('button', { name: 'Skip to the form (F6: next pane)' });
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);
  await page.keyboard.press('Tab');
  assert.equal(await skip.evaluate(button => button === document.activeElement && getComputedStyle(button).clipPath), 'none', 'it is in sight');
  await page.keyboard.press('Enter');
  await until(focused, 'pane-do');
});

play('keyboard: two prepends race', {}, async ({ person, page }) => {
  await press(page, person.button('Prepend', person.form), ' ');
  await press(page, person.button('Send', person.form));
  await until(() => person.position(), '1 of 1');
  await tabTo(page, person.form.getByRole('radio', { name: 'A Ada' }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await typeInto(page, person.field('Value 1'), 'Me too');
  await page.keyboard.press('Enter');
  await until(() => person.position(), '2 of 2');
  await tabTo(page, person.button('Run', person.form));
  await page.keyboard.press('a');
  await until(() => person.sentence(), /^A check-and-put on 17 succeeds/);
  await page.keyboard.press('b');
  await until(() => person.sentence(), /^B check-and-put on 17 fails/);
  await page.keyboard.press('b');
  await until(async () => (await person.cells()).filter(cell => cell.includes('c:text')).slice(0, 2),
    ['16 c:text Me too', '17 c:text I like your post']);
});

play('keyboard: page three, and what it cost', {}, async ({ person, page }) => {
  await startFrom(page, 'User actions');
  await press(page, person.button('Scan pages', person.form));
  await page.keyboard.press('Control+Enter');
  await until(() => person.sentence(), /^A page 3 after 7 · 2009-06-08 13:41:31 · 507 brings 5 rows/);
  await tabTo(page, page.getByRole('tab', { name: 'Clients' }));
  await page.keyboard.press('ArrowRight');
  await until(async () => (await person.cost())['rows returned'], 15);
  await tabTo(page, person.form.getByRole('radio', { name: 'after the last row' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+Enter');
  await until(async () => (await person.cost())['rows returned'], 30);
});

play('keyboard: a transaction, done and refused', {}, async ({ person, page }) => {
  await startFrom(page, 'Partitions');
  await press(page, person.button('Transaction', person.form));
  await page.keyboard.press('Control+Enter');
  await until(() => person.sentence(), /^A transaction on 3 rows is done/);
  await typeInto(page, person.field('Row of mutation 2'), 'acm001');
  await page.keyboard.press('Control+Enter');
  await until(() => person.sentence(), /^A transaction on 3 rows fails: DoNotRetryIOException/);
});

play('keyboard: a table is made and split', {}, async ({ person, page }) => {
  await press(page, person.form.locator('#menu-table'));
  await page.keyboard.press('Enter'); // the first: Create table
  await typeInto(page, person.field('Name'), 'orders');
  await typeInto(page, person.field('Cut at first at these keys, one a line'), 'm');
  await page.keyboard.press('Control+Enter');
  await until(() => person.regions(), ['r1 [−∞, m) on S1', 'r2 [m, +∞) on S2']);
  await press(page, person.form.locator('#menu-table'), 'ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, person.form.getByRole('radio', { name: 'where HBase would' }));
  await page.keyboard.press('ArrowRight');
  await typeInto(page, person.field('First key of the second region'), 'c');
  await page.keyboard.press('Control+Enter');
  await until(async () => (await person.regions()).length, 3);
});

play('keyboard: time, as the list of keys says', {}, async ({ person, page }) => {
  await press(page, person.button('Prepend', person.form));
  await page.keyboard.press('Control+Enter');
  await until(() => person.position(), '2 of 2');
  const goes = async (key, to) => {
    await page.keyboard.press(key);
    await until(() => person.position(), to);
  };
  await goes('ArrowLeft', '1 of 2');
  await goes(',', '0 of 2');
  await goes('.', '1 of 2');
  await goes('ArrowRight', '2 of 2');
  await goes('Home', '0 of 2');
  await goes('End', '2 of 2');
  await goes('5', '1 of 2');
  await page.keyboard.press('m');
  await goes('Shift+ArrowRight', '2 of 2');
  await goes('Shift+ArrowLeft', '0 of 2');
  await goes(']', '1 of 2');
  await goes('End', '2 of 2');
  await goes('[', '1 of 2');
  await page.keyboard.press('-');
  await until(() => person.position(), /of 1$/);
  await page.keyboard.press('+');
  await goes('End', '2 of 2');
  await goes('Home', '0 of 2');
  await page.keyboard.press('F6'); // away from the button, to which Space belongs
  await goes(' ', '2 of 2');
  await goes('u', '0 of 2');
});

play('keyboard: the last of the eight first minutes is at most thirteen keys away from a fresh page', {}, async ({ page }) => {
  const active = () => page.evaluate(() => document.activeElement.ariaLabel ?? document.activeElement.textContent);
  let keys = 0;
  const press = async key => {
    await page.keyboard.press(key);
    keys += 1;
    return active();
  };
  while (await press('F6') !== 'First minutes') assert.ok(keys < 10, 'F6 comes to the first minutes');
  while (await press('Tab') !== 'Where it is cut') assert.ok(keys < 14, 'the last of them is near');
  assert.ok(keys <= 13, `${keys} keys`);
  await page.keyboard.press('Enter');
  await page.locator('.do__story', { hasText: 'Where it is cut' }).waitFor();
});

for (const [width, height] of [[390, 600], [360, 560], [640, 400], [720, 430], [320, 256]]) {
  play(`keyboard: the first minutes are there for who asks, also on ${width} × ${height}`, { context: { viewport: { width, height } } }, async ({ page }) => {
    await press(page, page.locator('#menu-lessons'));
    await until(() => page.evaluate(() => document.activeElement.role), 'menuitem');
    const item = page.getByRole('menuitem', { name: 'First minutes' });
    while (!await item.evaluate(element => element === document.activeElement)) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await until(() => page.evaluate(() => document.activeElement.id), 'pane-minutes');
    for (const idea of ['Newest first', 'Where it is cut']) {
      const button = page.locator('#pane-minutes').getByRole('button', { name: idea });
      await tabTo(page, button);
      await until(() => button.evaluate(button => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      }), true);
    }
    await page.keyboard.press('Enter');
    await until(() => page.evaluate(() => document.activeElement.id), 'pane-do');
    assert.equal(await page.locator('.detail--asked').count(), 0, 'the table has its place again');
  });
}

play('keyboard: each first minute leads to its form, whatever it starts from', {}, async ({ page }) => {
  const minutes = page.getByRole('region', { name: 'First minutes' });
  for (const idea of ['Newest first', 'Page three', 'A table inside a row', 'Together or not at all', 'Where it is cut']) {
    await minutes.getByRole('button', { name: idea }).press('Enter');
    await page.locator('.do__story', { hasText: idea }).waitFor();
    await until(() => page.evaluate(() => document.activeElement.id), 'pane-do');
  }
});

play('keyboard: on a phone the picture takes the focus of the form that it covers', { size: 'phone' }, async ({ person, page }) => {
  await person.tab('Do');
  await person.choose('Prepend');
  await press(page, person.form.getByRole('button', { name: 'Run' }));
  await until(() => page.evaluate(() => document.activeElement.id), 'pane-map');
});

play('keyboard: at the prompt Tab completes, and pressed again it leaves', {}, async ({ page }) => {
  const field = page.locator('#console-field');
  const focused = () => field.evaluate(field => field === document.activeElement);
  await page.keyboard.press('/');
  await field.waitFor();
  await until(focused, true);
  await page.keyboard.type('sca');
  await page.keyboard.press('Tab');
  await until(() => field.inputValue(), 'scan');
  assert.equal(await focused(), true);
  await page.keyboard.press('Tab');
  assert.equal(await focused(), false);
});

play('keyboard: what is typed after / is at the prompt, and does nothing else, however slowly the page is drawn', {}, async ({ person, page }) => {
  await person.choose('Prepend');
  await person.run();
  await until(() => person.position(), '2 of 2');
  await page.evaluate(() => document.activeElement.blur());
  const slow = await page.context().newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  // Keys of the page: they would take back what was done, and step a client.
  await page.keyboard.type('/undo, a');
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await until(() => page.locator('#console-field').inputValue(), 'undo, a');
  await page.keyboard.type('.b');
  await until(() => page.locator('#console-field').inputValue(), 'undo, a.b');
  assert.equal(await person.position(), '2 of 2');
});

play('keyboard: arrows go through every list of tabs, of which one is reached by Tab', { inside: '#lesson=upside-down' }, async ({ page }) => {
  await page.locator('.page').press('/');
  const lists = page.getByRole('tablist');
  await until(() => lists.count(), 3);
  for (const list of await lists.all()) {
    const tabs = list.getByRole('tab');
    const [last, chosen] = [await tabs.count() - 1, list.getByRole('tab', { selected: true })];
    assert.equal(await list.locator('[tabindex="0"]').count(), 1);
    await chosen.focus();
    const focused = () => tabs.evaluateAll(tabs => tabs.indexOf(document.activeElement));
    await page.keyboard.press('Home');
    await until(focused, 0);
    await page.keyboard.press('ArrowLeft');
    await until(focused, last);
    await page.keyboard.press('ArrowRight');
    await until(focused, 0);
  }
});

play('keyboard: help opens and closes, and the focus is where it was', {}, async ({ person, page }) => {
  await tabTo(page, person.button('Prepend', person.form));
  await page.keyboard.press('?');
  await person.dialog.getByRole('heading', { name: 'Help' }).waitFor();
  await page.keyboard.press('u'); // keys of the page rest
  await page.keyboard.press('Escape');
  await person.dialog.waitFor({ state: 'detached' });
  await until(() => person.button('Prepend', person.form).evaluate(element => element === document.activeElement), true);
});

play('keyboard: the key space is a grid, and the focus always gets out', {}, async ({ person, page }) => {
  await tabTo(page, person.grid);
  const active = () => person.grid.evaluate(grid =>
    document.getElementById(grid.getAttribute('aria-activedescendant'))?.textContent.replace(/\s+/g, ' ') ?? '');
  await until(active, '18'); // at once
  await page.keyboard.press('ArrowRight');
  await until(active, 'c:date');
  await page.keyboard.press('ArrowDown');
  await until(active, 'c:text');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Cell c:text of row 18' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Cell c:text of row 18' }).waitFor({ state: 'detached' });
  assert.equal(await person.position(), '0 of 0', 'arrows moved the cell, not time');
  await page.keyboard.press('Tab');
  assert.equal(await person.grid.evaluate(grid => grid === document.activeElement), false);

  const panes = new Set(); // F6 goes round
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press('F6');
    panes.add(await page.evaluate(() => document.activeElement.ariaLabel));
  }
  assert.deepEqual([...panes].sort(), ['Clients', 'Console', 'Do', 'Key space', 'Time']);

  await page.getByRole('gridcell', { name: 'I agre' }).first().click();
  await until(active, /^I agre/);
});

/** Counts keys. A text counts as many keys as it has letters. */
function counting(page) {
  const count = { keys: 0 };
  count.press = async (key, times = 1) => {
    for (let turn = 0; turn < times; turn++) await page.keyboard.press(key);
    count.keys += times;
  };
  count.type = async text => {
    await page.keyboard.type(text);
    count.keys += text.length;
  };
  count.tabTo = async target => {
    for (let presses = 0; !await target.evaluate(element => element === document.activeElement); presses++) {
      assert.ok(presses < 40, `Tab does not lead to ${target}`);
      await count.press('Tab');
    }
  };
  return count;
}

play('keyboard: Partitions takes at most 25 keys from a fresh page, and a transaction fails within 8', {}, async ({ person, page }) => {
  const hands = counting(page);
  await hands.tabTo(page.locator('#menu-start'));
  await hands.press('Enter');
  const item = page.getByRole('menuitem', { name: 'Partitions', exact: true });
  await item.waitFor();
  while (!await item.evaluate(element => element === document.activeElement)) {
    assert.ok(hands.keys < 10, 'it is in the menu');
    await hands.press('ArrowDown');
    await page.waitForTimeout(50);
  }
  await hands.press('Enter');
  await page.getByRole('banner').getByRole('button', { name: 'Partitions' }).waitFor();
  await person.settled();
  await hands.tabTo(person.button('Transaction', person.form));
  await hands.press('Enter');
  const form = page.locator('form#form');
  await until(() => form.evaluate(form => form === document.activeElement), true);
  await hands.press('Control+Enter');
  await until(() => person.sentence(), /^A transaction on 3 rows is done/);
  assert.ok(hands.keys <= 25, `${hands.keys} keys`);

  // From the form on: the first row lies in another region than the others.
  hands.keys = 0;
  await hands.tabTo(person.field('Row of mutation 1'));
  await hands.type('a');
  await hands.press('Control+Enter');
  await until(() => person.sentence(), /^A transaction on 3 rows fails, tried again 15 times: WrongRegion/);
  assert.ok(hands.keys <= 8, `${hands.keys} keys`);
});

/** What has the focus, and what is wrong with it: it is cut off by what it scrolls in, or covered, or its ring is. */
const look = () => {
  const active = document.activeElement;
  if (!active || active === document.body) return null;
  const target = active.matches('[type=radio], [type=checkbox]') ? active.closest('label') ?? active : active;
  const box = target.getBoundingClientRect();
  const clip = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (let parent = target.parentElement; parent; parent = parent.parentElement) {
    if (getComputedStyle(parent).overflow === 'visible') continue;
    const { left, top, right, bottom } = parent.getBoundingClientRect();
    [clip.left, clip.top] = [Math.max(clip.left, left), Math.max(clip.top, top)];
    [clip.right, clip.bottom] = [Math.min(clip.right, right), Math.min(clip.bottom, bottom)];
  }
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(active);
  const ring = outlineStyle === 'none' ? 0 : Math.max(0, parseFloat(outlineWidth) + parseFloat(outlineOffset));
  const wrong = [];
  const isTall = box.height + 2 * ring > clip.bottom - clip.top; // then it cannot be whole
  const isCut = (from, to, least, most) => from - ring < least - 0.5 || to + ring > most + 0.5;
  if (!isTall && isCut(box.top, box.bottom, clip.top, clip.bottom)) wrong.push('cut off above or below');
  if (isCut(box.left, box.right, clip.left, clip.right)) wrong.push('cut off at a side');
  const x = Math.min(Math.max(box.left + box.width / 2, clip.left + 1), clip.right - 1);
  for (const y of isTall ? [(clip.top + clip.bottom) / 2] : [box.top + 2, box.top + box.height / 2, box.bottom - 2]) {
    const hit = document.elementFromPoint(x, y);
    if (hit && !target.contains(hit)) wrong.push(`covered by ${hit.className || hit.localName}`);
  }
  const name = active.ariaLabel || active.id || active.textContent.trim().slice(0, 30) || active.name;
  return { name, wrong };
};

play('keyboard: what goes leaves the focus near it, whatever happens while the page is drawn', {}, async ({ person, page }) => {
  const slow = await page.context().newCDPSession(page);
  await person.button('+ column', person.form).click();
  const target = person.button('Leave out column 2', person.form);
  await target.focus();
  // As soon as the focus is nowhere the page hears something else, between two of the turns in which it is drawn.
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (document.activeElement !== document.body) return;
      watch.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', bubbles: true }));
    });
    watch.observe(document, { subtree: true, childList: true });
  });
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  await page.keyboard.press('Enter');
  await target.waitFor({ state: 'detached' });
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await until(() => page.evaluate(() => document.activeElement.closest('form')?.id), 'form');
});

for (const [width, height] of [[1440, 860], [1440, 580], [853, 480], [640, 360], [320, 568]]) {
  play(`keyboard: what has the focus is in sight, whole with its ring, at ${width} × ${height}`, { context: { viewport: { width, height } } }, async ({ person, page }) => {
    const tab = page.getByRole('tab', { name: 'Do', exact: true });
    if (await tab.count()) await tab.click();
    for (const verb of ['Transaction', 'Scan pages']) {
      await person.choose(verb);
      await page.locator('.header__logo').click();
      let seen = 0;
      for (let found, presses = 0; presses < 90; presses++) {
        await page.keyboard.press('Tab');
        found = await page.evaluate(look);
        if (!found && seen > 20) break;
        if (!found) continue;
        seen++;
        assert.deepEqual(found.wrong, [], `${verb}: ${found.name}`);
      }
      assert.ok(seen > 20, `${seen} stops`);
    }
  });
}

play('keyboard: what closes or goes leaves the focus near it', {}, async ({ person, page }) => {
  const where = () => page.evaluate(() => document.activeElement.closest('form[id], [id^="pane-"], header')?.id ?? document.activeElement.localName);
  const use = async target => {
    await target.focus();
    await page.keyboard.press('Enter');
  };
  await use(person.button('Close', page.locator('#pane-minutes')));
  await until(where, 'pane-map');
  await person.button('+ column', person.form).click();
  await use(person.button('Leave out column 2', person.form));
  await until(where, 'form');
  await use(person.button('+ times', person.form));
  await until(where, 'form');
  await person.grid.focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('heading', { name: /^Cell / }).waitFor();
  await use(person.button('Close', page.locator('.detail')));
  await until(where, 'pane-map');
  await person.choose('Prepend');
  await person.button('Send', person.form).click();
  await use(person.button('Drop what A is running'));
  await until(where, 'pane-clients');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.locator('#console-field').waitFor();
  await use(person.button('Fold the console'));
  await until(where, 'pane-console');
  for (const [button, dialog] of [['Help and keys', 'Help'], ['Share', /^Share/]]) {
    await use(person.button(button, page.getByRole('banner')));
    await person.dialog.getByRole('heading', { name: dialog }).first().waitFor();
    await page.keyboard.press('Escape');
    await person.dialog.waitFor({ state: 'detached' });
    await until(() => person.button(button, page.getByRole('banner')).evaluate(element => element === document.activeElement), true);
  }
});

play('keyboard: a session is shared, from Share to the copied lines and back', { timeout: 120_000 }, async ({ person, page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await press(page, person.button('Send', person.form));
  await press(page, person.button('Share'));
  const inside = name => person.dialog.getByRole('button', { name });
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const code = person.dialog.getByRole('textbox', { name: 'Lines to paste' });
  // Whatever has the focus is in the dialog, in sight, and has a ring.
  const seen = () => page.evaluate(() => {
    const one = document.activeElement;
    const target = one.matches('.segment__input') ? one.closest('.segment') : one;
    const box = target.getBoundingClientRect();
    const style = getComputedStyle(target);
    const inside = ['split-point', 'iframe'].includes(one.localName); // the frame shows its own focus
    return {
      is: one.closest('dialog') !== null || one === document.body,
      high: inside || box.top >= -1 && box.bottom <= innerHeight + 1 && box.left >= -1 && box.right <= innerWidth + 1,
      ring: style.outlineStyle !== 'none' || style.boxShadow !== 'none' || one === document.body || inside,
    };
  });
  await person.dialog.waitFor();
  for (let presses = 0; presses < 60; presses++) {
    const where = await page.evaluate(() => document.activeElement.outerHTML.slice(0, 120));
    assert.deepEqual(await seen(), { is: true, high: true, ring: true }, where);
    await page.keyboard.press('Tab');
  }
  await press(page, inside('Copy: This step'));
  await person.dialog.getByRole('status').getByText('✓ Copied').waitFor();
  assert.match(await clipboard(), /^http.*#v2\./);
  // Radios are one stop, and arrows choose.
  await tabTo(page, person.dialog.getByRole('radio', { name: 'HTML element' }));
  await page.keyboard.press('ArrowRight');
  await until(() => code.inputValue(), /^<iframe src="/);
  await tabTo(page, person.dialog.getByRole('radio', { name: 'table', exact: true }));
  await page.keyboard.press('ArrowRight');
  await until(() => code.inputValue(), /&amp;view=race/);
  await press(page, person.dialog.getByRole('checkbox', { name: 'only look' }), ' ');
  await until(() => code.inputValue(), /&amp;readonly=yes/);
  await press(page, inside('Copy: Lines to paste'));
  await until(clipboard, /^<iframe src="/);
  assert.equal(await clipboard(), await code.inputValue());
  await press(page, person.button('Close', person.dialog), 'Enter');
  await person.dialog.waitFor({ state: 'detached' });
  await until(() => person.button('Share').evaluate(element => element === document.activeElement), true);
});

play('keyboard: Ctrl Enter sends no form that is covered', {}, async ({ person, page }) => {
  for (const [key, pane] of [['k', '#pane-design'], ['o', '#pane-orders']]) {
    await page.locator('body').press(key);
    await page.locator(pane).waitFor();
    await page.keyboard.press('Control+Enter');
    assert.equal(await person.position(), '0 of 0', key);
    await page.keyboard.press('Escape');
    await page.locator(pane).waitFor({ state: 'detached' });
  }
  await page.locator('body').press('h');
  await page.locator('#pane-heat').waitFor();
  await page.keyboard.press('Control+Enter');
  await until(async () => /^0/.test(await person.position()), false);
  await person.form.waitFor(); // it stands beside the heat
});
