// The page in Firefox and in WebKitGTK: its four jobs, the console, a reload, a file of one's own, and the element in a page
// of somebody else. Everything else is tested in Chromium.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { serve, serveHost } from '../server.mjs';
import { By, Visitor, lack, until } from './driver.mjs';

let visitor;
let site;

before(async () => {
  if (lack) return;
  site = await serve();
  visitor = await Visitor.come();
}, { timeout: 120_000 });

after(async () => {
  await visitor?.leave();
  await site?.close();
});

/** A test on the page as it opens. Policies that the browser reports as broken fail it. */
const play = (name, act) => test(name, { skip: lack, timeout: 90_000 }, async () => {
  // What the test before kept goes, from an address where no page is open that would keep it again.
  await visitor.driver.get(`${site.address}nothing`);
  await visitor.run(() => localStorage.clear());
  await visitor.driver.get(site.address);
  await visitor.started();
  await act(visitor);
  assert.deepEqual(site.reports, [], 'the policy is kept');
});

const form = '#pane-do';

play('insert: a row is put, step by step and to the end', async visitor => {
  assert.equal((await visitor.cells())[0], '18 c:date May 24');
  await visitor.press('Insert', form);
  await visitor.type('Row key', '16');
  await visitor.press('Send', form);
  await until(() => visitor.sentence(), /^A /);
  await visitor.press('Run', form);
  await until(async () => (await visitor.cells())[0], /^16 c:/);
});

play('prepend: a row is put before the first one', async visitor => {
  await visitor.press('Prepend', form);
  await visitor.press('Run', form);
  await until(async () => (await visitor.cells())[0], '17 c:text I like your post');
  assert.equal(await visitor.position(), '2 of 2');
});

play('pages: three pages by cursor', async visitor => {
  await visitor.press('Scan pages', form);
  await visitor.press('Run', form);
  await until(() => visitor.sentence(), /page/);
  assert.ok((await visitor.texts('.answer__count')).length > 0, 'what came back is listed');
});

play('transaction: several rows of one region change as one', async visitor => {
  await visitor.press('Partitions', '[aria-label="Start from"]');
  await visitor.press('Transaction', form);
  await visitor.press('Run', form);
  await until(async () => (await visitor.cells()).includes('xxxabc f:state paid'), true);
});

play('console: commands are run, and what they did is in the picture', async visitor => {
  await visitor.console("create 'posts', 'c'", "put 'posts', 'a', 'c:text', 'first'", "scan 'posts'");
  await until(() => visitor.cells(), ['a c:text first']);
  await until(async () => (await visitor.texts('[role=log] .console__line')).some(line => line.trim() === '1 row(s)'), true);
});

play('reload: what was done is there again', async visitor => {
  await visitor.press('Prepend', form);
  await visitor.press('Run', form);
  await until(() => visitor.position(), '2 of 2');
  const isKept = () => Object.entries(localStorage).some(([name, text]) => name.endsWith('session') && text.includes('prepend'));
  await until(() => visitor.run(isKept), true);
  await visitor.driver.navigate().refresh();
  await visitor.started();
  await until(async () => (await visitor.cells())[0], '17 c:text I like your post');
  assert.equal(await visitor.position(), '2 of 2');
});

play('import: a file of one’s own becomes a table', async visitor => {
  const folder = await mkdtemp(join(tmpdir(), 'splitpoint-'));
  try {
    const file = join(folder, 'pets.tsv');
    await writeFile(file, 'id\tname\tage\n1\tfluffy\t3\n20\trex\t5\n3\ttom\t7\n');
    await visitor.press('Your file …', '[aria-label="Start from"]');
    await until(() => visitor.run(() => Boolean(document.querySelector('dialog input[type=file]'))), true);
    await (await visitor.driver.findElement(By.css('dialog input[type=file]'))).sendKeys(file);
    await visitor.press('Load', 'dialog');
    const wanted = ['1 f:age 3', '1 f:name fluffy', '3 f:age 7', '3 f:name tom', '20 f:age 5', '20 f:name rex'];
    await until(() => visitor.cells(), wanted);
  } finally {
    await rm(folder, { recursive: true });
  }
});

play('embed: the element stands in a page of somebody else, tells its steps and is commanded', async visitor => {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Documentation</title>
    <script>heard = []; addEventListener('ready', event => heard.push(event.detail.title), true);</script>
    <script type="module" src="${site.address}splitpoint.js"></script>
    <h1>Documentation</h1><split-point start="comments" view="mini" grain="rpc"></split-point></html>`;
  const host = await serveHost({ '/': page });
  try {
    await visitor.driver.get(`${host.origin}/`);
    await until(() => visitor.run(() => globalThis.heard), ['Comments'], 30_000);
    const run = lines => document.querySelector('split-point').run(lines);
    const { step, steps } = await visitor.run(run, "put 'comments', 'r', 'c:q', 'v'");
    assert.deepEqual([step, steps], [1, 1]);
    assert.equal((await visitor.run(() => document.querySelector('split-point').prev())).step, 0);
    assert.equal((await visitor.run(() => document.querySelector('split-point').next())).step, 1);
    const frame = () => document.querySelector('split-point').shadowRoot.querySelector('iframe');
    await visitor.driver.switchTo().frame(await visitor.run(frame));
    await until(async () => (await visitor.cells()).some(cell => cell.endsWith('c:q v')), true);
  } finally {
    await visitor.driver.switchTo().defaultContent();
    await host.close();
  }
});
