// Accessibility: axe finds no violation in any main state, changes are announced, and there is no motion for readers
// who want none.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { accessible, play, themes } from './stage.mjs';

const pets = { name: 'pets.csv', mimeType: 'text/csv', buffer: Buffer.from('id,name\n1,fluffy\n2\n,rex\n') };

/** The main states, each reached from the one before. */
const states = {
  'prepending, half way': async person => {
    await person.choose('Prepend');
    await person.step();
    await person.as('B Ben');
    await person.step();
    await person.stepClient('A');
    await person.stepClient('B');
    await until(() => person.sentence(), /^B check-and-put on 17 fails/);
  },
  'a cell is told about': async person => {
    await person.grid.getByRole('gridcell', { name: 'Cool', exact: true }).click();
    await person.page.getByRole('heading', { name: 'Cell c:text of row 18' }).waitFor();
  },
  'every order': async (person, page) => {
    await person.button('Try every order').click();
    await page.locator('.orders__outcome').first().waitFor();
    await accessible(page);
    await person.button('Back to the table').click();
  },
  'branches, a marker and their menu': async (person, page) => {
    await person.button('Mark this step', person.time).click();
    await page.keyboard.press('u');
    await person.as('A Ada');
    await person.choose('Insert');
    await person.run();
    await person.time.getByRole('button', { name: /branches$/ }).click();
    await page.getByRole('menu').waitFor();
  },
  'bad input': async person => {
    await person.type({ 'Row key': 'seventeen', 'Column 1': 'z:text' });
    await until(async () => (await person.said('Row key')).length, 1);
  },
  'creating a table': async person => {
    await person.choose('Create table', 'Table');
    await person.type({ Name: 'comments' });
    await person.step();
  },
  'the menu of tables': async (person, page) => {
    await person.form.locator('#menu-table').click();
    await page.getByRole('menu').waitFor();
  },
  'a refused transaction': async person => {
    await person.startFrom('Partitions');
    await person.choose('Transaction');
    await person.type({ 'Row of mutation 2': 'acm001' });
    await person.run();
    await until(() => person.state('A'), 'failed');
  },
  'page three, and what it cost': async person => {
    await person.startFrom('User actions');
    await person.choose('Scan pages');
    await person.run();
    await until(() => person.sentence(), /^A page 3/);
    await person.tab('Cost');
    assert.equal((await person.cost()).RPC_CALLS, 3);
  },
  'a wide row': async person => {
    await person.startFrom('Table inside a row');
    await until(() => person.cells().then(cells => cells.length > 20), true);
  },
  'no table at all': async person => {
    await person.startFrom('Empty');
    await person.page.getByText('There is no table.').waitFor();
  },
  'the columns of a file': async person => {
    await person.startFrom('Your file …');
    await person.dialog.locator('input[type=file]').setInputFiles(pets);
    await person.button('Load', person.dialog).waitFor();
  },
  'bad lines of a file': async person => {
    await person.button('Load', person.dialog).click();
    await person.dialog.getByRole('alert').waitFor();
  },
  help: async (person, page) => {
    await person.button('Cancel', person.dialog).click();
    await page.keyboard.press('?');
    await person.dialog.getByRole('heading', { name: 'Keys' }).waitFor();
  },
  'the question before all is forgotten': async (person, page) => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await person.dialog.getByRole('heading', { name: 'Start over?' }).waitFor();
  },
};

for (const theme of themes) {
  play(`access: axe finds nothing in any main state: ${theme}`, { theme, timeout: 300_000, context: { reducedMotion: 'reduce' } }, async ({ person, page }) => {
    for (const [state, reach] of Object.entries(states)) {
      await reach(person, page);
      try {
        await accessible(page);
      } catch (error) {
        error.message = `${state}: ${error.message}`;
        throw error;
      }
    }
  });
}

