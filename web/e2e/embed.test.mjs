// <split-point> and frames in pages of another origin than that of the playground.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Person, until } from './person.mjs';
import { article, play, started } from './stage.mjs';

/** A test in the page `/` of a host, with its first element. */
const hosted = (name, body, options, act) => play(`embed: ${name}`,
  { opens: false, host: address => ({ '/': article(address, body, options.article), ...options.pages?.(address) }), ...options },
  async ({ page, site, host }) => {
    const asked = [];
    page.context().on('request', request => asked.push(request.url()));
    await page.addInitScript(() => {
      globalThis.heard = [];
      for (const name of ['ready', 'step', 'operation', 'goal', 'promise', 'resize', 'error']) {
        addEventListener(name, event => event.target.localName === 'split-point' && heard.push([name, event.detail]), true);
      }
    });
    await page.goto(host.origin + '/');
    await act({ page, site, host, asked, element: page.locator('split-point').first(), frame: page.frameLocator('split-point iframe').first() });
  });

const heard = (page, name) => page.evaluate(name => heard.filter(([event]) => event === name).map(([, detail]) => detail), name);
const ready = (page, count = 1) => until(async () => (await heard(page, 'ready')).length >= count, true);
const rows = frame => frame.locator('.line__row').allInnerTexts();
const count = async frame => Number((await frame.locator('.dock__count b').textContent()).replace(/\D/g, ''));
const ask = (page, name, value) => page.evaluate(([name, value]) => document.querySelector('split-point')[name](value), [name, value]);

const comments = '<split-point start="comments" view="mini"><a href="#fallback">Comments of a blog</a></split-point>';
const lines = "create 't', 'f'\nput 't', 'a', 'f:q', 'one'\nput 't', 'b', 'f:q', 'two'\n";
/** The number of its operations. Three of them are those of the client and the servers for the table. */
const done = 5;

const slow = { answer: name => name.endsWith('.wasm') ? { delay: 400 } : {} };
hosted('what stands inside is shown until the first picture is there', comments, { server: slow }, async ({ page, element, frame }) => {
  await element.locator('iframe').waitFor({ state: 'attached' });
  await element.getByRole('link', { name: 'Comments of a blog' }).click();
  await ready(page);
  await until(async () => (await rows(frame)).some(row => row.includes('18')), true);
  assert.equal(await element.getByRole('link').isVisible(), false);
  assert.equal(await page.evaluate(() => document.querySelector('split-point').getAttribute('data-open')), '');
  const [told] = await heard(page, 'ready');
  assert.deepEqual({ ...told, next: undefined }, { title: 'Comments', step: 0, steps: 0, grain: 'rpc', sentence: '', playing: false, next: undefined });
});

const slower = { answer: name => name.endsWith('.wasm') ? { delay: 1500 } : {} };
hosted('that it loads is told where that takes long', comments, { server: slower }, async ({ page, element }) => {
  await element.getByText('Loading …').waitFor();
  assert.ok(await element.getByRole('link', { name: 'Comments of a blog' }).isVisible());
  await ready(page);
  assert.equal(await element.getByText('Loading …').count(), 0);
});

for (const width of [320, 356, 390]) {
  hosted(`Next, the slider and the step are whole, ${width} pixels wide`,
    `<style>body { margin: 0 }</style><split-point script="${lines.replaceAll('"', '&quot;')}" step="2" view="mini" height="418"></split-point>`,
    { context: { viewport: { width, height: 800 } } }, async ({ page, element, frame }) => {
      await ready(page);
      const around = await element.boundingBox();
      const [next, track, step] = await Promise.all(['.dock__next', '.track', '.dock__count'].map(name => frame.locator(name).boundingBox()));
      assert.ok(next.width >= 90 && track.width >= 70, `${next.width} and ${track.width} px`);
      for (const box of [next, track, step]) assert.ok(box.x >= around.x && box.x + box.width <= around.x + around.width, JSON.stringify(box));
      assert.ok(next.x + next.width <= track.x + 8 && track.x + track.width <= step.x + 8, 'beside each other');
    });
}

hosted('controls of time come with the first step', '<split-point start="comments"></split-point>', {}, async ({ page, frame }) => {
  await ready(page);
  assert.equal(await frame.locator('.dock').count(), 0, 'all of them would be disabled');
  await ask(page, 'run', "put 'comments', 'a', 'c:text', 'new'");
  await frame.locator('.dock__next').waitFor();
  await ask(page, 'seek', 0);
  await until(() => count(frame), 0);
});

hosted('a script stands in the element', `<split-point view="mini" grain="operation"><script type="text/hbase-shell">${lines}</script></split-point>`, {}, async ({ page, frame }) => {
  await ready(page);
  await until(() => frame.locator('.line__value').allInnerTexts(), /one/);
  assert.equal(await count(frame), done);
});

hosted('a script is the code before the element', `<pre><code>${lines}</code></pre><p><split-point from="prev" step="2"></split-point></p>`, {}, async ({ page, frame }) => {
  await ready(page);
  await until(() => count(frame), 2);
});

