// The search of every order of a long race: in a worker, stopped, and in the page itself if there can be no worker.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { open, play } from './stage.mjs';

const pane = page => page.locator('#pane-orders');
const title = page => pane(page).getByRole('heading', { level: 2, name: /orders? of/ }).textContent({ timeout: 60_000 });

const OWN = 'rows of their own';
const ONE = 'one row';
// Which of them lie below the newest, and in which order, then makes a difference to what a read passes over.
const LONG = 'one row, each longer than the one before';

/** Opens a session in which so many clients have so many puts to do each: into rows of their own, or all into one. */
async function race(page, site, { clients, puts, into }) {
  const log = clients > 2 ? ['join'] : [];
  for (const [number, client] of [...'ABC'.slice(0, clients)].entries()) {
    for (let put = 0; put < puts; put++) {
      const row = `0x${(into === OWN ? 256 * (number + 1) + put : 18).toString(16).padStart(16, '0')}`;
      const cells = [{ column: 'c:text', value: into === LONG ? client.repeat(1 + number * puts + put) : `${client}${put}` }];
      log.push({ [client]: { insert: { table: 'comments', row, cells } } });
    }
  }
  const text = JSON.stringify({ version: 1, example: 'comments', log, grain: 'rpc' });
  await page.addInitScript(text => localStorage.setItem('splitpoint.session', text), text);
  await open(page, site);
}

/** Counts workers, and measures the longest frame from now on. */
async function watch(page) {
  await page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    const frame = now => {
      window.longest = Math.max(window.longest, now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(now => { last = now; requestAnimationFrame(frame); });
  });
}

for (const into of [OWN, ONE, LONG]) {
  play(`worker: 34,650 orders of three clients that write into ${into}, with a page that is not held up`, { opens: false }, async ({ page, site, person }) => {
    await race(page, site, { clients: 3, puts: 4, into });
    await person.button('Try every order').waitFor();
    await watch(page);
    const begun = Date.now();
    await person.button('Try every order').click();
    if (into === LONG) {
      await until(() => page.workers().length, 1);
      await until(() => pane(page).locator('.orders__way').textContent(), /Searching .*so far/);
    }
    await until(() => title(page), /^34,650 orders of 3 clients/, 60_000);
    const took = Date.now() - begun;
    await until(() => page.workers().length, 0);
    const longest = await page.evaluate(() => window.longest);
    console.log(`# 3 x 4 puts into ${into}: ${took} ms, longest frame ${Math.round(longest)} ms`);
    assert.match(await pane(page).locator('.orders__foot').last().textContent(), /Tried from before the clients began; [\d,]+ states looked at/);
    await page.getByRole('button', { name: /^Open: / }).first().click();
    await until(() => person.position(), /^0 of \d+$/);
  });
}

play('worker: a search that is stopped tells what it knows, and one that is left ends', { opens: false }, async ({ page, site, person }) => {
  await race(page, site, { clients: 3, puts: 4, into: LONG });
  await person.button('Try every order').click();
  await until(() => page.workers().length, 1);
  // The worker has reported its progress.
  const states = async () => Number(/([\d,]+) states? looked at/.exec(await pane(page).locator('.orders__way').textContent())[1].replaceAll(',', ''));
  const first = await states();
  await until(async () => (await states()) > first, true, 20_000);
  await person.button('Stop', pane(page)).click();
  await until(() => title(page), /^Some orders of 3 clients/);
  await until(() => page.workers().length, 0);
  assert.match(await pane(page).locator('.orders__promises').textContent(), /not all orders were tried/);

  await pane(page).getByRole('radio', { name: 'atom' }).check();
  await until(() => page.workers().length, 1);
  await person.button('Back to the table').click();
  await until(() => page.workers().length, 0);
});

play('worker: where there can be none, the page searches by itself', { opens: false }, async ({ page, site, person }) => {
  await page.addInitScript(() => {
    window.asked = 0;
    window.Worker = class { constructor() { window.asked += 1; throw new DOMException('not here', 'SecurityError'); } };
  });
  await race(page, site, { clients: 2, puts: 6, into: LONG });
  await person.button('Try every order').click();
  await pane(page).getByRole('radio', { name: 'atom' }).check();
  await until(() => title(page), /orders of 2 clients/, 60_000);
  await pane(page).getByRole('checkbox', { name: 'servers may flush' }).check();
  await until(() => page.evaluate(() => window.asked > 0), true, 20_000);
  await until(() => pane(page).locator('.orders__way').textContent(), /looked at/);
  await person.button('Stop', pane(page)).click();
  await until(() => title(page), /orders of 2 clients/);
});
