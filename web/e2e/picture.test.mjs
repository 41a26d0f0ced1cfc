// The picture of a step as a file says the same as the grid, and is the one that the command line draws; and the page
// on paper.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { until } from './person.mjs';
import { play, themes } from './stage.mjs';

const tall = { viewport: { width: 1440, height: 2000 } };

/** What a screen reader says of the grid, of scanners and of logs, line by line. */
function heard(page) {
  return page.evaluate(() => {
    const words = node => {
      const copy = node.cloneNode(true);
      for (const sign of copy.querySelectorAll('[aria-hidden=true]')) sign.remove();
      return copy.textContent.replace(/\s+/g, ' ').trim();
    };
    const all = (node, selector) => [...node.querySelectorAll(selector)];
    const lines = [];
    for (const card of all(document, '.card')) {
      lines.push(card.ariaLabel);
      for (const line of all(card, '.line')) {
        const cells = [...line.children];
        const told = cells.map((cell, column) => column === 2
          ? [...cell.children].map(words).filter(Boolean).join(', ')
          : words(cell));
        lines.push(told.join('; '));
      }
      if (card.querySelector('.card__none')) lines.push(words(card.querySelector('.card__none')));
    }
    lines.push(...all(document, '.scanner .spoken').map(words));
    for (const log of all(document, '.log')) {
      const parts = [...log.children].flatMap(part => part.matches('ol') ? [...part.children] : [part]);
      lines.push(parts.map(words).join('; '));
    }
    return lines;
  });
}

/** The file that a button of the dialog saves. */
async function saved(page, person, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), person.button(name, person.dialog).click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The picture of the present step as it is saved, and its description line by line. */
async function picture(page, person, theme = 'light') {
  await person.button('Share').click();
  const { bytes } = await saved(page, person, `SVG, ${theme}`);
  const text = bytes.toString();
  const told = await page.evaluate(text => {
    const file = new DOMParser().parseFromString(text, 'image/svg+xml');
    const problem = file.querySelector('parsererror');
    if (problem) throw new Error(problem.textContent);
    return file.querySelector('desc').textContent.split('\n');
  }, text);
  await page.keyboard.press('Escape');
  return { text, told };
}

/** The lines about regions, cells, scanners and logs, as far as the grid says the same. */
function comparable(told) {
  const about = told.map(line => line.trim().replace(/^(Region .*, on server \S+),.*$/, '$1').replace(/\s+/g, ' '));
  return about.filter(line => /^Region |^S\d+; |scanner |; .*; |^no cells$/.test(line));
}

const row = number => `"\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x${number.toString(16)}"`;

const story = [
  "client 'B'",
  "step scan 'comments', {LIMIT => 3, CACHE => 1}",
  "step 'B', 1",
  "client 'A'",
  `step mutate_rows 'comments', ['put', ${row(19)}, 'c:text', 'I agree!'], ['delete', ${row(18)}, 'c:date']`,
  "step 'A', 3",
  "client 'A'",
  `put 'comments', ${row(16)}, 'c:text', '<b>&"]]> 値'`,
  "flush 'comments'",
  `split 'comments', ${row(18)}`,
].join('\n');

for (const start of ['comments', 'partitions']) {
  play(`picture: that of ${start} is the one of the documentation, in both themes`, { inside: `#start=${start}` },
    async ({ page, person }) => {
      for (const theme of ['light', 'dark']) {
        const { text } = await picture(page, person, theme);
        assert.equal(text, await readFile(new URL(`../../docs/posters/${start}-${theme}.svg`, import.meta.url), 'utf8'));
      }
    });
}

play('picture: it says what the grid says, step by step', { context: tall, timeout: 240_000,
  inside: `#script=${encodeURIComponent(story)}&start=comments&step=0&grain=cell` }, async ({ page, person }) => {
  await page.locator('.line').first().waitFor();
  const slider = page.getByRole('slider');
  const total = Number(await slider.getAttribute('max'));
  assert.ok(total > 40, `${total} steps`);
  const seen = new Set();
  for (let step = 0; step <= total; step += 3) {
    await slider.fill(String(step));
    await until(() => person.position(), `${step} of ${total}`);
    const lines = await heard(page);
    assert.deepEqual(comparable((await picture(page, person)).told), lines, `step ${step}`);
    for (const word of ['not visible yet', 'not for B', 'locked by A', 'B read', 'older', 'sees what was written']) {
      if (lines.some(line => line.includes(word))) seen.add(word);
    }
  }
  assert.equal(seen.size, 6, [...seen].join(', '));
});

play('picture: it is saved as PNG, and stands in Markdown', { inside: '#start=comments' }, async ({ page, person }) => {
  await person.button('Share').click();
  const { name, bytes } = await saved(page, person, 'PNG, dark');
  assert.equal(name, 'splitpoint-comments-step-0-dark.png');
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  assert.equal(bytes.readUInt32BE(16), 2 * 840, 'twice as wide as it is drawn');
  assert.ok(bytes.length > 20_000, `${bytes.length} bytes are no picture`);
  await person.dialog.getByRole('radio', { name: 'picture', exact: true }).check();
  const code = person.dialog.getByRole('textbox', { name: 'Lines to paste' });
  assert.match(await code.inputValue(), /^\[!\[Comments\]\(splitpoint-comments-step-0-light\.svg\)\]\(http\S+#start=comments\)$/);
});

for (const theme of themes) {
  play(`picture: on paper stand the sentence, the map and what its marks mean, light and without controls, from a ${theme} page`, { theme }, async ({ page, person }) => {
    await person.step();
    await page.emulateMedia({ media: 'print', colorScheme: theme });
    const seen = await page.evaluate(() => {
      const shown = element => element.checkVisibility() && element.getBoundingClientRect().height > 1;
      const all = selector => [...document.querySelectorAll(selector)].filter(shown);
      const dark = colour => colour.match(/[\d.]+/g).slice(0, 3).every(part => Number(part) < 128);
      return {
        controls: all('button, input, select, textarea, [role=tab], [role=slider]').filter(one => !one.closest('.map')).map(one => one.textContent || one.ariaLabel),
        sentence: all('.sentence').length,
        legend: all('.keys__legend > li').map(one => one.textContent),
        lines: all('.line').length > 10,
        cut: all('.map').some(map => map.scrollHeight > map.clientHeight + 1),
        grounds: all('html, body, .page, .map, .keys').map(one => getComputedStyle(one).backgroundColor)
          .filter(colour => !/, 0\)$/.test(colour) && dark(colour)),
      };
    });
    assert.deepEqual(seen, { controls: [], sentence: 1, legend: ['first key, included', 'end, not included', 'cell in memory', 'cell in a store file', 'delete marker'], lines: true, cut: false, grounds: [] });
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
    assert.equal(paper.match(/\/Type\s*\/Page\b/g)?.length, 1, 'one sheet');
  });
}
