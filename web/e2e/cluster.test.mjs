// The view of a real cluster: regions, counters and rows of a gateway that this test simulates, its failures, and a
// sample that is taken home.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Gateway, region, table } from './gateway.mjs';
import { until } from './person.mjs';
import { accessible, play, started } from './stage.mjs';

const key = (user, n) => {
  const raw = Buffer.alloc(8);
  raw.writeInt32BE(user, 0);
  raw.writeInt32BE(n, 4);
  return raw;
};
const rows = Array.from({ length: 60 }, (_, at) => [key(at, 7), [['d:name', `row ${at}`], ['d:n', Buffer.from([0, 0, 1, at])]]]);
const starts = ['', 10, 20, 30, 40, 50].map(start => start === '' ? '' : key(start, 0).subarray(0, 4));
const events = () => table('events', starts, { rows, megabytes: at => 200 * at * at });

/** A test with a gateway that has these tables. */
function meet(name, options, tables, act) {
  const gateway = new Gateway(tables, options.gateway);
  const server = { head: gateway.head, handle: gateway.handle };
  play(`cluster: ${name}`, { timeout: 180_000, inside: '#start=comments&wide=cluster', server, ...options }, stage => act({ ...stage, gateway }));
}

const line = page => page.locator('.cluster__line');
const choose = async (page, name) => {
  await page.getByRole('button', { name, exact: true }).click();
  await line(page).first().waitFor();
};
const part = (page, name) => page.getByRole('radio', { name, exact: true }).check();
const ranges = page => page.locator('.cluster__line .cluster__keys').allTextContents();
const look = async (page, gateway) => {
  const before = gateway.asked.length;
  await page.getByRole('button', { name: 'Look now' }).click();
  await until(() => gateway.asked.length > before, true);
};

play('cluster: without a bridge the page says how to get there, and reads a recording', { expects: [] }, async ({ page, person }) => {
  await page.locator('#menu-start').click();
  await page.getByRole('menuitem', { name: 'Your cluster …' }).click();
  await page.getByText('splitpoint bridge --rest').waitFor();
  await accessible(page);
  const recording = {
    splitpoint: 'cluster-heat', version: 1, table: 'events', servers: ['rs01.test:16020'], now: [0],
    regions: [{ name: region('events', '', 1).name.toString('base64'), end: '' }],
    samples: [0, 1, 2, 3].map(at => ({ from: at * 5000, to: at * 5000 + 5000, loads: [[0, 0, 0, 7]] })),
  };
  const file = (name, text) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await page.locator('.cluster__input').setInputFiles(file('x.json', '{"version":1}'));
  await page.getByText('This is no recording of heat').waitFor();
  await page.locator('.cluster__input').setInputFiles(file('heat.json', JSON.stringify(recording)));
  await page.getByText('One region gets all, as there is only one: [−∞, +∞).').waitFor();
  await page.keyboard.press('Escape');
  await until(() => page.evaluate(() => document.activeElement.id), 'pane-map');
  assert.equal(await person.position(), '0 of 0');
});