/** Collects what the page announces from now on; gives what was announced since it was last asked. */
async function listen(page) {
  await page.evaluate(() => {
    globalThis.said = [];
    const status = document.querySelector('.spoken[role=status]');
    new MutationObserver(() => globalThis.said.push(status.textContent)).observe(status, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => globalThis.said.splice(0));
}

play('access: each step is announced once, in the words of the sentence and with who did it', {}, async ({ person, page }) => {
  await listen(page);
  await person.choose('Prepend');
  await person.step();
  await person.step();
  await person.button('Step back', person.time).click();
  await until(() => page.evaluate(() => globalThis.said), [
    'A reads the first row: it is 18, so 17 is to be next.',
    'A check-and-put on 17 succeeds: the column was absent, so nobody was quicker at this key. It is written.',
    'A reads the first row: it is 18, so 17 is to be next.',
  ]);
  assert.match(await person.time.getByRole('slider').getAttribute('aria-valuetext'), /A reads the first row/);
});

play('access: a step that says the same as the one before is announced, too', {}, async ({ person, page }) => {
  const said = await listen(page);
  for (const time of ['first', 'second']) {
    await person.step();
    await until(said, ['A put 17 is done: it is in the log and in the memstore.']).catch(error => {
      error.message = `the ${time}: ${error.message}`;
      throw error;
    });
  }
});

play('access: where the form goes on to the other client, that is announced', {}, async ({ person, page }) => {
  await person.button('Lose a comment', page.getByRole('region', { name: 'First minutes' })).click();
  await person.settled();
  const said = await listen(page);
  await person.step();
  await until(async () => (await said()).join(), /^A .* The form is Ben's now\.$/);
});

play('access: what the console prints is announced once, and its log is silent', {}, async ({ person, page }) => {
  await person.console();
  assert.equal(await page.getByRole('log').getAttribute('aria-live'), 'off');
  const said = await listen(page);
  await person.console("count 'comments'");
  await until(async () => (await said()).join(), /^3 row\(s\)/);
  await person.console('nonsense');
  await until(async () => (await said()).join(), /NameError/);
});

play('access: a promise that a step breaks is announced', {}, async ({ person, page }) => {
  await person.console("must 'three comments', 'rows 3'");
  await page.getByRole('region', { name: 'Must hold', exact: true }).getByText('three comments').waitFor();
  const said = await listen(page);
  await person.choose('Insert');
  await person.run();
  await until(async () => (await said()).at(-1), /^A put 17 is done.* Broken: three comments\.$/);
});

play('access: columns of the key space have numbers, and whoever comes to it by keyboard stands on a cell', {}, async ({ person, page }) => {
  const numbers = role => person.grid.getByRole(role).evaluateAll(all => [...new Set(all.map(one => one.ariaColIndex))].sort().join(' '));
  assert.equal(await numbers('columnheader'), '1 2 3 4 5 6');
  assert.equal(await numbers('rowheader'), '1 2');
  assert.equal(await numbers('gridcell'), '3 4 5 6');
  const loose = await person.grid.locator('.gap').evaluateAll(gaps => gaps.map(gap => [gap.role, gap.firstElementChild.role]));
  assert.deepEqual(loose, [['row', 'rowheader']]);
  assert.equal(await person.grid.getAttribute('aria-activedescendant'), null);
  for (let presses = 0; presses < 90 && !await person.grid.evaluate(grid => grid === document.activeElement); presses++) await page.keyboard.press('Tab');
  await until(() => person.grid.getAttribute('aria-activedescendant'), 'cell-0-1');
});

play('access: in forced colours what is chosen, what is off and the scale of heat can be told', { context: { forcedColors: 'active' } }, async ({ person, page }) => {
  const colour = (selector, name) => page.locator(selector).first().evaluate((element, name) => getComputedStyle(element)[name], name);
  const differ = async (one, other, name) => assert.notEqual(await colour(one, name), await colour(other, name), `${one}, ${other}`);
  await differ('.segment:has(:checked)', '.segment:not(:has(:checked))', 'backgroundColor');
  await differ('.page__tabs [aria-selected=true]', '.page__tabs [aria-selected=false]', 'backgroundColor');
  await differ('#pane-time :is([aria-disabled=true], :disabled)', '.header .button', 'color');
  await page.keyboard.press('h');
  await page.getByText('Nothing was counted here yet.').waitFor();
  await person.button('Back to the table').click();
  await person.run();
  await page.locator('body').press('h');
  await page.locator('.heat__legend .heat__shade--5').waitFor();
  await differ('.heat__legend .heat__shade--1', '.heat__legend .heat__shade--5', 'backgroundColor');
});

play('access: of what is chosen in the picture its heading is announced, and F6 leads to the rest', {}, async ({ person, page }) => {
  await person.grid.getByRole('gridcell', { name: 'Cool', exact: true }).click();
  const told = page.getByRole('region', { name: 'Cell c:text of row 18' });
  await told.waitFor();
  assert.equal(await told.getAttribute('aria-live'), null);
  assert.equal(await told.getByRole('heading').getAttribute('aria-live'), 'polite');
  assert.match(await told.locator('.anatomy__bytes').first().evaluate(bytes => bytes.textContent), /00 00 .*12/);
  for (let presses = 0; presses < 8 && !await told.evaluate(told => told === document.activeElement); presses++) await page.keyboard.press('F6');
  assert.equal(await told.evaluate(told => told === document.activeElement), true);
});

play('access: who wants no motion gets none, and what changed is still marked', { context: { reducedMotion: 'reduce' } }, async ({ person, page }) => {
  await person.run();
  await until(() => person.badges(), ['17 c:text I like your post: + A written']);
  const moving = await page.evaluate(() => [...document.querySelectorAll('*')].filter(element => {
    const style = getComputedStyle(element);
    return [style.transitionDuration, style.animationDuration].some(text => text.split(',').some(time => parseFloat(time) > 0.001));
  }).map(element => element.className));
  assert.deepEqual(moving, []);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
});

play('access: both themes by choice, whatever the system says', { theme: 'dark' }, async ({ person, page }) => {
  const dark = () => page.evaluate(() => {
    const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
    return red + green + blue < 200;
  });
  assert.equal(await dark(), true);
  await person.button('Theme: auto').click();
  await until(dark, false);
  await person.button('Theme: light').click();
  await until(dark, true);
  await page.emulateMedia({ colorScheme: 'light' });
  assert.equal(await dark(), true, 'the choice holds');
  await person.button('Theme: dark').click();
  await until(dark, false);
});