/** A terminal session with prompts of the present and of an older shell, a statement over two lines, and output. */
const session = `hbase:001:0> create 't', 'f'
Created table t
Took 0.6480 seconds
=&gt; Hbase::Table - t
hbase:002:0&gt; put 't', 'a',
hbase:003:0* 'f:q', 'one'
Took 0.0110 seconds

hbase(main):004:0> put 't', 'b', 'f:q', 'two
hbase(main):005:0' lines'
hbase> scan 't'
ROW   COLUMN+CELL
 a    column=f:q, timestamp=1, value=one
hbase:006:0>
`;
const prompts = `<pre><code>put 't', 'far', 'f:q', 'not this one'</code></pre><div><pre>${session}</pre></div><script type="text/plain">no code</script><p><split-point from="prev" grain="operation"></split-point></p>`;
hosted('prompts are left out of the code before the element, and what was printed below them', prompts, {}, async ({ page }) => {
  await ready(page);
  const { cells, answer } = await ask(page, 'state');
  assert.deepEqual(cells.map(({ row, value }) => [row, value]), [['a', 'one'], ['b', 'two\\x0Alines']]);
  assert.equal(answer.rows, 2);
});

hosted('only the code directly before the element is read', `<pre><code>${lines}</code></pre><p>Between.</p><split-point from="prev"></split-point>`, {}, async ({ page, element }) => {
  await element.getByText('no code block stands directly before it').waitFor();
  assert.equal((await heard(page, 'error')).length, 1);
});

for (const [attributes, view] of [['', 'mini'], ['view="zzz"', 'mini'], ['view="toString"', 'mini'], ['view=""', 'mini'], ['lesson="salt" view="zzz"', 'story'], ['view="race"', 'race']]) {
  hosted(`which view is shown: ${attributes || 'none is said'}`, `<split-point start="comments" ${attributes}></split-point>`, {}, async ({ page, element }) => {
    await ready(page);
    const { src } = await element.locator('iframe').evaluate(frame => ({ src: frame.src }));
    assert.deepEqual(new URLSearchParams(new URL(src).hash.slice(1)).getAll('view'), [view]);
  });
}

/** Attributes, from the one that counts least, each with what the frame is told where it is the last. */
const sources = [
  ['start="comments"', 'start=comments'],
  ['lesson="salt"', 'lesson=salt'],
  ['script="list"', 'script=list&start=comments'],
  ['link="#start=empty&amp;step=0"', 'start=empty&step=0'],
  ['src="lines.rb"', 'start=comments&source=host'],
];
for (const [index, [, told]] of sources.entries()) {
  const attributes = sources.slice(0, index + 1).map(([attribute]) => attribute).join(' ');
  hosted(`what counts of ${attributes}`, `<split-point ${attributes} view="mini"></split-point>`,
    { pages: () => ({ '/lines.rb': { body: lines, type: 'text/plain' } }) }, async ({ page, element }) => {
      await ready(page);
      const { src } = await element.locator('iframe').evaluate(frame => ({ src: frame.src }));
      const isSource = part => /^(start|lesson|script|link|step|source)=/.test(part);
      assert.equal(new URL(src).hash.slice(1).split('&').filter(isSource).join('&'), told);
    });
}

hosted('a height that is no length of pixels is as none', '<split-point start="comments" loading="click"></split-point>',
  { context: { viewport: { width: 800, height: 300 } } }, async ({ page, element }) => {
    const height = said => element.evaluate((element, said) => { element.setAttribute('height', said); return element.offsetHeight; }, said);
    for (const said of ['-50', '0', 'tall', '', '50%', '20em', '-0.5px', 'auto']) assert.equal(await height(said), 420, said);
    for (const said of ['333', '333px', ' 333 ']) assert.equal(await height(said), 333, said);
    await height('-50');
    await ask(page, 'state');
    const [{ height: needs }] = await heard(page, 'resize');
    await until(async () => (await element.boundingBox()).height, needs + 2);
  });

hosted('a file of the host is fetched by the host', '<split-point src="lines.rb" grain="operation"></split-point>',
  { pages: () => ({ '/lines.rb': { body: lines, type: 'text/plain' } }) }, async ({ page, frame }) => {
    await ready(page);
    await until(() => count(frame), done);
  });

hosted('a file that fails late leaves alone what was opened after it', '<split-point src="late.rb" grain="operation" loading="click"></split-point>',
  { pages: () => ({ '/lines.rb': { body: lines, type: 'text/plain' } }) }, async ({ page, element, frame }) => {
    const failure = page.evaluate(() => new Promise(asked => {
      const plain = fetch;
      globalThis.fetch = address => String(address).endsWith('late.rb') ? new Promise((_, fail) => { globalThis.fail = fail; asked(); }) : plain(address);
    }));
    await element.getByRole('button', { name: 'Open Splitpoint' }).click();
    await failure;
    await element.evaluate(element => element.setAttribute('src', 'lines.rb'));
    await ready(page);
    await page.evaluate(() => { fail(new Error('too late')); return new Promise(done => setTimeout(done)); });
    assert.deepEqual(await heard(page, 'error'), []);
    await until(() => count(frame), done);
  });

hosted('what must hold is told when it turns', `<split-point start="comments" script="put 'comments', '17', 'c:text', 'new'" step="0" grain="operation"></split-point>`, {}, async ({ page }) => {
  await ready(page);
  const told = async () => (await heard(page, 'promise')).map(({ promise, state, step }) => [promise, state, step]);
  await ask(page, 'promise', 'rows 3');
  await until(async () => (await told()).at(-1)?.slice(0, 2), ['comments: rows 3', 'holds']);
  await ask(page, 'seek', 'end');
  await until(async () => (await told()).at(-1), ['comments: rows 3', 'broken', 1]);
  const refused = await page.evaluate(() => document.querySelector('split-point').promise('rows many').catch(error => error.message));
  assert.match(refused, /whole number/);
});

