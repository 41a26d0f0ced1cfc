// The folder that `cargo xtask site` makes, as a static host serves it: versions side by side, use without a network
// after the first visit, a version that is replaced during a session, the documentation.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { call } from './package.mjs';
import { Person, until } from './person.mjs';
import { serve } from './server.mjs';
import { accessible, play, started, themes } from './stage.mjs';

const built = fileURLToPath(new URL('../../target/e2e/site', import.meta.url));
const base = '/some/where/';

/** A host sends no policy; the pages have their own. */
const host = folder => ({ folder, base, policy: null });
const plain = { opens: false, server: host(built) };

/** A folder of a test's own that begins as the site that was built, and a test that may change what its host has. */
const scratch = await mkdtemp(join(tmpdir(), 'splitpoint-site-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
async function copy(name) {
  const folder = join(scratch, name);
  await cp(built, folder, { recursive: true });
  return folder;
}

const files = async folder => (await readdir(folder, { recursive: true, withFileTypes: true }))
  .filter(entry => entry.isFile()).map(entry => join(entry.parentPath ?? entry.path, entry.name));

/**
 * Makes another version: each hash is changed in the name of its file and in the list of chunks, and so is the title of
 * the page.
 */
async function another(folder) {
  const turn = hash => [...hash].reverse().join('');
  const turned = text => text.replace(/(?<=[\w-]+-)[0-9a-f]{10}(?=\.\w+)/g, turn)
    .replace(/"(?:[0-9a-f]{10}){20,}"/, list => list.replace(/[0-9a-f]{10}/g, turn));
  for (const path of await files(folder)) {
    if (/\.(html|js)$/.test(path)) {
      const text = turned(await readFile(path, 'utf8')).replace('<title>Splitpoint<', '<title>Splitpoint, another<');
      await writeFile(path, text.replace(/id:"\w{16}"/, 'id:"another"'));
    }
    await rename(path, turned(path));
  }
}

const stamps = text => (text.match(/(chunk\/)?[\w-]+-[0-9a-f]{10}\.\w+/g) ?? []).filter((name, at, all) => all.indexOf(name) === at);

/** The contents of the cache of each version, by its scope. */
const kept = page => page.evaluate(async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const addresses = (await (await caches.open(name)).keys()).map(({ url }) => url);
    const scope = name.split(' ')[1];
    found[scope] = [...found[scope] ?? [], ...addresses];
  }
  return found;
});

/** Waits until the service worker has cached the page and all files of its version. */
async function keptWhole(page, folder) {
  const all = stamps(await readFile(join(folder, 'worker.js'), 'utf8'));
  const scope = new URL('.', page.url()).href;
  await until(() => page.evaluate(() => navigator.serviceWorker.controller !== null), true);
  await until(async () => {
    const addresses = (await kept(page))[scope] ?? [];
    return [scope, ...all.map(name => scope + name)].filter(address => !addresses.includes(address));
  }, []);
}

const go = async (page, address) => { await page.goto(address); await started(page); };
const title = page => page.title();

play('site: a link that names its top is opened by the newest version', plain, async ({ page, site }) => {
  for (const link of ['#start=pets&step=0', '#lesson=salt']) {
    await page.goto('about:blank');
    await page.goto(site.address + link);
    await page.waitForURL(`${site.address}v1/**`);
    await started(page);
    assert.equal(new URL(page.url()).hash.split('&')[0], link.split('&')[0]);
  }
});

