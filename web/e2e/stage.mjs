// The setup of browser tests: one Chromium for each file, a new context for each test. A test always fails if the page
// logs an error or a warning, throws, violates the policy, or sends a request to another origin.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { close, launch } from './browser.mjs';
import { Person } from './person.mjs';
import { serve, serveHost } from './server.mjs';

export { close, launch };

export const shots = fileURLToPath(new URL('../../shots', import.meta.url));

export const sizes = {
  wide: { viewport: { width: 1440, height: 860 } },
  medium: { viewport: { width: 900, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

export const themes = ['light', 'dark'];

// The contexts that somebody has entered and not left.
const entered = new Set();

/**
 * A fresh context with a page, not yet at any address, and the list of what went wrong on it.
 * `context` is handed to Playwright; `server` to `serve`. `host` makes the pages of somebody else, by their path, from the
 * address of the playground; they are served from another origin, which may be asked, too.
 */
export async function enter({ size = 'wide', theme = 'light', context: more = {}, server = {}, host: pages } = {}) {
  const site = await serve(server);
  const host = pages && await serveHost(pages(site.address));
  const context = await (await launch()).newContext({ ...sizes[size], colorScheme: theme, ...more });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const problems = [];
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) problems.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', error => problems.push(`thrown: ${error.stack ?? error}`));
  context.on('request', request => {
    const known = [site, host].some(one => one && request.url().startsWith(one.origin));
    if (!/^(data|blob):/.test(request.url()) && !known) {
      problems.push(`asked elsewhere: ${request.url()}`);
    }
  });
  const leave = async () => {
    entered.delete(leave);
    await context.close();
    await site.close();
    await host?.close();
    return [...problems, ...site.reports.map(report => `policy: ${report}`)];
  };
  entered.add(leave);
  return { page, site, host, problems, leave };
}

/** A page of documentation of another origin, with this content and the script of the element. */
export const article = (address, body, { head = '', html = '' } = {}) => `<!doctype html><html lang="en" ${html}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Documentation</title><link rel="icon" href="data:,">
<script type="module" src="${address}splitpoint.js"></script>${head}</head>
<body><h1>Documentation</h1><p>Somebody wrote this.</p>${body}<p id="after">And this <a href="#after">below it</a>.</p></body></html>`;

/** Opens the page and waits until it has started. `inside` follows the address: a query, a fragment. */
export async function open(page, site, inside = '') {
  await page.goto(site.address + inside);
  await started(page);
}

/** boot.js sets this mark when the program runs; where a session is kept, the page is drawn a moment later. */
export async function started(page) {
  await page.waitForFunction(() => performance.getEntriesByName('splitpoint:started').length > 0 &&
    (document.querySelector('#app > .page:not([inert])') || document.querySelector('.failure')));
}

/**
 * A browser test. `options` are those of `enter`, and: `expects`, patterns of problems the test provokes on purpose
 * (each must happen); `allows`, patterns of others that may; `opens: false`, when the test goes to the page by itself;
 * `timeout` in milliseconds.
 */
export function play(name, options, act) {
  const { expects = [], allows = [], opens = true, inside, timeout = 120_000 } = options;
  test(name, { timeout }, async () => {
    const { page, site, host, leave } = await enter(options);
    let failure;
    try {
      if (opens) await open(page, site, inside);
      await act({ page, site, host, person: new Person(page) });
    } catch (error) {
      failure = error;
      await mkdir(shots, { recursive: true });
      const path = join(shots, `failed-${name.replace(/\W+/g, '-')}.png`);
      await page.screenshot({ path }).then(() => console.log(`see ${path}`), () => {});
    }
    const problems = await leave();
    // What a failed test did not leave would keep the file from ending: its server waits for requests.
    for (const other of entered) await other();
    if (over) await close();
    const surprises = problems.filter(problem => ![...expects, ...allows].some(pattern => pattern.test(problem)));
    if (failure) {
      failure.message += surprises.map(problem => `\n${problem}`).join('');
      throw failure;
    }
    assert.deepEqual(surprises, [], 'the page must not complain');
    for (const pattern of expects) assert.ok(problems.some(problem => pattern.test(problem)), `expected ${pattern}`);
  });
}

// Node runs the hooks of a file as soon as every test declared so far has ended. A file that awaits something between two
// tests declares more of them after that, and a Chromium opened by one of those would keep the file from ending.
let over = false;
after(() => { over = true; return close(); });

const axe = await readFile(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** Fails with every violation of accessibility that axe finds, and where. In a frame headings are those of the page around it. */
export async function accessible(page) {
  await page.evaluate(axe); // a script element would be stopped by the policy
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run({ rules: { 'page-has-heading-one': { enabled: parent === window } } }));
  assert.deepEqual(violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(node => node.target)}`), []);
  assert.ok(passes.length > 0, 'axe looked at nothing');
}