hosted('a script stands in an attribute', `<split-point start="comments" script="put 'comments', '17', 'c:text', 'new'" step="end" grain="operation"></split-point>`, {}, async ({ page }) => {
  await ready(page);
  const state = await ask(page, 'state');
  assert.deepEqual([state.step, state.steps, state.table, state.cells.some(cell => cell.value === 'new')], [1, 1, 'comments', true]);
});

const isOfPage = address => /\.(wasm|css|html)$|\/v1\/(#|$)/.test(address.replace(/^[^#]*\/v1\/#.*/, '/v1/#'));
hosted('nothing is fetched before a click', '<split-point start="comments" loading="click"></split-point>', {}, async ({ page, asked, element, frame }) => {
  const button = element.getByRole('button', { name: 'Open Splitpoint' });
  await button.waitFor();
  await page.evaluate(() => new Promise(requestIdleCallback));
  assert.deepEqual(asked.filter(isOfPage), []);
  await button.click();
  await ready(page);
  await frame.locator('.line').first().waitFor();
});

hosted('nothing is fetched before it is in sight', `<div class="tall"></div>${comments}`, { article: { head: '<script src="tall.js"></script>' }, pages: () => ({ '/tall.js': { body: "addEventListener('DOMContentLoaded', () => document.querySelector('.tall').style.height = '3000px')", type: 'text/javascript' } }) },
  async ({ page, asked, element }) => {
    await element.waitFor();
    await page.evaluate(() => new Promise(done => requestIdleCallback(done)));
    assert.deepEqual(asked.filter(isOfPage), []);
    await element.scrollIntoViewIfNeeded();
    await ready(page);
  });

/** The theme attributes of documentation generators: where, which attribute, dark, light. */
const switches = {
  'data-theme (Docusaurus, Sphinx)': ['html', 'data-theme', 'dark', 'light'],
  'data-bs-theme (Bootstrap)': ['html', 'data-bs-theme', 'dark', 'light'],
  'data-md-color-scheme (MkDocs Material)': ['body', 'data-md-color-scheme', 'slate', 'default'],
  'class dark (VitePress, Tailwind)': ['html', 'class', 'dark', ''],
  'class dark-theme (Antora)': ['html', 'class', 'dark-theme', ''],
  'mdBook': ['html', 'class', 'navy', 'rust'],
  'color-scheme alone': ['html', 'style', 'color-scheme: dark', 'color-scheme: light'],
};
hosted('the theme follows the switch of every generator', comments, {}, async ({ page, frame }) => {
  await ready(page);
  const shown = () => frame.locator('.page').evaluate(page => getComputedStyle(page).colorScheme);
  for (const [name, [where, attribute, dark, light]] of Object.entries(switches)) {
    const flip = value => page.evaluate(([where, attribute, value]) => document.querySelector(where).setAttribute(attribute, value), [where, attribute, value]);
    await flip(dark);
    await until(async () => `${name}: ${await shown()}`, `${name}: dark`);
    await flip(light);
    await until(async () => `${name}: ${await shown()}`, `${name}: light`);
    await page.evaluate(([where, attribute]) => document.querySelector(where).removeAttribute(attribute), [where, attribute]);
  }
  await ask(page, 'theme', 'dark');
  await until(shown, 'dark');
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  await page.evaluate(() => new Promise(requestAnimationFrame));
  assert.equal(await shown(), 'dark', 'what is said goes before what the page does');
});

hosted('the theme follows a switch within 100 ms', comments, { article: { html: 'data-theme="light"' } }, async ({ page, frame }) => {
  await ready(page);
  // Both documents use the same clock. Each notes by itself when something happened.
  await frame.locator('.page').evaluate(page => {
    globalThis.turned = [];
    let last = getComputedStyle(page).colorScheme;
    new MutationObserver(() => {
      const now = getComputedStyle(page).colorScheme;
      if (now !== last) turned.push({ to: last = now, at: performance.timeOrigin + performance.now() });
    }).observe(document, { attributes: true, subtree: true });
  });
  const waits = [];
  for (const theme of ['dark', 'light', 'dark', 'light', 'dark', 'light']) {
    const flipped = await page.evaluate(theme => {
      document.documentElement.dataset.theme = theme;
      return performance.timeOrigin + performance.now();
    }, theme);
    const turns = () => frame.locator('body').evaluate(() => turned);
    await until(async () => (await turns()).length, waits.length + 1);
    const { to, at } = (await turns()).at(-1);
    assert.equal(to, theme);
    waits.push(at - flipped);
  }
  // The shortest wait counts, since the others may have waited for a busy machine.
  assert.ok(Math.min(...waits) <= 100, `${waits.map(Math.round)} ms`);
});

hosted('the theme of the system is taken where the page takes it', comments, { theme: 'dark', article: { head: '<meta name="color-scheme" content="light dark">' } }, async ({ page, frame }) => {
  await ready(page);
  assert.equal(await frame.locator('.page').evaluate(page => getComputedStyle(page).colorScheme), 'dark');
});

hosted('the theme of the system is not taken by a page that is light', comments, { theme: 'dark' }, async ({ page, frame }) => {
  await ready(page);
  assert.equal(await frame.locator('.page').evaluate(page => getComputedStyle(page).colorScheme), 'light');
});

for (const width of [320, 640, 1200]) {
  hosted(`nothing of the host is moved, and no document scrolls inside: ${width}`, '<split-point start="comments" view="mini" style="display: block; min-height: 420px"></split-point><split-point start="comments" view="race" height="500"></split-point>',
    { context: { viewport: { width, height: 1100 } } }, async ({ page, element, frame }) => {
      await page.evaluate(() => {
        globalThis.moved = 0;
        new PerformanceObserver(list => { for (const entry of list.getEntries()) moved += entry.value; }).observe({ type: 'layout-shift', buffered: true });
      });
      await ready(page, 2);
      assert.equal((await element.boundingBox()).height, 420, 'what is in sight below it stays');
      for (const inside of [frame, page.frameLocator('split-point iframe').nth(1)]) {
        const { scroll, seen } = await inside.locator('html').evaluate(root => ({ scroll: [root.scrollWidth, root.scrollHeight], seen: [root.clientWidth, root.clientHeight] }));
        assert.ok(scroll[0] <= seen[0] && scroll[1] <= seen[1], `${scroll} in ${seen}`);
      }
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
      assert.ok(await page.evaluate(() => moved) <= 0.02, `moved by ${await page.evaluate(() => moved)}`);
    });
}

hosted('the height is that of what is in it, as soon as that moves nothing in sight', `<split-point start="comments" loading="eager"></split-point>`,
  { context: { viewport: { width: 800, height: 300 } } }, async ({ page, element, frame }) => {
    await ready(page);
    const [{ height }] = await heard(page, 'resize');
    await until(async () => (await element.boundingBox()).height, height + 2);
    await until(() => frame.locator('.map').evaluate(map => map.scrollHeight <= map.clientHeight), true);
    assert.equal(await element.evaluate(element => { element.setAttribute('height', '333'); return element.offsetHeight; }), 333);
  });

const race = ["client 'A'", "create 'notes', 'n'", ...['a', 'b', 'c'].map(row => `put 'notes', '${row}', 'n:text', 'x'`), "client 'B'", "step scan 'notes', {LIMIT => 3, CACHE => 1}"].join('&#10;');
hosted('clients get as much of the height as they need, nothing stays blank, and what they can do next is in sight', `<split-point view="race" grain="operation" loading="eager" script="${race}"></split-point>`,
  { context: { viewport: { width: 720, height: 400 } } }, async ({ page, element, frame }) => {
    await ready(page);
    const next = frame.locator('.lane__next').first();
    await next.waitFor();
    const below = selector => frame.locator(selector).last().evaluate(element => element.closest('.page__pane').getBoundingClientRect().bottom - element.getBoundingClientRect().bottom);
    for (const last of ['.map .card', '.page__inspector > *']) {
      await until(async () => Math.abs(await below(last)) <= 30, true);
    }
    await element.evaluate(element => element.setAttribute('height', '400'));
    await until(() => frame.locator('.page').evaluate(page => page.offsetHeight <= 400), true);
    assert.ok(await below('.lane__next') >= 0, 'the button is in sight');
  });

hosted('a frame tells its height in the words that others use, too', '',
  { pages: address => ({ '/frame': `<!doctype html><title>Frame</title><link rel="icon" href="data:,"><iframe width="600" height="400" src="${address}#start=comments&view=mini"></iframe>` }) },
  async ({ page, host }) => {
    await page.addInitScript(() => addEventListener('message', ({ data }) => { (globalThis.messages ??= []).push(data); }));
    await page.goto(host.origin + '/frame');
    await until(() => page.evaluate(() => messages.filter(data => typeof data === 'string').map(JSON.parse).at(-1)?.context), 'iframe.resize');
    const [widely, own] = await page.evaluate(() => [messages.filter(data => typeof data === 'string').map(JSON.parse).at(-1), messages.find(({ event }) => event === 'resize')]);
    assert.ok(widely.src.endsWith('#start=comments&view=mini') && widely.height > 200, JSON.stringify(widely));
    assert.deepEqual(own, { splitpoint: 1, event: 'resize', detail: { height: widely.height } });
  });

const parts = asked => ['console', 'method'].filter(name => asked.some(path => path.includes(`/chunk/${name}-`)));

hosted('a script of commands loads no methods', `<split-point script="${lines}" step="end" grain="operation"></split-point>`, {}, async ({ page, frame, asked }) => {
  await ready(page);
  await until(async () => (await rows(frame)).some(row => row.includes('b')), true);
  assert.deepEqual(parts(asked), ['console']);
});

hosted('a script that does more loads them', `<split-point script="${lines}3.times { |n| put 't', 'c' + n.to_s, 'f:q', 'more' }" step="end" grain="operation"></split-point>`, {}, async ({ page, frame, asked }) => {
  await ready(page);
  await until(async () => (await rows(frame)).some(row => row.includes('c2')), true);
  assert.deepEqual(parts(asked), ['console', 'method']);
});

hosted('keys act only inside, and Tab leaves', `<a id="above" href="#above">above</a><split-point script="${lines}" grain="operation"></split-point>`, {}, async ({ page, frame }) => {
  await ready(page);
  await page.evaluate(() => { globalThis.keys = 0; addEventListener('keydown', () => { keys += 1; }); });
  await page.locator('#above').focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await count(frame), done);
  assert.equal(await page.evaluate(() => keys), 1);
  await frame.getByRole('button', { name: 'Step back' }).focus();
  await page.keyboard.press('ArrowLeft');
  await until(() => count(frame), done - 1);
  await page.keyboard.press('/'); // this page has no console to open
  assert.equal(await page.evaluate(() => keys), 1);
  await frame.getByRole('button', { name: 'Help and keys' }).focus();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'below it');
});