play('site: its top says what this is, shows it alive, and leads to the playground, the lessons and the documentation', plain, async ({ page, site }) => {
  await page.goto(site.address);
  await page.getByRole('heading', { level: 1, name: 'See what HBase does, one step at a time' }).waitFor();
  await page.locator('split-point[data-open]').waitFor();
  const lesson = page.frameLocator('split-point iframe');
  await lesson.getByLabel('18, as Ada does').check();
  await lesson.getByRole('button', { name: /^Next/ }).click();
  await until(() => lesson.locator('.dock__count').innerText(), 'step 1 of 1'); // two steps prepare the lesson
  await page.getByRole('link', { name: 'Eleven short lessons' }).click();
  await page.getByRole('heading', { level: 1, name: 'Lessons', exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Open the playground' }).click();
  await started(page);
  assert.equal(page.url(), `${site.address}v1/`);
});

play('site: who came once has the page without a network, with all that is loaded later', plain, async ({ page, site }) => {
  await go(page, `${site.address}v1/`);
  await keptWhole(page, join(built, 'v1'));
  await page.context().setOffline(true);
  await page.reload();
  await started(page);
  const person = new Person(page);
  await person.run();
  await page.keyboard.press('/');
  await page.locator('#console-field').waitFor();
  for (const address of ['v1/?fresh', 'v1/index.html', 'v1/#start=partitions&step=end']) {
    await go(page, site.address + address);
  }
  await page.getByRole('banner').getByRole('button', { name: 'Partitions' }).waitFor();
});

/** A page of somebody else, of another origin, with a frame in it. */
const framing = attributes => `<!doctype html><html lang="en"><title>Documentation</title><link rel="icon" href="data:,"><iframe width="900" height="500" ${attributes}></iframe>`;

play('site: a frame works without a network, and keeps nothing that it was not asked for', { ...plain, host: () => ({ '/frame': framing('') }) }, async ({ page, site, host }) => {
  const show = address => page.evaluate(address => { document.querySelector('iframe').src = address; }, address);
  const frame = async () => {
    const inside = await (await page.waitForSelector('iframe')).contentFrame();
    await started(inside);
    return inside;
  };
  const address = `${site.address}v1/#start=comments&view=race&keep=no`;
  await page.goto(`${host.origin}/frame`);
  await show(address);
  await (await frame()).waitForFunction(() => navigator.serviceWorker.controller !== null);
  const chunks = urls => urls.filter(url => url.includes('/chunk/')).map(url => url.replace(/.*\/chunk\//, '')).sort();
  const cached = async () => Object.values(await kept(await frame())).flat();
  const loaded = await (await frame()).evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  assert.ok(chunks(loaded).length > 0 && (await cached()).length > 4);
  await until(async () => chunks(await cached()), [...new Set(chunks(loaded))]);
  await page.context().setOffline(true);
  await show('about:blank');
  await show(address);
  await (await frame()).locator('.line').first().waitFor();
});

play('site: a sandbox without storage has the page and no worker, and nothing fails',
  { ...plain, host: address => ({ '/frame': framing(`sandbox="allow-scripts" src="${address}v1/"`) }) }, async ({ page, site, host }) => {
    await page.goto(`${host.origin}/frame`);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await started(frame);
    await new Person(frame).run();
    await frame.evaluate(() => new Promise(done => requestIdleCallback(() => setTimeout(done), { timeout: 2000 })));
    assert.ok(!site.requests.some(path => path.endsWith('worker.js')));
  });

play('site: where the worker cannot be had, the page says nothing and works',
  { ...plain, server: { ...plain.server, answer: name => name.endsWith('worker.js') ? { status: 404 } : {} }, expects: [/404/] },
  async ({ page, site }) => {
    await go(page, `${site.address}v1/`);
    await new Person(page).run();
    await until(() => site.requests.some(path => path.endsWith('worker.js')), true);
    assert.equal(await page.locator('.banner').count(), 0);
  });

const replaced = await copy('replaced');
play('site: another version in the place of an open one leaves that whole, and is there at the next visit',
  { opens: false, server: host(replaced) }, async ({ page, site }) => {
    const address = `${site.address}v1/`;
    await go(page, address);
    await keptWhole(page, join(replaced, 'v1'));
    const old = stamps(await readFile(join(replaced, 'v1/worker.js'), 'utf8'));
    await another(join(replaced, 'v1'));
    site.requests.length = 0;

    // The open page goes on with its own files, which the host does not have any more.
    const person = new Person(page);
    await person.startFrom('Table inside a row');
    await person.run();
    await page.keyboard.press('/');
    await page.locator('#console-field').waitFor();
    assert.deepEqual(site.requests, []);

    // A second tab opens the other version completely, and so does the first one when it is reloaded.
    const other = await page.context().newPage();
    await go(other, address);
    assert.equal(await title(other), 'Splitpoint, another');
    await keptWhole(other, join(replaced, 'v1'));
    await other.keyboard.press('/');
    await other.locator('#console-field').waitFor();
    assert.ok(!site.requests.some(path => old.some(name => path.endsWith(name))), site.requests.join('\n'));

    // The new worker serves both tabs now; the old page still gets its own files.
    await person.startFrom('Your file …');
    await person.dialog.getByText('Choose a file').waitFor();
    assert.equal(await title(page), 'Splitpoint');
    assert.equal(await page.locator('.banner').count(), 0);

    // Without a network the other version is available. The old one is deleted once no tab has it open.
    await page.context().setOffline(true);
    await other.reload();
    await started(other);
    assert.equal(await title(other), 'Splitpoint, another');
    await page.context().setOffline(false);
    await page.goto('about:blank');
    await other.goto('about:blank');
    await go(page, address);
    await until(() => page.evaluate(async () => (await caches.keys()).length), 1);
    assert.equal(await title(page), 'Splitpoint, another');
  });

const halfway = await copy('halfway');
play('site: a page is not kept beside files of another version', { opens: false, server: host(halfway) }, async ({ page, site }) => {
  // The host is in the middle of an update: its list of files is of one version, its page of the other.
  const worker = await readFile(join(halfway, 'v1/worker.js'), 'utf8');
  await another(join(halfway, 'v1'));
  await writeFile(join(halfway, 'v1/worker.js'), worker);
  const told = page.context().waitForEvent('serviceworker');
  await go(page, `${site.address}v1/`);
  await told;
  const registered = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await until(async () => [await registered(), Object.keys(await kept(page)).length], [0, 1]);
  assert.deepEqual(Object.values(await kept(page)).flat().filter(url => url.endsWith('/')), []);
});

const beside = await copy('beside');
play('site: two versions stand side by side, each with its own worker and files', { opens: false, server: host(beside) },
  async ({ page, site }) => {
    await go(page, `${site.address}v1/`);
    await keptWhole(page, join(beside, 'v1'));
    await cp(join(beside, 'v1'), join(beside, 'v2'), { recursive: true });
    await another(join(beside, 'v2'));
    await writeFile(join(beside, 'index.html'), (await readFile(join(beside, 'index.html'), 'utf8')).replaceAll('v1', 'v2')
      .replace(/icon-\w+/, 'icon-none'));
    const next = await page.context().newPage();
    await next.goto(site.address);
    await next.getByRole('link', { name: 'Open the playground' }).click();
    await next.waitForURL(`${site.address}v2/**`);
    await started(next);
    await keptWhole(next, join(beside, 'v2'));
    const all = await kept(next);
    assert.deepEqual(Object.keys(all).sort(), [`${site.address}v1/`, `${site.address}v2/`]);
    for (const [scope, addresses] of Object.entries(all)) assert.ok(addresses.every(url => url.startsWith(scope)));
    await page.context().setOffline(true);
    for (const [tab, expected] of [[page, 'Splitpoint'], [next, 'Splitpoint, another']]) {
      await tab.reload();
      await started(tab);
      assert.equal(await title(tab), expected);
    }
  });

const documents = (await files(join(built, 'v1'))).map(path => path.slice(built.length + 1))
  .filter(path => /^v1\/(docs|posters)\/.*\.html$/.test(path)).concat('404.html', 'index.html').sort();

for (const theme of themes) {
  play(`site: every page of the documentation is sound in ${theme}`, { ...plain, theme }, async ({ page, site }) => {
    for (const name of documents) {
      await page.goto(site.address + name);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await accessible(page);
    }
  });
}

for (const size of ['wide', 'phone']) {
  play(`site: no page of the documentation is wider than a window that is ${size}`, { ...plain, size }, async ({ page, site }) => {
    for (const name of documents) {
      await page.goto(site.address + name);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, name);
    }
  });
}

play('site: every link inside of it answers, and every picture is there', plain, async ({ page, site }) => {
  const asked = new Set();
  const todo = documents.map(name => site.address + name);
  while (todo.length) {
    const address = todo.pop();
    if (asked.has(address)) continue;
    asked.add(address);
    const answer = await page.request.get(address);
    assert.ok(answer.ok(), `${address}: ${answer.status()}`);
    if (!/\/(docs|posters)\/[^/]*(\.html)?$/.test(address) || !answer.headers()['content-type'].startsWith('text/html')) continue;
    await page.goto(address);
    const found = await page.evaluate(() => [...document.querySelectorAll('a, img, source, link, script')]
      .map(({ href, src, srcset }) => href ?? new URL(src || srcset, document.baseURI).href)
      .filter(link => link.startsWith(location.origin)));
    for (const link of found) {
      const { hash, href } = new URL(link);
      if (hash && href.split('#')[0] === page.url().split('#')[0]) {
        assert.ok(await page.locator(`[id="${decodeURIComponent(hash.slice(1))}"]`).count(), link);
      }
      todo.push(href.split('#')[0]);
    }
  }
  assert.ok(asked.size > documents.length + 10, `${asked.size} addresses`);
});

const live = [];
for (const name of documents) {
  const elements = (await readFile(join(built, name), 'utf8')).match(/<split-point[^]*?<\/split-point>/g) ?? [];
  if (elements.length) live.push([name, elements]);
}

play('site: pages of the documentation and of every lesson show the playground itself, alive', { ...plain, timeout: 300_000 }, async ({ page, site }) => {
  for (const wanted of ['index', 'embed', 'generator', 'api', 'fidelity', 'architecture', 'lesson', 'lessons/prepend-race']) {
    assert.ok(live.some(([name]) => name === `v1/docs/${wanted}.html`), `nothing is alive in ${wanted}`);
  }
  assert.equal(live.filter(([name]) => name.startsWith('v1/docs/lessons/')).length, 11);
  for (const [name, elements] of live) {
    await page.goto(site.address + name);
    for (const [at, markup] of elements.entries()) {
      const element = page.locator('split-point').nth(at);
      await element.scrollIntoViewIfNeeded();
      await page.locator('split-point[data-open]').nth(at).waitFor();
      await page.frameLocator('split-point iframe').nth(at).locator('.card').first().waitFor().catch(error => {
        throw new Error(`${name}: ${markup.split('\n')[0]}`, { cause: error });
      });
    }
  }
});

play('site: without scripts each of them is a picture with words', { ...plain, context: { javaScriptEnabled: false } }, async ({ page, site }) => {
  for (const [name, elements] of live) {
    await page.goto(site.address + name);
    const pictures = page.locator('split-point img');
    assert.equal(await pictures.count(), elements.length, name);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      const { width, height } = await picture.boundingBox();
      assert.ok(width > 100 && height > 50 && (await picture.getAttribute('alt')).length > 10, name);
    }
  }
});

play('site: a lesson can be read in words', { ...plain, context: { javaScriptEnabled: false } }, async ({ page, site }) => {
  await page.goto(`${site.address}v1/docs/lessons/prepend-race.html`);
  await page.getByText('The whole lesson in words').click();
  await page.getByText('put 17 is done and overwrites A\'s').waitFor();
  await page.getByRole('link', { name: 'Twenty is not twenty →' }).click();
  await page.getByRole('heading', { level: 1, name: 'Twenty is not twenty' }).waitFor();
});

play('site: the documentation has a switch of the theme, which holds in the playground and in what is alive', plain, async ({ page, site }) => {
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const inside = () => page.frameLocator('split-point iframe').locator('.page').evaluate(page => getComputedStyle(page).colorScheme);
  await page.goto(`${site.address}v1/docs/generator.html`);
  await page.locator('split-point').scrollIntoViewIfNeeded();
  await page.locator('split-point[data-open]').waitFor();
  const light = await back();
  assert.equal(await inside(), 'light');
  await page.getByRole('button', { name: 'Dark' }).click();
  assert.notEqual(await back(), light);
  await until(inside, 'dark');
  await page.goto(`${site.address}v1/docs/index.html`);
  assert.notEqual(await back(), light);
  await until(() => page.locator('split-point img').first().evaluate(image => image.currentSrc), /comments-dark\.svg$/);
  await go(page, `${site.address}v1/`);
  assert.equal(await page.locator('.page').evaluate(page => getComputedStyle(page).colorScheme), 'dark');
  await page.goto(site.address);
  await page.getByRole('button', { name: 'Light' }).click();
  assert.equal(await back(), light);
});

const importing = address => `<!doctype html><meta charset="utf-8"><title>Somebody’s page</title><link rel="icon" href="data:,">
<pre id="out"></pre>
<script type="module">
  import { open } from '${address}v1/npm/index.js';
  const session = await open({ start: 'comments' });
  const { text } = await session.run("put 'comments', key(17), 'c:text', 'by address'".replace('key(17)', "[17].pack('q>')"));
  const [first] = session.do({ scan: { table: 'comments', limit: 1 } }).rows;
  document.querySelector('#out').textContent = [first.text, new TextDecoder().decode(first.cells[0].value), text.includes('Took')].join(' ');
</script>`;
play('site: a plain page of another origin imports the package by its address', { ...plain, host: address => ({ '/': importing(address) }) }, async ({ page, host }) => {
  await page.goto(`${host.origin}/`);
  await until(() => page.locator('#out').textContent(), '17 by address true');
});

test('site: npm installs the package from its address, with its types', async () => {
  const site = await serve(host(built));
  const folder = await mkdtemp(join(scratch, 'install-'));
  try {
    await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
    await call('npm', ['install', '--silent', '--no-audit', '--no-fund', `${site.address}v1/npm/splitpoint.tgz`], folder);
    await writeFile(join(folder, 'try.mjs'), "import { open } from 'splitpoint'; console.log((await open({ start: 'pets' })).view().tables);");
    assert.match(await call('node', ['try.mjs'], folder), /clinic/);
    const kept = await readdir(join(folder, 'node_modules/splitpoint'));
    assert.ok(kept.includes('index.d.ts') && kept.includes('part'), String(kept));
  } finally {
    await site.close();
  }
});
