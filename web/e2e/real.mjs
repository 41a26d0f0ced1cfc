// The page from `splitpoint bridge`, before a real gateway and a real HBase, which `cargo xtask hbase bridge` has started.
//
//   node web/e2e/real.mjs ADDRESS KNOWN SCRIPT
//
// ADDRESS is what the bridge printed; KNOWN a file with what HBase's own client says of the table: its regions and rows; SCRIPT
// one to be played on both sides. What has to be done to the cluster meanwhile is asked for, a line each that begins with `want`, and answered by a line.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Person, until } from './person.mjs';
import { close, enter, started } from './stage.mjs';

const [address, known, script] = process.argv.slice(2);
const { starts, rows, hot } = JSON.parse(await readFile(known, 'utf8'));

/** The bytes of a text with keys in it: the page prints readable UTF-8 where HBase's client escapes it. */
const raw = text => text.split(/\\x([0-9A-F]{2})/).map((part, at) => at % 2 ? part : Buffer.from(part).toString('hex').toUpperCase()).join('');
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

/** Asks for something to be done to the cluster, and returns the answer. */
async function want(what) {
  console.log(`want ${what}`);
  const { value, done } = await lines.next();
  if (done) throw new Error(`nobody did this: ${what}`);
  return JSON.parse(value);
}

/** Fails with the first element that differs, not with two lists of hundreds. */
function same(seen, expected) {
  const at = expected.findIndex((one, at) => raw(one) !== raw(seen[at] ?? ''));
  if (at === -1 && seen.length === expected.length) return;
  assert.deepEqual([seen.length, seen[at]], [expected.length, expected[at]]);
}

/** Prints what was found to hold. */
const holds = sentence => console.log(`holds ${sentence}`);

const { page, leave } = await enter();
const person = new Person(page);
const line = page.locator('.cluster__line');
const part = name => page.getByRole('radio', { name, exact: true }).check();

/** Opens the table, and shows all of its regions. */
async function table() {
  await person.button('events').click();
  await page.getByText(`events: ${starts.length} regions on 1 server`).waitFor({ timeout: 30_000 });
}

async function regions() {
  const seen = [];
  const merged = await line.count();
  for (let at = 0; at < merged; at++) {
    await line.nth(at).click();
    await person.button('All regions').waitFor();
    seen.push(...await page.locator('.cluster__keys').allTextContents());
    await person.button('All regions').click();
    await until(() => line.count(), merged);
  }
  const ends = [...starts.slice(1), null];
  const expected = starts.map((start, at) => `[${start || '−∞'}, ${ends[at] ?? '+∞'})`);
  same(seen, expected);
  holds(`page: ${merged} lines open to the ${seen.length} regions of hbase:meta, key by key`);
}

async function window() {
  const at = 7;
  await line.nth(Math.floor(at / Math.ceil(starts.length / await line.count()))).click();
  const first = (await page.locator('.cluster__keys').allTextContents()).findIndex(range => raw(range).startsWith(raw(`[${starts[at]},`)));
  await line.nth(first).click();
  const expected = rows[at];
  await page.getByText(expected.length === 1 ? 'Its only row.' : `All its ${expected.length} rows.`).waitFor();
  same(await page.locator('.cluster__key').allTextContents(), expected);
  await person.button('All regions').click();
  holds(`page: the ${expected.length} rows of a region are those of a raw scan`);
}

async function heat() {
  await page.getByRole('combobox', { name: 'Look' }).selectOption('every 2 seconds');
  await part('Heat');
  const { written } = await want('write');
  const total = Object.values(written).reduce((sum, count) => sum + count, 0);
  /** The writes to each region, by its start key, in the recording that the page saves. */
  const recorded = async () => {
    if (!await person.button('Save the recording').isVisible()) return {};
    const [download] = await Promise.all([page.waitForEvent('download'), person.button('Save the recording').click()]);
    const { samples, regions } = JSON.parse(await readFile(await download.path(), 'utf8'));
    const sums = {};
    for (const [region, , , writes] of samples.flatMap(sample => sample.loads)) {
      const name = Buffer.from(regions[region].name, 'base64').toString('latin1');
      if (writes > 0) sums[name.split('.').at(-2)] = (sums[name.split('.').at(-2)] ?? 0) + writes;
    }
    return sums;
  };
  await until(recorded, written, 40_000);
  const pattern = await until(() => page.locator('.heat__pattern').textContent(), /^▲ Hot range: \d+ % of the writes.* One region alone got \d+ %: /);
  assert.ok(raw(pattern).includes(raw(` %: [${starts[hot]}, ${starts[hot + 1]}).`)), pattern);
  holds(`page: ${total} writes are in the recorded heat, region by region; it says “${pattern.slice(2)}”`);
}

async function sample() {
  await part('Take home');
  await page.getByRole('combobox', { name: 'How much' }).selectOption('5 rows of each region');
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 120_000 }),
    person.button('Save it as a file').click(),
  ]);
  assert.match(download.suggestedFilename(), /^events-sample\.json$/);
  const told = await page.locator('.cluster__home [role=status]').textContent();
  await person.button('Take it to the playground').click();
  await page.getByText(/sample: [\d,]+ (of about [\d,]+ )?rows$/).first().waitFor({ timeout: 120_000 });
  await person.settled();
  holds(`page: a sample is a start of the playground: ${told}`);
}

async function beside() {
  await page.goto('about:blank');
  await page.goto(`${address.split('#')[0]}#start=comments&wide=cluster`);
  await started(page);
  await person.button('One script on both …').click();
  await page.getByLabel('Lines of the HBase shell').fill(await readFile(script, 'utf8'));
  await person.button('Play it on both').click();
  await person.button('Stop').waitFor();
  await person.button('Play it on both').waitFor({ timeout: 180_000 });
  const verdict = await page.locator('.cluster__verdict').textContent();
  const odd = await page.locator('.cluster__beside tr:has(.tone-no)').allTextContents();
  assert.match(verdict, /^The same on both: \d+ comparisons/, [verdict, ...odd].join('\n'));
  holds(`page, Beside: ${verdict}`);
  await person.button('All tables').click();
}

async function faults() {
  await table();
  await page.getByRole('combobox', { name: 'Look' }).selectOption('every 2 seconds');
  const count = await line.count();
  const alert = page.getByRole('alert');
  await want('gateway down');
  await alert.getByText('The REST gateway cannot be reached').waitFor({ timeout: 60_000 });
  assert.equal(await line.count(), count);
  holds(`page: without a gateway the picture stays, and it says “${await alert.textContent()}”`);
  await want('gateway up');
  await person.button('Look now').click();
  await page.getByText(/^live, read-only/).waitFor({ timeout: 30_000 });
  await want('server down');
  await alert.waitFor({ timeout: 90_000 });
  assert.equal(await line.count(), count);
  holds(`page: without a server the picture stays, and it says “${await alert.textContent()}”`);
}

let failure;
try {
  await page.goto(`${address.split('#')[0]}#start=comments&wide=cluster`);
  await started(page);
  await table();
  for (const act of [regions, window, heat, sample, beside, faults]) await act();
} catch (error) {
  failure = error;
  await page.screenshot({ path: 'target/hbase/page.png' }).catch(() => {});
}
const inside = new URL(address).origin;
const surprises = (await leave()).filter(problem => !problem.startsWith(`asked elsewhere: ${inside}`) && !/Failed to load resource/.test(problem));
await close();
if (failure) throw failure;
assert.deepEqual(surprises, []);
process.exit(0); // the process that answers keeps the input open