hosted('the wheel goes on in the host where nothing is left to scroll', `${comments}<div class="tall"></div>`,
  { context: { viewport: { width: 800, height: 500 } }, article: { head: '<link rel="stylesheet" href="tall.css">' }, pages: () => ({ '/tall.css': { body: '.tall { height: 3000px }', type: 'text/css' } }) }, async ({ page, element }) => {
    await ready(page);
    const box = await element.boundingBox();
    await page.mouse.move(box.x + 300, box.y + 200);
    await until(async () => { await page.mouse.wheel(0, 400); return page.evaluate(() => scrollY > 0); }, true);
  });

hosted('a sandbox without storage has all of it', '',
  { pages: address => ({ '/frame': `<!doctype html><title>Frame</title><link rel="icon" href="data:,"><iframe sandbox="allow-scripts" width="600" height="400" src="${address}#start=comments&view=mini"></iframe>` }) },
  async ({ page, host }) => {
    await page.addInitScript(() => addEventListener('message', event => { if (event.data.event === 'ready') globalThis.from = event.origin; }));
    await page.goto(host.origin + '/frame');
    await until(() => page.evaluate(() => globalThis.from), 'null');
    await page.frameLocator('iframe').locator('.line').first().waitFor();
  });

hosted('a host in a sandbox has it, too', '', { pages: address => ({ '/box': { body: article(address, comments), policy: 'sandbox allow-scripts' } }) }, async ({ page, host }) => {
  await page.goto(host.origin + '/box');
  await ready(page);
  assert.equal((await ask(page, 'state')).table, 'comments');
});

