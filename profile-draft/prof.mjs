import { writeFileSync } from 'node:fs';
const repo = '/work/main';
process.env.DIST ??= '/tmp/site1';
const { enter, open, close } = await import(`${repo}/web/e2e/stage.mjs`);
const { Person } = await import(`${repo}/web/e2e/person.mjs`);
const hook = () => {
  const orig = [WebAssembly.instantiate, WebAssembly.instantiateStreaming];
  const see = r => { const i = r.instance ?? r; if (i.exports && 'prof0' in i.exports) globalThis.prof = i.exports; return r; };
  WebAssembly.instantiate = (...a) => orig[0].apply(WebAssembly, a).then(see);
  WebAssembly.instantiateStreaming = (...a) => orig[1].apply(WebAssembly, a).then(see);
};
const take = t => t.evaluate(() => { const out = []; for (let i = 0; `prof${i}` in globalThis.prof; i++) if (globalThis.prof[`prof${i}`].value) out.push(i); return out; });
const sets = {};
async function run(name, inside, act, { width = 1440, height = 860, phone = false, frame = false } = {}) {
  const { page, site, leave } = await enter({ theme: 'light', context: { viewport: { width, height }, isMobile: phone, hasTouch: phone } });
  await page.addInitScript(hook);
  try {
    await open(page, site, inside);
    sets[`${name}.drawn`] = await take(page);
    await act(page, new Person(page));
    sets[name] = await take(page);
    console.error(name, sets[`${name}.drawn`].length, sets[name].length);
  } catch (e) { console.error(name, e.message.slice(0, 300)); }
  await leave();
}
const first = async (page, person) => { await person.button(/^Start: /).click(); await page.waitForTimeout(300); await person.button(/^Send/).click(); await page.waitForTimeout(1500); await person.next?.().catch(() => {}); await page.waitForTimeout(1500); };
const next = async page => { await page.waitForTimeout(300); const b = page.getByRole('button', { name: /^(Next|Start)/ }); if (await b.count()) await b.first().click(); await page.waitForTimeout(800); };
await run('page', '', first);
await run('phone', '', async (page, person) => { await person.button(/^Start: /).click(); await page.waitForTimeout(300); await person.button(/^Send/).click(); await page.waitForTimeout(1500); }, { width: 390, height: 844, phone: true });
for (const v of ['mini', 'race', 'full']) await run(`embed-${v}`, `#start=comments&view=${v}`, next, { width: 720, height: 480 });
await run('embed-script', `#view=mini&script=${encodeURIComponent("create 't','f'\nput 't','a','f:x','1'\nscan 't'")}&step=end`, next, { width: 720, height: 480 });
await run('lesson', '#lesson=upside-down', next);
await run('embed-lesson', '#lesson=upside-down&view=mini', next, { width: 720, height: 480 });
for (const s of process.argv.slice(2)) await run(`embed-${s}`, `#start=${s}&view=mini`, next, { width: 720, height: 480 });
writeFileSync('/tmp/w/prof.json', JSON.stringify(sets));
await close();
