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
    'reads the first row: it is 18, so 17 is to be next.',
    'check-and-put on 17 succeeds: the column was absent, so nobody was quicker at this key. It is written.',
    'reads the first row: it is 18, so 17 is to be next.',
  ]);
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
