// The page as `splitpoint bridge` serves it, with a REST gateway that this test simulates: requests and writes pass the
// bridge's checks of origin, form and table prefix. Pages of other origins get nothing.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Gateway, table } from './gateway.mjs';
import { Person } from './person.mjs';
import { dist, serveHost } from './server.mjs';
import { enter, started } from './stage.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = fileURLToPath(new URL('../../target/debug/splitpoint', import.meta.url));

/** A gateway at an address of its own, as that of HBase: without the path of the bridge. */
async function gatewayAt(gateway) {
  const server = createServer(async (request, response) => {
    request.url = `/rest${request.url}`;
    const write = response.writeHead.bind(response);
    response.writeHead = (status, headers = {}) => {
      const place = headers.location?.replace('/rest/', `http://127.0.0.1:${server.address().port}/`);
      return write(status, place ? { ...headers, location: place } : headers);
    };
    if (!await gateway.handle('', request, response)) response.writeHead(404).end();
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => { server.closeAllConnections(); server.close(); } };
}

/** Starts the bridge. `address` is the one that it prints, without the fragment. */
async function bridge(rest, ...more) {
  const child = spawn(program, ['bridge', '--rest', rest, '--page', dist, '--cache', '0', ...more], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  child.stderr.on('data', text => said.push(String(text)));
  for await (const line of createInterface({ input: child.stdout })) {
    return { address: line.split('#')[0], close: () => child.kill(), said };
  }
  throw new Error(`the bridge has no address: ${said.join('')}`);
}

// Built before the tests begin, so that none of them has to wait.
// With the whole workspace, as the native tests build it: for one package alone, its dependencies are compiled anew.
await promisify(execFile)('cargo', ['build', '--quiet', '--locked', '--workspace', '--bin', 'splitpoint'], { cwd: root });

let rest, open, gateway;
before(async () => {
  const rows = [['a', [['d:name', 'first']]], ['z', [['d:name', 'last']]]];
  gateway = new Gateway([table('events', ['', 'm'], { rows })], { write: ['try_'] });
  rest = await gatewayAt(gateway);
  open = await bridge(rest.address, '--write', 'try_', '--calls', '20');
}, { timeout: 300_000 });
after(() => { open?.close(); rest?.close(); });

/** Opens a page that may use the bridge, and fails with what it complains about, except for what is `expected`. */
async function visit(act, expected = /status of (403|404|429)/) {
  const { page, site, leave } = await enter();
  try {
    await act(page, site);
  } finally {
    const problems = await leave();
    const asked = `asked elsewhere: ${new URL(open.address).origin}`;
    const surprises = problems.filter(problem => !problem.startsWith(asked) && !expected.test(problem));
    assert.deepEqual(surprises, []);
  }
}

test('bridge: the page it serves shows the tables, reads rows, and plays one script on both sides', { timeout: 120_000 }, () => visit(async page => {
  const person = new Person(page);
  await page.goto(`${open.address}#start=comments&wide=cluster`);
  await started(page);
  await person.button('events').click();
  await page.locator('.cluster__line').nth(1).waitFor();
  await page.locator('.cluster__line').first().click();
  await page.locator('.cluster__row').first().waitFor();
  await page.getByRole('radio', { name: 'Beside', exact: true }).check();
  // The bridge does not make that many calls in a second, so the page waits and asks again.
  const puts = Array.from({ length: 40 }, (_, at) => `put 'try_a', 'r${String(at).padStart(2, '0')}', 'd:n', '${at}'`);
  await page.getByLabel('Lines of the HBase shell').fill(["create 'try_a', 'd'", ...puts, "scan 'try_a', {LIMIT => 2}", "scan 'try_a'"].join('\n'));
  await person.button('Play it on both').click();
  await page.getByText('The same on both: 45 comparisons.').waitFor({ timeout: 60_000 });
  assert.deepEqual([...gateway.tables.keys()], ['events']);
  // A table that may not be written is protected, whatever the page asks.
  const written = await page.evaluate(async () => (await fetch('rest/events/schema', { method: 'DELETE' })).status);
  assert.equal(written, 403);
  assert.deepEqual([...gateway.tables.keys()], ['events']);
}));

test('bridge: a page of somebody else gets nothing of it, even where it knows the address', { timeout: 60_000 }, () => visit(async page => {
  const inside = new URL(open.address);
  const tries = [`${open.address}rest/`, `${inside.origin}/rest/`, `${inside.origin}/wrong/rest/`, `${open.address}rest/../rest/`, `${open.address}%2e%2e/rest/`];
  const host = await serveHost({ '/': '<!doctype html><title>Hostile</title><link rel="icon" href="data:,">' });
  const asked = gateway.asked.length;
  await page.goto(`${host.origin}/`);
  const got = await page.evaluate(async ({ tries }) => {
    const seen = [];
    for (const address of tries) {
      for (const options of [{}, { mode: 'no-cors' }, { method: 'DELETE' }, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }]) {
        seen.push(await fetch(address, options).then(answer => answer.text().then(text => `${answer.type} ${answer.status} ${text.length}`), () => 'refused'));
      }
    }
    const frame = document.createElement('iframe');
    frame.src = tries[0];
    document.body.append(frame);
    await new Promise(done => { frame.onload = frame.onerror = done; });
    const script = document.createElement('script');
    script.src = tries[0];
    document.body.append(script);
    seen.push(await new Promise(done => { script.onload = () => done('ran'); script.onerror = () => done('refused'); }));
    return [...new Set(seen)].sort();
  }, { tries });
  assert.deepEqual(got.filter(one => !['refused', 'opaque 0 0'].includes(one)), []);
  assert.equal(gateway.asked.length, asked, 'the gateway was asked');
  await host.close();
}, /^console error: |^asked elsewhere: /));
