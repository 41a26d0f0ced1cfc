// Several pages in one document: each follows the attributes of its host's element, and does not affect the others.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { play } from './stage.mjs';

/** Opens a second page below the first, in an element with these attributes, and with `others` before it is there. */
const mount = (page, attributes, others) => page.evaluate(async ([attributes, others]) => {
  const module = await import(document.head.querySelector('link[rel="modulepreload"]').href);
  const host = document.createElement('div');
  host.id = 'second';
  for (const [name, value] of Object.entries(attributes)) host.setAttribute(`data-${name}`, value);
  host.style.cssText = 'height: 480px; width: 720px';
  document.body.append(host);
  globalThis.second = module.mount(host);
  if (others) {
    Object.assign(host.dataset, others);
    globalThis.second.update();
  }
}, [attributes, others]);

const scheme = (page, selector) => page.evaluate(at => getComputedStyle(document.querySelector(at)).colorScheme, selector);

play('mount: an excerpt has the sentence, the picture and time, in the theme of its host', {}, async ({ page }) => {
  await mount(page, { view: 'mini', theme: 'dark', keep: 'no', alone: 'no' });
  const second = page.locator('#second');
  await second.locator('.line').first().waitFor();
  assert.equal(await second.locator('.header, .page__do, .page__console, .page__inspector').count(), 0);
  assert.equal(await scheme(page, '#second .page'), 'dark');
  assert.notEqual(await scheme(page, '#app .page'), 'dark');
  const map = await second.locator('.page__map').boundingBox();
  assert.ok(map.height > 300, `${map.height} pixels of 480 for the picture`);
  assert.equal(await second.getByRole('button', { name: /^Next/ }).count(), 0, 'there is nothing to go on to');

  const show = controls => page.evaluate(controls => {
    const host = document.getElementById('second');
    host.dataset.view = 'race';
    host.dataset.theme = 'light';
    host.dataset.controls = controls;
    globalThis.second.update();
  }, controls);
  await show('full');
  await second.getByRole('button', { name: /^Next/ }).waitFor();
  await show('no');
  await second.getByRole('list', { name: 'Clients' }).waitFor();
  assert.equal(await scheme(page, '#second .page'), 'light');
  assert.equal(await second.getByRole('button', { name: /^Next/ }).count(), 0);
});

play('mount: what its host asks for before it is there is opened, too', {}, async ({ page }) => {
  const others = { link: 'start=pets', view: 'heat', theme: 'light' };
  await mount(page, { link: 'start=comments', keep: 'no', alone: 'no', view: 'mini', theme: 'dark' }, others);
  const second = page.locator('#second');
  await second.locator('.page__origin').getByText('Table inside a row').waitFor();
  await second.locator('[class^=heat]').first().waitFor();
  assert.equal(await scheme(page, '#second .page'), 'light');
});

play('mount: keys, choices and storage are each page’s own', {}, async ({ page }) => {
  await mount(page, { keep: 'no', alone: 'no' });
  const second = page.locator('#second');
  const steps = async where => Number((await where.locator('.dock__count b').textContent()).replace(/\D/g, ''));
  await second.locator('.line').first().waitFor();
  // Each has its own choices, although they have the same names.
  for (const one of [page.locator('#app'), second]) {
    assert.ok(await one.getByRole('group', { name: 'Time' }).getByRole('radio', { name: 'RPC' }).isChecked());
  }

  await second.getByRole('button', { name: 'Run', exact: true }).first().click();
  await until(() => steps(second), 1);
  assert.equal(await steps(page.locator('#app')), 0);
  await page.waitForTimeout(600); // longer than the delay of keeping
  assert.equal(await page.evaluate(() => localStorage.getItem('splitpoint./docs/try/v1/session')), null);

  // Nothing has the focus: the page that has the document for itself gets the key, the other does not.
  await page.locator('#app').getByRole('button', { name: 'Run', exact: true }).first().click();
  await until(() => steps(page.locator('#app')), 1);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('ArrowLeft');
  await until(() => steps(page.locator('#app')), 0);
  assert.equal(await steps(second), 1);
  await second.getByRole('button', { name: 'Step back' }).focus();
  await page.keyboard.press(',');
  await until(() => steps(second), 0);
});

play('mount: a page that is taken away leaves nothing behind', {}, async ({ person, page }) => {
  await mount(page, { view: 'mini', keep: 'no', alone: 'yes' });
  await page.locator('#second .line').first().waitFor();
  await page.evaluate(() => globalThis.second.destroy());
  assert.equal(await page.locator('#second').innerHTML(), '');
  await person.run();
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('ArrowLeft');
  await until(() => person.position(), '0 of 1');
});

play('mount: a panic in one is told in all of them, since one program serves them',
  { expects: [/thrown: RuntimeError: unreachable/, /broken by a test/], allows: [/panicked at/] }, async ({ person, page }) => {
    await mount(page, { view: 'mini', theme: 'dark', keep: 'no', alone: 'no' });
    await page.locator('#second .line').first().waitFor();
    await page.evaluate(() => { Node.prototype.insertBefore = () => { throw new Error('broken by a test'); }; });
    await person.run();
    await page.locator('#app').getByRole('alert').waitFor();
    await page.locator('#second').getByRole('alert').waitFor();
    assert.equal(await scheme(page, '#second .failure'), 'dark');
  });