hosted('a page that is opened from a file has it, and commands from there count', '', { expects: [/^asked elsewhere: file:/] }, async ({ page, site, element, frame }) => {
  const folder = await mkdtemp(join(tmpdir(), 'splitpoint-'));
  const file = join(folder, 'page.html');
  await writeFile(file, article(site.address, '<split-point view="mini"><script type="text/hbase-shell">' + lines + '</script></split-point>'));
  await page.goto(pathToFileURL(file).href);
  await ready(page);
  await until(async () => (await rows(frame)).some(row => row.includes('b')), true);
  assert.equal((await ask(page, 'state')).table, 't');
  assert.equal(await element.getAttribute('data-open'), '');
  await rm(folder, { recursive: true });
});

hosted('a strict policy of the host needs to name the playground, and nothing else', '',
  { pages: address => ({ '/strict': { body: article(address, comments), policy: `default-src 'none'; img-src data:; style-src 'self'; script-src ${new URL(address).origin}; frame-src ${new URL(address).origin}` } }) },
  async ({ page, host }) => {
    await page.goto(host.origin + '/strict');
    await ready(page);
  });

hosted('a server that does not know the type of the module serves it all the same', comments,
  { server: { answer: name => name.endsWith('.wasm') ? { type: 'application/octet-stream' } : {} } }, async ({ page }) => ready(page));

hosted('where it cannot start, what stands inside stays, with the reason', comments,
  { expects: [/404/], server: { answer: name => /web-.*\.wasm$/.test(name) ? { status: 404 } : {} } }, async ({ page, element }) => {
    await element.getByText('could not start').waitFor();
    assert.match(await element.getByRole('status').innerText(), /answered with 404/);
    assert.ok(await element.getByRole('link', { name: 'Comments of a blog' }).isVisible());
    assert.equal((await heard(page, 'error')).length, 1);
  });

hosted('ten of them load the module once, and three are open at a time', Array.from({ length: 10 }, (_, index) => `<h2>${index}</h2><split-point start="comments" view="mini" height="400"></split-point>`).join(''),
  { server: { caching: true } }, async ({ page, site }) => {
    const elements = page.locator('split-point');
    const open = () => page.evaluate(() => [...document.querySelectorAll('split-point')].filter(element => element.shadowRoot.querySelector('iframe')).length);
    for (let index = 0; index < 10; index += 1) {
      await elements.nth(index).scrollIntoViewIfNeeded();
      await until(() => elements.nth(index).getAttribute('data-open'), '');
      assert.ok(await open() <= 3);
    }
    const modules = site.requests.filter(path => /splitpoint-web-\w+\.wasm$/.test(path));
    assert.equal(modules.length, 1, modules.join(' '));
  });

/** Remembers the memory of each program that is started in a frame. */
function remember() {
  globalThis.programs = new Set();
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const plain = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await plain.apply(WebAssembly, given);
      const { memory } = (made.instance ?? made).exports;
      if (memory) programs.add(memory);
      return made;
    };
  }
}

/** Bytes that a page uses with its frames: the memory of programs, and what scripts hold. */
async function weight(page) {
  const sums = await Promise.all(page.frames().map(frame => frame.evaluate(() => [...programs].reduce((sum, { buffer }) => sum + buffer.byteLength, 0))));
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const { metrics } = await client.send('Performance.getMetrics');
  await client.detach();
  return { programs: sums.reduce((sum, bytes) => sum + bytes), scripts: metrics.find(({ name }) => name === 'JSHeapUsedSize').value };
}

