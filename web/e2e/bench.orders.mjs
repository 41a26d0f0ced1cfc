// Measures searches of every order in a worker of Chromium, with the package as it ships. `cargo xtask bench` runs it.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { close, launch } from './browser.mjs';
import { install } from './package.mjs';
import { serve } from './server.mjs';

const worker = `
  import { open } from './node_modules/splitpoint/index.js';
  onmessage = async ({ data: [clients, steps, into] }) => {
    const session = await open({ start: 'comments' });
    for (const [number, client] of [...'ABCD'.slice(0, clients)].entries()) {
      for (let step = 0; step < steps; step += 1) {
        const value = into === 'one row, other lengths' ? client.repeat(1 + number * steps + step) : client + step;
        const row = into === 'rows of their own' ? 100 * (number + 1) + step : 18;
        await session.queue({ put: { table: 'comments', row, cells: [{ column: 'c:text', value }] } }, { client });
      }
    }
    await session.orders({ most: 1 });
    const begin = performance.now();
    let slices = 0;
    const { states, outcomes } = await session.orders({ onProgress: () => { slices += 1; } });
    const orders = outcomes.reduce((sum, outcome) => sum + outcome.orders, 0n);
    postMessage([performance.now() - begin, states, orders, outcomes.length, slices]);
  };`;

const place = await install();
await writeFile(join(place.folder, 'worker.js'), worker);
await writeFile(join(place.folder, 'index.html'), '<!doctype html><title>x</title>');
const site = await serve({ folder: place.folder, base: '/' });
const page = await (await launch()).newPage();
await page.goto(site.address);
const races = ['rows of their own', 'one row', 'one row, other lengths'].flatMap(into => [[2, 6, into], [3, 4, into]]);
for (const race of races) {
  const [time, states, orders, ends, slices] = await page.evaluate(race => new Promise((done, fail) => {
    const worker = new Worker('/worker.js', { type: 'module' });
    worker.onerror = event => fail(new Error(event.message));
    worker.onmessage = ({ data }) => done(data.map(String));
    worker.postMessage(race);
  }), race);
  console.log(`${race[0]} clients of ${race[1]} puts into ${race[2]}: ${Math.round(time)} ms, ${states} states, ${orders} orders, ${ends} ends, told ${slices} times`);
}
await close();
await site.close();
await place.remove();
