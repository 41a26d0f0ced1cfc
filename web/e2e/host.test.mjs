// Splitpoint in pages that documentation generators made (`cargo xtask hosts` keeps them in web/e2e/host), each served
// from an origin of its own: an element, a frame, and the switch of the theme that the generator brings.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './person.mjs';
import { types } from './server.mjs';
import { play } from './stage.mjs';

const folder = fileURLToPath(new URL('host', import.meta.url));
const published = 'https://splitpoint.example/v1/';

/** How a reader switches to the other theme. */
const generators = {
  mdbook: async (page, theme) => {
    const wanted = page.locator(`#mdbook-theme-${theme === 'dark' ? 'navy' : 'light'}`);
    // Its list stays open after a choice.
    if (!await wanted.isVisible()) await page.getByRole('button', { name: 'Change theme' }).click();
    await wanted.click();
  },
  mkdocs: page => page.locator('.md-header label[for^="__palette"]:not([hidden])').click(),
  sphinx: page => page.locator('.theme-toggle:visible').first().click(),
  vitepress: page => page.locator('.VPSwitchAppearance:visible').first().click(),
  asciidoctor: undefined, // brings none
  plain: page => page.getByRole('button', { name: 'Dark or light' }).click(),
};

/** The files of a generator, as `serveHost` takes them. In the repository they have a placeholder address. */
async function site(name) {
  const root = join(folder, name);
  const entries = (await readdir(root, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile());
  const files = await Promise.all(entries.map(async entry => {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    return [path.slice(root.length), types[extname(path)] ?? 'application/octet-stream', await readFile(path)];
  }));
  return address => {
    const pages = {};
    for (const [path, type, bytes] of files) {
      const isText = /^text|json|svg/.test(type);
      pages[path] = { type, body: isText ? bytes.toString().replaceAll(published, address) : bytes };
    }
    // Browsers request this if a page names no icon.
    const icon = { type: types['.svg'], body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
    return { ...pages, '/': pages['/index.html'], '/favicon.ico': icon };
  };
}

/** Complaints of the generator itself: mdBook's highlighter does not know HBase. */
const complaints = { mdbook: [/language 'hbase-shell'/, /no-highlight/] };

const background = page => page.evaluate(() => {
  const painted = [document.querySelector('split-point'), document.body, document.documentElement];
  for (let at = painted[0]; at; at = at.parentElement) {
    const color = getComputedStyle(at).backgroundColor;
    if (!/, 0\)$|transparent/.test(color)) return color;
  }
  return 'rgb(255, 255, 255)';
});
const scheme = frame => frame.locator('.page').evaluate(page => getComputedStyle(page).colorScheme);
const rows = frame => frame.locator('.line__row').allInnerTexts();

for (const [name, flip] of Object.entries(generators)) {
  const host = await site(name);

  play(`host: a page by ${name} shows an element and a frame, and both are as native as its text`, { opens: false, host, expects: complaints[name] },
    async ({ page, host }) => {
      await page.goto(host.origin + '/');
      const element = page.locator('split-point');
      const inside = page.frameLocator('split-point iframe');
      await page.locator('split-point[data-open]').waitFor();
      await until(async () => (await rows(inside)).some(row => row.includes('17')), true);
      const text = await page.getByText('A comment is put in front').boundingBox();
      const box = await element.boundingBox();
      assert.ok(Math.abs(box.x - text.x) < 2 && Math.abs(box.width - text.width) < 2, `${JSON.stringify(box)} beside ${JSON.stringify(text)}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);

      const plain = page.locator('iframe[title="Splitpoint: Comments"]');
      await plain.scrollIntoViewIfNeeded();
      const framed = page.frameLocator('iframe[title="Splitpoint: Comments"]');
      await until(async () => (await rows(framed)).some(row => row.includes('18')), true);

      assert.equal(await scheme(inside), 'light');
      if (!flip) return;
      const light = await background(page);
      await flip(page, 'dark');
      await until(() => scheme(inside), 'dark');
      await until(async () => await background(page) !== light, true);
      await flip(page, 'light');
      await until(() => scheme(inside), 'light');
      await until(() => background(page), light);
    });

  // Asciidoctor's own style is light, whatever the system's theme is.
  const expected = { asciidoctor: 'light', plain: 'light' }[name] ?? 'dark';
  play(`host: a page by ${name} that opens where the system is dark has an element that is ${expected}`,
    { opens: false, host, theme: 'dark', expects: complaints[name] }, async ({ page, host }) => {
      await page.goto(host.origin + '/');
      const inside = page.frameLocator('split-point iframe');
      await page.locator('split-point[data-open]').waitFor();
      await until(() => scheme(inside), expected);
    });
}

play('host: keys in an element do not turn the pages of mdBook, and keys outside still do',
  { opens: false, host: await site('mdbook'), expects: complaints.mdbook }, async ({ page, host }) => {
    await page.goto(host.origin + '/index.html');
    const inside = page.frameLocator('split-point iframe');
    await page.locator('split-point[data-open]').waitFor();
    const before = await inside.locator('.dock__count').innerText();
    await inside.getByRole('button', { name: 'Step back' }).click();
    await until(async () => await inside.locator('.dock__count').innerText() !== before, true);
    await page.keyboard.press('ArrowRight');
    await until(() => inside.locator('.dock__count').innerText(), before);
    assert.equal(new URL(page.url()).pathname, '/index.html');
    await page.locator('h1').first().click();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL('**/next.html');
  });