hosted('ten of them take at most 60 MB', Array.from({ length: 10 }, (_, index) => `<h2>${index}</h2><split-point start="comments" view="race" height="500"></split-point>`).join(''),
  { server: { caching: true } }, async ({ page }) => {
    await page.addInitScript(remember);
    await page.reload();
    const elements = page.locator('split-point');
    for (let index = 0; index < 10; index += 1) {
      await elements.nth(index).scrollIntoViewIfNeeded();
      await until(() => elements.nth(index).getAttribute('data-open'), '');
      // The language of the shell is loaded only for frames that stay open.
      if (index > 6) await elements.nth(index).evaluate(element => element.run("put 'comments', '17', 'c:text', 'new'"));
    }
    const { programs, scripts } = await weight(page);
    console.log(`ten elements: ${(programs / 1e6).toFixed(1)} MB of programs, ${(scripts / 1e6).toFixed(1)} MB of scripts`);
    assert.ok(programs > 1e6 && scripts > 1e6, 'something was weighed');
    assert.ok(programs + scripts <= 60e6);
  });

hosted('what is out of sight does not play, and goes on when it is seen again', `<split-point script="60.times { |n| list }" view="mini" grain="operation" step="0"></split-point><div class="tall"></div>`,
  { article: { head: '<link rel="stylesheet" href="tall.css">' }, pages: () => ({ '/tall.css': { body: '.tall { height: 3000px }', type: 'text/css' } }) }, async ({ page }) => {
    await ready(page);
    const state = () => ask(page, 'state');
    assert.equal((await ask(page, 'play')).playing, true);
    await page.evaluate(() => scrollTo(0, 3000));
    await until(async () => (await state()).playing, false);
    const { step } = await state();
    assert.ok(step < 60, 'it was not over');
    await page.evaluate(() => scrollTo(0, 0));
    await until(async () => (await state()).playing, true);
    await ask(page, 'pause');
    await page.evaluate(() => scrollTo(0, 3000));
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50))));
    await page.evaluate(() => scrollTo(0, 0));
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50))));
    assert.equal((await state()).playing, false, 'what the reader stopped stays so');
  });

hosted('a lesson plays, and its goal is heard', '<split-point lesson="upside-down" step="Your turn: both ends" height="640"></split-point>', {}, async ({ page, frame }) => {
  await ready(page);
  await frame.getByText('Your turn: both ends').first().waitFor();
  assert.equal((await ask(page, 'state')).table, 'comments');
  await ask(page, 'run', "scan 'comments', LIMIT => 1");
  await until(() => heard(page, 'goal'), [{ reached: 1, of: 2 }]);
  await ask(page, 'run', "get 'comments', key(20)");
  await until(() => heard(page, 'goal'), [{ reached: 1, of: 2 }, { reached: 2, of: 2 }]);
  assert.deepEqual(await heard(page, 'error'), []);
});

hosted('what must hold is heard when it comes to stand otherwise', comments, {}, async ({ page }) => {
  await ask(page, 'promise', 'rows 3');
  await until(async () => (await heard(page, 'promise')).at(-1)?.state, 'holds');
  await ask(page, 'run', "put 'comments', '17', 'c:text', 'new'");
  await until(async () => (await heard(page, 'promise')).at(-1)?.state, 'broken');
  const { name, promise, step } = (await heard(page, 'promise')).at(-1);
  assert.deepEqual([name, promise, step], ['there are 3 rows', 'comments: rows 3', 1]);
});

hosted('one that rested comes back where it was left', Array.from({ length: 6 }, () => `<split-point start="comments" view="race" height="700"></split-point>`).join(''), { server: { caching: true } }, async ({ page }) => {
  const elements = page.locator('split-point');
  await until(() => elements.first().getAttribute('data-open'), '');
  await ask(page, 'run', "put 'comments', '17', 'c:text', 'mine'");
  for (let index = 1; index < 6; index += 1) {
    await elements.nth(index).scrollIntoViewIfNeeded();
    await until(() => elements.nth(index).getAttribute('data-open'), '');
  }
  await until(() => elements.first().getAttribute('data-open'), null);
  await elements.first().scrollIntoViewIfNeeded();
  await until(() => elements.first().getAttribute('data-open'), '');
  assert.ok((await ask(page, 'state')).cells.some(cell => cell.value === 'mine'));
});

hosted('a host commands it and hears of it', '<split-point start="comments" view="mini" grain="rpc"></split-point>', {}, async ({ page }) => {
  assert.equal((await ask(page, 'state')).step, 0, 'what is asked early waits');
  const ran = await ask(page, 'run', "put 'comments', '17', 'c:text', 'new'\nget 'comments', '17'");
  assert.deepEqual([ran.step, ran.steps, ran.answer.rows], [2, 2, 1]);
  assert.equal((await ask(page, 'prev')).step, 1);
  assert.equal((await ask(page, 'seek', 0)).step, 0);
  assert.equal((await ask(page, 'seek', 'end')).step, 2);
  await ask(page, 'seek', 0);
  assert.equal((await ask(page, 'next')).step, 1);
  assert.match(await ask(page, 'link'), /^v2\.[\w-]+/);
  assert.equal((await ask(page, 'play')).playing, true);
  assert.equal((await ask(page, 'pause')).playing, false);
  assert.match(await page.evaluate(() => document.querySelector('split-point').seek('x').catch(String)), /seek takes/);
  assert.match(await page.evaluate(() => document.querySelector('split-point').ask('eval', '1').catch(String)), /no command/);
  const operations = await heard(page, 'operation');
  const [put, get] = operations;
  assert.deepEqual([put.client, put.failed, put.step, get.client, get.step], ['A', false, 1, 'A', 2], 'each of a script');
  assert.ok((await heard(page, 'step')).length >= 4);
});

