// The first view: what is shown before the program runs is what the program then draws, in the same places.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangements, firstView, keep, kept } from './first.mjs';
import { until } from './person.mjs';
import { play, sizes, started } from './stage.mjs';

for (const name of arrangements) {
  test(`first: ${name} is as the program draws it`, { timeout: 120_000 }, async () => {
    const drawn = await firstView(name);
    if (process.env.UPDATE_GOLDENFILES) await keep(name, drawn);
    assert.equal(drawn, await kept(name), 'run this again with UPDATE_GOLDENFILES=1, read the difference, and build anew');
  });
}

/** The module is delayed, so that there is time to look at the first view. */
const late = { opens: false, server: { answer: name => name.endsWith('.wasm') ? { delay: 1500 } : {} } };

async function see(page, address) {
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('#app > .page[inert]').waitFor();
}

/** Every element of the page with its place and size, in order: `span.line__row 146 112 56x26`. */
const places = page => page.evaluate(() => [...document.querySelectorAll('#app > .page *')]
  .filter(element => !element.closest('svg *'))
  .map(element => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const names = [...element.classList].sort().join('.');
    return `${element.localName}.${names} ${[left, top].map(Math.round).join(' ')} ${[width, height].map(Math.round).join('x')}`;
  }));

const windows = {
  ...sizes,
  'narrow medium': { viewport: { width: 800, height: 700 } },
  'tablet': { viewport: { width: 820, height: 1180 }, isMobile: true, hasTouch: true },
  'low phone': { viewport: { width: 360, height: 560 }, isMobile: true, hasTouch: true },
  'narrow window': { viewport: { width: 500, height: 700 } },
};

for (const [name, context] of Object.entries(windows)) {
  play(`first: nothing moves when the program takes over: ${name}`, { ...late, context }, async ({ page, site }) => {
    await page.addInitScript(() => {
      globalThis.shifts = [];
      new PerformanceObserver(list => {
        for (const { value, sources } of list.getEntries()) {
          globalThis.shifts.push({ value, sources: sources.map(source => source.node?.className ?? source.node?.nodeName) });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await see(page, site.address);
    const before = await places(page);
    await started(page);
    await page.waitForTimeout(300);
    const after = await places(page);
    assert.ok(before.length > 100, `only ${before.length} elements`);
    const moved = before.flatMap((place, index) => place === after[index] ? [] : [`${place} → ${after[index]}`]);
    assert.deepEqual(moved, []);
    assert.equal(after.length, before.length);
    const shifts = await page.evaluate(() => globalThis.shifts);
    const sum = shifts.reduce((sum, { value }) => sum + value, 0);
    assert.ok(sum <= 0.02, `shifted by ${sum}: ${JSON.stringify(shifts)}`);
  });
}

play('first: it turns with the window', { ...late, size: 'wide' }, async ({ page, site }) => {
  await see(page, site.address);
  for (const [name, { viewport }] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await page.locator(`#app > .page--${name}[inert]`).waitFor();
  }
  await started(page);
  assert.equal(await page.locator('#app > .page--phone').count(), 1);
});

play('first: nothing in it can be pressed or reached, and it says that it is busy', late, async ({ page, site, person }) => {
  await see(page, site.address);
  assert.equal(await page.locator('#app > .page').getAttribute('aria-busy'), 'true');
  const box = await page.locator('.page[inert]').getByText('Run', { exact: true }).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.localName), 'body');
  await page.getByText(/^Loading/).waitFor();
  await started(page);
  assert.equal(await page.locator('[aria-busy]').count(), 0);
  assert.equal(await person.position(), '0 of 0');
});

/** A text that only the first example has. */
const cell = page => page.locator('.page[inert]').getByText('cheap-pills.example');

const remember = (page, name, text) => page.addInitScript(([name, text]) => localStorage.setItem(`splitpoint.${name}`, text), [name, text]);

play('first: who comes back to other work sees none of the first example', late, async ({ page, site }) => {
  await remember(page, 'session', '{"from another time"');
  await see(page, site.address);
  assert.equal(await cell(page).isVisible(), false);
  assert.equal(await page.locator('.page[inert] .page__header').isVisible(), true);
  await started(page);
});

play('first: a link shows none of the first example before what it leads to', late, async ({ page, site }) => {
  await see(page, `${site.address}#start=empty`);
  assert.equal(await cell(page).isVisible(), false);
  await started(page);
});

play('first: a link to an excerpt shows neither the frame of the whole page nor its words', late, async ({ page, site }) => {
  await see(page, `${site.address}#start=empty&view=mini&theme=dark`);
  assert.equal(await page.locator('.page[inert] > *').count(), 0);
  assert.equal(await page.getByText('Everything runs in this tab').evaluate(words => words.getBoundingClientRect().width), 1);
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'dark');
  await started(page);
  await page.locator('#app > .page--mini').waitFor();
});

play('first: who begins afresh sees the first example at once', late, async ({ page, site }) => {
  await remember(page, 'session', '{"from another time"');
  await see(page, `${site.address}?fresh`);
  assert.equal(await cell(page).isVisible(), true);
  await started(page);
});

play('first: it has the theme that was chosen', { ...late, theme: 'light' }, async ({ page, site }) => {
  await remember(page, 'theme', 'dark');
  await see(page, site.address);
  const schemes = () => page.evaluate(() => [document.documentElement, document.querySelector('.page')].map(element => getComputedStyle(element).colorScheme));
  assert.deepEqual(await schemes(), ['dark', 'dark']);
  await started(page);
  await until(schemes, ['dark', 'dark']);
});
