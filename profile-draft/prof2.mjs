import { writeFileSync, readFileSync } from 'node:fs';
const repo = '/work/late';
process.env.DIST ??= '/tmp/late/siteprof';
const { enter, open, started, close } = await import(`${repo}/web/e2e/stage.mjs`);
const { Person } = await import(`${repo}/web/e2e/person.mjs`);
const hook = () => {
  const orig = [WebAssembly.instantiate, WebAssembly.instantiateStreaming];
  const see = r => { const i = r.instance ?? r; if (i.exports && 'prof0' in i.exports) globalThis.prof = i.exports; return r; };
  WebAssembly.instantiate = (...a) => orig[0].apply(WebAssembly, a).then(see);
  WebAssembly.instantiateStreaming = (...a) => orig[1].apply(WebAssembly, a).then(see);
};
const take = t => t.evaluate(() => { const out = []; for (let i = 0; `prof${i}` in globalThis.prof; i++) if (globalThis.prof[`prof${i}`].value) out.push(i); return out; });
const leaving = t => t.evaluate(() => {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  dispatchEvent(new Event('beforeunload', { cancelable: true }));
  document.dispatchEvent(new Event('visibilitychange'));
  dispatchEvent(new Event('pagehide'));
});
const log = t => t.evaluate(async () => { const app = await import(document.querySelector('link[rel=modulepreload]').href); return app.log('x').length; });
const sets = {};
const article = (address, body) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>D</title><link rel="icon" href="data:,"><script type="module" src="${address}splitpoint.js"></script></head><body><h1>D</h1>${body}</body></html>`;
async function run(name, inside, act, { width = 1440, height = 860, phone = false, theme = 'light', element = '' } = {}) {
  const { page, site, host, leave } = await enter({ theme, context: { viewport: { width, height }, isMobile: phone, hasTouch: phone }, ...element && { host: address => ({ '/': article(address, element) }) } });
  await page.addInitScript(hook);
  try {
    let frame = page;
    if (element) { await page.goto(host.origin + '/'); frame = await (await page.waitForSelector('split-point iframe', { state: 'attached' })).contentFrame(); await started(frame); }
    else await open(page, site, inside);
    await page.waitForTimeout(200);
    sets[`${name}.drawn`] = await take(frame);
    await act(frame, new Person(frame), page);
    sets[name] = await take(frame);
    await leaving(frame); await page.waitForTimeout(200);
    sets[`${name}.left`] = await take(frame);
    await log(frame);
    sets[`${name}.log`] = await take(frame);
    console.error(name, ...['.drawn', '', '.left', '.log'].map(k => sets[name + k].length));
  } catch (e) { console.error(name, e.message.slice(0, 300)); }
  await leave();
}
const wait = (page, ms) => page.waitForTimeout(ms);
const first = async (t, person, page) => { await person.button(/^Start: /).click(); await wait(page, 300); await person.button(/^Send/).click(); await wait(page, 1500); };
const next = async (t, person, page) => { await wait(page, 300); const b = t.getByRole('button', { name: /^(Next|Start)/ }); if (await b.count() && await b.first().getAttribute('aria-disabled') !== 'true') { await b.first().click(); await wait(page, 800); await t.evaluate(() => 1); } };
const keys = async (t, person, page) => { await page.keyboard.press('Control+Enter'); await wait(page, 1200); await page.mouse.move(500, 300); await page.mouse.wheel(0, 300); await page.setViewportSize({ width: 1000, height: 800 }); await wait(page, 600); };
const small = { width: 720, height: 480 };
await run('page', '', first);
await run('page-keys', '', keys, { theme: 'dark' });
await run('page-medium', '', first, { width: 900, height: 800 });
await run('page-prepend', '', async (t, person, page) => { await person.choose('Prepend'); await person.run(); await wait(page, 1000); });
await run('phone', '', first, { width: 390, height: 844, phone: true });
for (const v of ['mini', 'race', 'full']) await run(`embed-${v}`, `#start=comments&view=${v}`, next, small);
for (const s of ['actions', 'empty', 'partitions', 'pets']) await run(`embed-${s}`, `#start=${s}&view=mini`, next, small);
for (const v of ['mini', 'race', 'full']) await run(`embed-framed-${v}`, '', next, { element: `<split-point start="comments" view="${v}">x</split-point>`, theme: 'dark' });
await run('embed-framed-phone', '', next, { element: '<split-point start="comments" view="mini">x</split-point>', width: 390, height: 844, phone: true });
await run('embed-framed-step', '', next, { element: '<split-point start="comments" view="mini" step="end">x</split-point>' });
await run('embed-framed-keys', '', async (t, person, page) => { await t.locator('button').first().focus(); await page.keyboard.press('ArrowRight'); await wait(page, 500); await page.mouse.move(300, 200); await page.mouse.wheel(0, 200); await page.setViewportSize({ width: 800, height: 700 }); await wait(page, 500); await page.evaluate(() => { document.querySelector('split-point').setAttribute('theme', 'dark'); }); await wait(page, 300); }, { element: '<split-point start="comments" view="mini">x</split-point>' });
writeFileSync('/tmp/late/w/prof2.json', JSON.stringify(sets));
await close();
