// Counts calls of the net in scenarios, as prof.mjs has them.
const repo = '/work/late';
process.env.DIST ??= '/tmp/late/site';
const { enter, open, close } = await import(`${repo}/web/e2e/stage.mjs`);
const { Person } = await import(`${repo}/web/e2e/person.mjs`);
const hook = () => {
  globalThis.nets = [];
  const send = XMLHttpRequest.prototype.open;
  XMLHttpRequest.prototype.open = function (method, url, later) { if (later === false) globalThis.nets.push(`${String(url).match(/(\w+)-[^/]*$/)[1]} ${new Error().stack.split('\n').slice(2, 12).map(l => l.match(/function\[\d+\]/)?.[0] ?? '').filter(Boolean).join(' ')}`); return send.apply(this, arguments); };
};
async function run(name, inside, act, { width = 1440, height = 860, phone = false } = {}) {
  const { page, site, leave } = await enter({ theme: 'light', context: { viewport: { width, height }, isMobile: phone, hasTouch: phone } });
  await page.addInitScript(hook);
  const nets = () => page.evaluate(() => globalThis.nets);
  const parts = () => site.requests.filter(r => /(page|rest)-/.test(r)).map(r => r.match(/(page|rest)-/)[1]).join('+');
  try {
    await open(page, site, inside);
    const t = await page.evaluate(() => performance.getEntriesByName('splitpoint:started')[0].startTime);
    const drawn = await nets(), p = parts();
    await act(page, new Person(page));
    console.log(name.padEnd(18), 'nets drawn', drawn.length, 'then', (await nets()).length - drawn.length, 'parts', p, '|', parts(), 'started', Math.round(t), (await nets()).map(x => x.slice(0, 150)));
  } catch (e) { console.log(name, e.message.slice(0, 600), await nets().catch(() => 0)); }
  const problems = await leave(); if (problems.length) console.log('  problems', problems.map(p => p.slice(0, 700)));
}
const first = async (page, person) => { await person.button(/^Start: /).click(); await page.waitForTimeout(300); await person.button(/^Send/).click(); await page.waitForTimeout(1500); };
const next = async page => { await page.waitForTimeout(300); const b = page.getByRole('button', { name: /^(Next|Start)/ }); if (await b.count()) await b.first().click(); await page.waitForTimeout(800); };
await run('page', '', first);
await run('phone', '', first, { width: 390, height: 844, phone: true });
for (const v of ['mini', 'race', 'full']) await run(`embed-${v}`, `#start=comments&view=${v}`, next, { width: 720, height: 480 });
for (const s of ['actions', 'empty', 'partitions', 'pets']) await run(`embed-${s}`, `#start=${s}&view=mini`, next, { width: 720, height: 480 });
await run('embed-script', `#view=mini&script=${encodeURIComponent("create 't','f'\nput 't','a','f:x','1'\nscan 't'")}&step=end`, next, { width: 720, height: 480 });
await run('lesson', '#lesson=upside-down', next);
await run('embed-lesson', '#lesson=upside-down&view=mini', next, { width: 720, height: 480 });
await close();