hosted('each script is answered for itself, and what a reader is typing stays', '<split-point start="comments" view="full" console="open" height="800"></split-point>', {}, async ({ page }) => {
  const answers = await page.evaluate(async () => {
    const element = document.querySelector('split-point');
    const all = [element.run("put 'comments', '1', 'c:q', 'one'"), element.run('bad('), element.run("put 'comments', '2', 'c:q', 'two'")];
    return (await Promise.allSettled(all)).map(({ status }) => status);
  });
  assert.deepEqual(answers, ['fulfilled', 'rejected', 'fulfilled']);
  const values = (await ask(page, 'state')).cells.map(cell => cell.value);
  assert.ok(values.includes('one') && values.includes('two'), values.join());
  const frame = page.frameLocator('split-point iframe');
  await frame.locator('.page').press('/');
  const field = frame.locator('#console-field');
  await field.fill('scan ');
  await ask(page, 'run', "put 'comments', '3', 'c:q', 'three'");
  assert.equal(await field.inputValue(), 'scan ');
});

hosted('a file that is dropped on it is nobody’s', `${comments}<split-point start="comments" view="full" readonly height="700"></split-point>`, {}, async ({ page }) => {
  for (const [index, element] of (await page.locator('split-point').all()).entries()) {
    await element.scrollIntoViewIfNeeded();
    await until(() => element.getAttribute('data-open'), '');
    const frame = page.frameLocator('split-point iframe').nth(index);
    const before = await rows(frame);
    for (const name of ['pets.tsv', 'lesson.md']) {
      const data = await frame.locator('.page').evaluateHandle((page, name) => {
        const data = new DataTransfer();
        data.items.add(new File(['id\tname\n1\ttom\n'], name, { type: 'text/plain' }));
        return data;
      }, name);
      await frame.locator('.map').dispatchEvent('drop', { dataTransfer: data });
    }
    await frame.locator('.page').evaluate(() => new Promise(done => setTimeout(done, 500)));
    assert.equal(await frame.locator('dialog, .source').count(), 0);
    assert.deepEqual(await rows(frame), before);
  }
});

