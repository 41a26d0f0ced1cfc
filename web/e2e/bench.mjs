// Opens the page of the workloads in Chromium and prints its report.

import { close, launch } from './browser.mjs';
import { serve } from './server.mjs';

const site = await serve({ folder: process.argv[2] });
const page = await (await launch()).newPage();
page.on('pageerror', error => { throw error; });
// The workloads block the page until they are done.
await page.goto(site.address, { waitUntil: 'commit', timeout: 600_000 });
await page.waitForFunction(() => performance.getEntriesByName('bench:done').length > 0, null, { timeout: 600_000 });
console.log(`WebAssembly in Chromium ${page.context().browser().version()}\n\n${await page.evaluate(() => document.body.textContent)}`);
await close();
await site.close();