meet('regions by their binary keys, rows by the fields that are named, and by keyboard', {}, [events(), table('empty', [''])], async ({ page, gateway }) => {
  await choose(page, 'events');
  assert.equal((await ranges(page))[1], '[\\x00\\x00\\x00\\x0A, \\x00\\x00\\x00\\x14)');
  await page.getByText(/live, read-only/).waitFor();
  await page.getByLabel('Fields of a key').fill('user:int4,n:int4');
  await until(() => ranges(page), ['[−∞, 10)', '[10, 20)', '[20, 30)', '[30, 40)', '[40, 50)', '[50, +∞)']);
  await line(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('All its 10 rows.').waitFor();
  assert.equal(await page.locator('.cluster__key').first().textContent(), 'user 20 · n 7');
  assert.equal(gateway.scanners.size, 0, 'no scanner stays open');
  await page.getByText('Largest region: [50, +∞) with 4.8 GB').waitFor();
  await page.getByText('in steps · this table').waitFor();
  await accessible(page);
  await page.getByRole('combobox', { name: 'Table' }).selectOption('empty');
  await page.getByText('empty: 1 region on 1 server').waitFor();
  await line(page).first().click();
  await page.getByText('This region has no row now.').waitFor();
});

meet('heat from counters: a hot region, by server, a restart, paused, saved', {}, [events()], async ({ page, gateway }) => {
  const [hot, ...others] = gateway.tables.get('events').regions.toReversed();
  await choose(page, 'events');
  await page.getByRole('combobox', { name: 'Look' }).selectOption('every 5 minutes');
  for (let at = 0; at < 6; at++) {
    hot.writes += 900;
    for (const other of others) other.writes += 20;
    await look(page, gateway);
    await page.waitForTimeout(20);
  }
  await part(page, 'Heat');
  await page.getByText(/^▲ Hot region: 90 % of the writes of the last .* went to \[\\x00\\x00\\x002, \+∞\)\. It is the last of the table/).waitFor();
  await page.locator('.heat__matrix').press('ArrowLeft');
  await until(async () => /: (20|900) writes$/.test(await page.locator('.heat__matrix .spoken').textContent()), true);
  await part(page, 'by server');
  await page.getByText(/^▲ Hot server: 9\d % of the writes/).waitFor();
  await accessible(page);
  hot.writes = 3;
  await look(page, gateway);
  await page.getByText('1 region opened anew, counting from 0').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the recording' }).click()]);
  assert.equal(download.suggestedFilename(), 'splitpoint-heat-events.json');
  const [picture] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the picture' }).click()]);
  assert.equal(picture.suggestedFilename(), 'splitpoint-heat-events.svg');
  const svg = await readFile(await picture.path(), 'utf8');
  assert.match(svg, /^<svg [\s\S]*events: writes[\s\S]*Hot server: 9\d % of the writes/);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText(/^paused, read-only/).waitFor();
});

meet('a split while one looks: new regions are listed', {}, [events()], async ({ page, gateway }) => {
  await choose(page, 'events');
  const { regions } = gateway.tables.get('events');
  const parent = regions.pop();
  regions.push(region('events', parent.key, 1_795_600_000_000, 0), region('events', key(55, 0), 1_795_600_000_000, 1));
  await look(page, gateway);
  await until(() => line(page).count(), 7);
});

meet('what goes wrong is a sentence each, the picture stays, and looks go on', { expects: [/Failed to load resource/] }, [events()], async ({ page, gateway }) => {
  await choose(page, 'events');
  const told = async (failure, words) => {
    gateway.fails = () => failure;
    await page.getByRole('button', { name: 'Look now' }).click();
    await page.getByText(words).waitFor();
    assert.equal(await line(page).count(), 6);
  };
  const bridge = (status, bridge) => ({ status, body: { bridge, text: 'Why.' } });
  await told(bridge(502, 'unreachable'), 'The REST gateway cannot be reached');
  await told(bridge(401, 'unauthorised'), 'The gateway does not let you in (401)');
  await told(bridge(429, 'limit'), 'The bridge passes on no more calls');
  await told({ status: 503, body: 'Service unavailable', type: 'text/plain' }, 'The cluster cannot answer now (503)');
  await told({ status: 200, body: '{"LiveNodes":[{"na' }, 'Only a part of the status of the cluster came');
  await told({ status: 200, body: '<html>', type: 'text/html' }, 'cannot be read');
  gateway.fails = () => null;
  await page.getByRole('button', { name: 'Look now' }).click();
  await page.getByText(/^live, read-only/).waitFor();
  const own = gateway.tables.get('events');
  own.isDisabled = true;
  await look(page, gateway);
  await page.getByText('No server serves a region of events: the table is disabled').waitFor();
  gateway.tables.delete('events');
  await look(page, gateway);
  await accessible(page);
  assert.equal(await line(page).count(), 6);
});

meet('a gateway that never answers is given up, and nothing hangs', { timeout: 90_000 }, [events()], async ({ page, gateway }) => {
  await choose(page, 'events');
  gateway.fails = path => path === 'status/cluster' ? 'never' : null;
  await page.getByRole('button', { name: 'Look now' }).click();
  await part(page, 'Heat');
  await page.getByText('No answer came within 20 seconds').waitFor({ timeout: 40_000 });
});

meet('a sample is taken home and says of how many rows it is', {}, [events()], async ({ page, person, gateway }) => {
  await choose(page, 'events');
  await page.getByLabel('Fields of a key').fill('user:int4,n:int4');
  await part(page, 'Take home');
  await page.getByRole('combobox', { name: 'How much' }).selectOption('5 rows of each region');
  await accessible(page);
  await page.getByRole('button', { name: 'Take it to the playground' }).click();
  await page.getByText(/^6 regions · 60 cells · sample: 30 of about [\d]+ rows$/).waitFor({ timeout: 60_000 });
  assert.equal(gateway.scanners.size, 0, 'no scanner stays open');
  await person.settled();
  await until(async () => (await page.getByRole('rowheader').allTextContents()).some(text => /^\d+ · 7$/.test(text.trim())) || (await page.locator('#pane-map').textContent()).includes('user'), true, 20_000);
  // It is a session like any other, so its address is a link that opens without the cluster.
  const link = await until(() => page.url(), /#v2\./);
  await page.goto('about:blank');
  await page.goto(link);
  await started(page);
  await page.getByText(/^6 regions · 60 cells · sample: 30 of about [\d]+ rows$/).waitFor();
});

const lines = "create 'try_a', 'd'\nput 'try_a', 'r1', 'd:n', 'one'\nput 'try_a', 'r2', 'd:n', 'two'\nflush 'try_a'\nscan 'try_a'\n";
const answers = page => page.locator('.cluster__beside tbody tr').evaluateAll(rows => rows.map(row => row.innerText.replace(/\s+/g, ' ')));

meet('one script on both sides: the same, then a difference, and nothing is left', { expects: [/404/], gateway: { write: ['try_'] } }, [events()], async ({ page, person, gateway }) => {
  await person.button('One script on both …').click();
  const script = page.getByLabel('Lines of the HBase shell');
  assert.match(await script.inputValue(), /^create 'try_comments', 'c'/);
  await script.fill(lines);
  await accessible(page);
  await person.button('Play it on both').click();
  await page.getByText('The same on both: 6 comparisons. 1 was not played on the cluster.').waitFor({ timeout: 60_000 });
  const [made, first, , flushed, scanned] = await answers(page);
  assert.match(made, /^✓ ?the same ?1 ?create 'try_a', 'd' done done$/);
  assert.match(first, /done done$/);
  assert.match(flushed, /not played: the gateway has no call for it$/);
  assert.match(scanned, /2 rows, 2 cells: r1 d:n=one; r2 d:n=two 2 rows, 2 cells: r1 d:n=one/);
  await page.getByText('Cells: 2 cells on the model').waitFor();
  await accessible(page);
  assert.deepEqual([...gateway.tables.keys()], ['events']);

  gateway.alters = value => value.toUpperCase();
  await person.button('Play it on both').click();
  await page.getByText('2 of 6 comparisons differ. 1 was not played on the cluster.').waitFor();
  assert.match((await answers(page))[4], /^≠ ?different .* r1 d:n=one;.* r1 d:n=ONE;.* after line 4, played on the model alone$/);
  await page.getByText('try_a: 2 cells differ.').waitFor();

  await script.fill("put 'events', 'r', 'd:n', 'x'");
  await person.button('Play it on both').click();
  await page.getByText('The script uses the table “events”').waitFor();
  const [saved] = await Promise.all([page.waitForEvent('download'), person.button('Save for the shell').click()]);
  assert.equal(saved.suggestedFilename(), 'beside.rb');
  await person.button('All tables').click();
  await page.getByRole('button', { name: 'events', exact: true }).waitFor();
});

meet('a bridge that only reads says how one script is played on both', {}, [events()], async ({ page, person }) => {
  await choose(page, 'events');
  await part(page, 'Beside');
  await page.getByText('splitpoint bridge --rest URL --write try_').waitFor();
  assert.ok(await person.button('Play it on both').isDisabled());
});

meet('ten thousand regions on a hundred servers are two hundred lines', { gateway: { servers: 100 } }, [
  table('many', Array.from({ length: 10_000 }, (_, at) => at ? String(at).padStart(5, '0') : ''), { servers: 100, megabytes: at => at % 97 }),
], async ({ page }) => {
  await choose(page, 'many');
  await page.getByText('many: 10,000 regions on 100 servers').waitFor();
  assert.equal(await line(page).count(), 200);
  await page.getByText('Each line stands for 50 regions beside each other').waitFor();
  await line(page).nth(3).click();
  await until(() => line(page).count(), 50);
  await page.getByRole('button', { name: 'All regions' }).click();
  await until(() => line(page).count(), 200);
});

for (const theme of ['light', 'dark']) {
  meet(`on a phone nothing is wider than the page, ${theme}`, { size: 'phone', theme }, [events()], async ({ page }) => {
    await choose(page, 'events');
    for (const name of ['Heat', 'Take home', 'Beside', 'Key space']) {
      await part(page, name);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, name);
      await accessible(page);
    }
  });
}