const foreign = address => `<!doctype html><title>Frame</title><link rel="icon" href="data:,">
<iframe id="one" width="600" height="400" src="${address}#start=comments&view=mini&host=https://elsewhere.example"></iframe>
<iframe id="two" width="600" height="400" src="${address}#start=comments&view=mini"></iframe>
<iframe id="three" src="/sibling"></iframe>`;
hosted('who is not the host is not heard', '', { expects: [/does not match the recipient window's origin/], pages: address => ({ '/frames': foreign(address), '/sibling': '<!doctype html><title>Sibling</title>' }) }, async ({ page, host }) => {
  await page.addInitScript(() => addEventListener('message', ({ data }) => { (globalThis.messages ??= []).push(data); }));
  await page.goto(host.origin + '/frames');
  for (const name of ['one', 'two']) await page.frameLocator(`#${name}`).locator('.line').first().waitFor();
  const scheme = name => page.frameLocator(`#${name}`).locator('.page').evaluate(page => getComputedStyle(page).colorScheme);
  const order = { splitpoint: 1, command: 'theme', value: 'dark', id: 7 };
  await page.evaluate(order => document.getElementById('one').contentWindow.postMessage(order, '*'), order);
  const sibling = page.frames().find(frame => frame.url().endsWith('/sibling'));
  await sibling.evaluate(order => parent.document.getElementById('two').contentWindow.postMessage({ ...order, id: 8 }, '*'), order);
  await page.evaluate(order => document.getElementById('two').contentWindow.postMessage({ ...order, command: 'state', id: 9 }, '*'), order);
  await until(() => page.evaluate(() => messages.some(({ answer }) => answer === 9)), true);
  assert.deepEqual([await scheme('one'), await scheme('two')], ['light dark', 'light dark']);
  assert.deepEqual(await page.evaluate(() => messages.filter(({ answer }) => answer).map(({ answer }) => answer)), [9]);
});

hosted('who pretends to be the frame is not heard', comments, {}, async ({ page }) => {
  await ready(page);
  await page.evaluate(() => postMessage({ splitpoint: 1, event: 'error', detail: { message: 'forged', fatal: true } }, '*'));
  await page.evaluate(() => new Promise(done => setTimeout(done)));
  assert.deepEqual(await heard(page, 'error'), []);
});

hosted('what is asked right after an attribute changed is answered by what that opens', comments, {}, async ({ page }) => {
  await ready(page);
  const asked = page.evaluate(() => {
    const element = document.querySelector('split-point');
    element.setAttribute('start', 'pets');
    return element.state();
  });
  assert.equal((await asked).table, 'clinic');
});

hosted('what is asked for is refused where its code does not come', comments,
  { expects: [/404/, /WebAssembly|CompileError/], server: { answer: name => /chunk\/console-/.test(name) ? { status: 404 } : {} } }, async ({ page }) => {
    await ready(page);
    await assert.rejects(() => ask(page, 'run', 'list'), /A part of the page could not be loaded/);
    assert.equal((await heard(page, 'error')).length, 1);
    assert.equal((await ask(page, 'next')).step, 0);
  });

hosted('what is asked for is refused where the reader does not wait for its code', comments,
  { server: { answer: name => /chunk\/console-/.test(name) ? { delay: 60_000 } : {} } }, async ({ page, frame }) => {
    await ready(page);
    const refused = assert.rejects(() => ask(page, 'run', 'list'), /The reader did not wait/);
    await frame.getByRole('button', { name: 'Do not wait' }).click();
    await refused;
    assert.deepEqual(await heard(page, 'error'), []);
  });

hosted('a crash inside stays inside', comments, { expects: [/RuntimeError: unreachable/, /broken by a test/], allows: [/panicked at/] }, async ({ page, frame }) => {
  await ready(page);
  await page.evaluate(() => { globalThis.asked = document.querySelector('split-point').run('loop { x = 1 }').catch(String); });
  // In one task: the running loop draws as well, and what it broke would no longer have a button to press.
  await frame.getByRole('button', { name: 'Help and keys' }).evaluate(button => {
    Node.prototype.insertBefore = () => { throw new Error('broken by a test'); };
    button.click();
  });
  await frame.getByRole('alert').waitFor();
  await until(async () => (await heard(page, 'error')).length, 1);
  assert.match(await page.evaluate(() => asked), /RuntimeError: unreachable/, 'what was asked before');
  await assert.rejects(() => ask(page, 'state'), /RuntimeError: unreachable/);
  assert.equal(await page.locator('h1').innerText(), 'Documentation');
});

hosted('it keeps nothing, and neither address nor history of the host change', comments, {}, async ({ page, frame, site }) => {
  await ready(page);
  const before = await page.evaluate(() => history.length);
  await ask(page, 'run', "put 'comments', '17', 'c:text', 'new'");
  await page.waitForTimeout(600); // longer than the delay of keeping
  const kept = await frame.locator('body').evaluate(async () => [Object.keys(localStorage), Object.keys(sessionStorage), document.cookie, (await indexedDB.databases()).length]);
  assert.deepEqual(kept, [[], [], '', 0]);
  assert.deepEqual([await page.evaluate(() => history.length), new URL(page.url()).hash], [before, '']);
  assert.ok(site.address);
});

hosted('the whole page takes along what was done', comments, {}, async ({ page, frame }) => {
  await ready(page);
  await ask(page, 'run', "put 'comments', '17', 'c:text', 'mine'");
  const [whole] = await Promise.all([page.context().waitForEvent('page'), frame.getByRole('button', { name: 'Open full view' }).click()]);
  await started(whole);
  const person = new Person(whole);
  await until(async () => (await person.cells()).some(cell => cell.endsWith('c:text mine')), true);
  await whole.locator('.header').waitFor();
});

hosted('forms are written in what is asked for', '<split-point start="comments" view="full" api="java0" height="700"></split-point>', {}, async ({ page, frame }) => {
  await ready(page);
  await frame.getByText('new Put(').first().waitFor();
  await frame.getByText('new HTable(').first().waitFor();
});

hosted('steps outside of the section cannot be gone to, and playing begins anew', `<split-point script="${lines}" view="race" grain="operation" from-step="1" to-step="2" loop readonly></split-point>`, {}, async ({ page, frame }) => {
  await ready(page);
  await until(() => count(frame), 1);
  assert.ok(await frame.getByRole('button', { name: 'Step back' }).isDisabled());
  await ask(page, 'next');
  assert.equal((await ask(page, 'next')).step, 2);
  assert.equal((await ask(page, 'seek', 'end')).step, 2);
  assert.equal(await frame.locator('.dock__next').isDisabled(), true);
  await ask(page, 'play');
  await until(async () => (await ask(page, 'state')).step, 1);
  await ask(page, 'pause');
  await frame.locator('body').press('b'); // a shortcut that steps a client, if that is allowed
  assert.equal((await ask(page, 'state')).steps, done);
});

/** The HTML blocks in docs/embed.md. */
const documented = [...(await readFile(new URL('../../docs/embed.md', import.meta.url), 'utf8')).matchAll(/```html\n(.*?)```/gs)].map(([, block]) => block);
documented.forEach((block, index) => hosted(`docs/embed.md, example ${index + 1}`, '',
  { pages: address => ({
    '/example': `<!doctype html><meta charset="utf-8"><title>Example</title><link rel="icon" href="data:,">${/split-point[ >]/.test(block) && !block.includes('splitpoint.js') ? `<script type="module" src="${address}splitpoint.js"></script>` : ''}${block.replaceAll('https://splitpoint.example/v1/', address)}`,
    '/race.rb': { body: lines, type: 'text/plain' },
  }) },
  async ({ page, host }) => {
    await page.addInitScript(() => addEventListener('message', ({ data }) => { if (data.event === 'ready') globalThis.isReady = true; }));
    await page.goto(host.origin + '/example');
    const button = page.getByRole('button', { name: 'Open Splitpoint' });
    if (block.includes('loading="click"')) await button.click();
    await until(() => page.evaluate(() => globalThis.isReady), true);
  }));
