// Starts the page. Trunk writes the (hashed) names of its two files into the head; they are found there.
// No inline script anywhere, so the page runs under `script-src 'self' 'wasm-unsafe-eval'`.

const status = document.querySelector('.boot__status');
const say = text => { if (status) status.textContent = text; };
const kilobytes = bytes => `${Math.round(bytes / 1000).toLocaleString('en')} kB`;

/** The module, passed on as it arrives, with its progress in words once that has taken 300 ms. */
async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname} was answered with ${answer.status}`);
  // A compressed answer is counted unpacked, so its length would mislead.
  const total = answer.headers.has('content-encoding') ? 0 : Number(answer.headers.get('content-length'));
  const start = performance.now();
  let have = 0;
  const counted = answer.body.pipeThrough(new TransformStream({
    transform(part, out) {
      have += part.length;
      if (performance.now() - start > 300) say(`Loading: ${kilobytes(have)}${total ? ` of ${kilobytes(total)}` : ''}`);
      out.enqueue(part);
    },
  }));
  // Said here, because not every server knows the type, and without it nothing compiles as it streams.
  return new Response(counted, { headers: { 'content-type': 'application/wasm' } });
}

/**
 * Until the first view is on the screen. The module comes after it: else both share what the network carries, and the
 * first view waits for half a megabyte that it does not need. A page that nobody sees is not painted.
 */
const painted = new Promise(done => {
  if (document.hidden) done();
  new PerformanceObserver(done).observe({ type: 'paint', buffered: true });
  setTimeout(done, 1000);
});

const late = setTimeout(say, 300, 'Loading …');
try {
  if (typeof WebAssembly !== 'object') throw new Error('this browser does not run WebAssembly, or it is switched off');
  const find = query => document.head.querySelector(query);
  const [app, module] = await Promise.all([
    import(find('link[rel="modulepreload"]').href),
    painted.then(() => WebAssembly.compileStreaming(load(new URL(find('meta[name="module"]').content, document.baseURI)))),
  ]);
  await app.default({ module_or_path: module });
  performance.mark('splitpoint:started');
} catch (error) {
  console.error(error);
  document.querySelector('#app > .page[inert]')?.remove(); // it will never be more than a picture
  say(`Splitpoint could not start: ${error.message ?? error}. Reload the page, or try a current Firefox, Chrome or Safari.`);
} finally {
  clearTimeout(late);
}
