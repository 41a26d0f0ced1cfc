// Starts the page. Trunk writes the (hashed) names of its two files into the head; they are found there.
// No inline script anywhere, so the page runs under `script-src 'self' 'wasm-unsafe-eval'`.

// The same file begins a worker, which has no document and serves the page: it gets the module that the page has compiled.

const isWorker = !globalThis.document;
const status = isWorker ? null : document.querySelector('.boot__status');
const say = text => { if (status) status.textContent = text; };
const kilobytes = bytes => `${Math.round(bytes / 1000).toLocaleString('en')} kB`;

/** Tells the document around a frame. */
const tell = (event, detail) => {
  if (!isWorker && parent !== window) parent.postMessage({ splitpoint: 1, event, detail }, '*');
};
tell('loading');
performance.mark('splitpoint:begun'); // looked for by first.js

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
const painted = isWorker || new Promise(done => {
  if (document.hidden || parent !== window) done(); // a frame has no first view
  new PerformanceObserver(done).observe({ type: 'paint', buffered: true });
  setTimeout(done, 1000);
});

/**
 * Whether an error ended the program: thrown by the machine itself, out of code of the module, where that came upon a mistake
 * of its own (a panic), or has no memory or no stack left. Errors of extensions, or of a page around this one, are none of these.
 */
const ends = error => (error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
  && /wasm-function|wasm:\/\/|splitpoint-web/.test(error.stack) && !document.querySelector('.failure');

/** The text of that name in the database, where what is too large for the other storage is kept. */
const archived = (folder, name) => new Promise(tell => {
  const lost = () => tell(null);
  const asked = indexedDB.open(`splitpoint.${folder}`);
  asked.onerror = lost;
  asked.onsuccess = () => {
    const got = asked.result.transaction('texts').objectStore('texts').get(name);
    got.onerror = lost;
    got.onsuccess = () => tell(got.result ?? null);
  };
});

/**
 * After a reload, gives the entry of the browser's history its state back. Chromium can lose the state of an entry that was
 * written just before the reload, and keep the address: the page would take its own address for a link that somebody gave.
 * The program notes address and state in the storage of the tab (`note_entry` in web/src/interop/address.rs). In all other
 * cases the note is about another entry, and is replaced or removed.
 */
function restoreEntry() {
  try {
    const note = 'splitpoint.entry';
    const [, address, state] = /^(.*)\n([^]*)/.exec(sessionStorage.getItem(note)) ?? [];
    const isReload = performance.getEntriesByType('navigation')[0]?.type === 'reload';
    const page = address => address?.split('#')[0];
    if (typeof history.state === 'string') sessionStorage.setItem(note, `${location.href}\n${history.state}`);
    else if (isReload && page(address) === page(location.href)) history.replaceState(state, '', address);
    else sessionStorage.removeItem(note);
  } catch {
    // There is no storage, or no room in it.
  }
}
if (!isWorker && parent === window) restoreEntry();

/**
 * What was kept of the reader's own work, or of this tab's copy of it. On a link it is not what was done last, so that
 * nothing is said of it.
 */
async function kept() {
  try {
    // The address follows the reader's own work as well; then the entry of the history says so in a text.
    if ((location.hash && typeof history.state !== 'string') || parent !== window) return null;
    const folder = location.pathname.replace(/[^/]*$/, '');
    const find = name => localStorage.getItem(`splitpoint.${folder}${name}`);
    const copy = sessionStorage.getItem('splitpoint.copy');
    const text = (copy && find(`copy.${copy}.session`)) ?? find('session') ?? localStorage.getItem('splitpoint.session');
    const there = text?.match(/^in the archive: (.*)/)?.[1];
    return there ? await archived(folder, there) : text;
  } catch {
    return null; // the browser forbids it
  }
}

/** The program, once it runs. */
let program;

/** What was done, in words, as the program noted it before it ended: its memory is still there to be asked. */
function noted(error) {
  try {
    // Not every browser begins the stack with what was thrown.
    return program.log(error.stack.includes(error.message) ? error.stack : `${error}\n${error.stack}`);
  } catch {
    return ''; // it has no memory or no stack left to answer with
  }
}

/** Puts the reason in the place of the pages of this document, on which no button would answer any more. */
async function failed(error) {
  tell('error', { message: String(error), fatal: true });
  const log = noted(error);
  const work = await kept();
  if (document.querySelector('.failure')) return; // another error was quicker
  const make = (tag, name, text, more) =>
    Object.assign(document.createElement(tag), { className: `failure__${name}`, textContent: text, ...more });
  const save = (text, type, words, download) =>
    text ? [make('a', 'way', words, { href: URL.createObjectURL(new Blob([text], { type })), download })] : [];
  const pages = new Set([...document.querySelectorAll('.page')].map(page => page.parentElement));
  for (const host of pages.size ? pages : [document.querySelector('#app')]) {
    const page = document.createElement('div');
    const ways = make('p', 'ways', '');
    ways.append(
      ...save(log, 'text/plain', 'Save the log', 'splitpoint-log.txt'),
      ...save(work, 'application/json', 'Save what was kept', 'splitpoint-session.json'),
      make('a', 'way', 'Try again', { href: '?' }),
      make('a', 'way', 'Start afresh', { href: '?fresh' }),
    );
    page.append(
      make('h1', 'title', 'Splitpoint had to stop'),
      make('p', 'words', 'It came upon a mistake of its own, or this tab has no memory or no stack left. It stopped, so that nothing wrong is shown.'
        + (work ? ' Your work is kept in this browser, up to the last step that could be kept.' : '')
        + (log ? ' The log has every step that led here and nothing else; with it the mistake can be found.' : '')),
      make('pre', 'cause', String(error)),
      ways,
    );
    const main = Object.assign(document.createElement('main'), { className: 'failure' });
    const theme = host.querySelector('[data-theme]')?.dataset.theme;
    if (theme) main.dataset.theme = theme;
    host.replaceChildren(main);
    page.setAttribute('role', 'alert');
    main.append(page);
  }
}

/** The program in a worker. What fails there is an error of the worker, of which the page hears. */
async function serve({ data: { script, module } }) {
  const app = await import(script);
  await app.default({ module_or_path: module });
}

/** The program in a page. */
async function start() {
  addEventListener('error', event => { if (ends(event.error)) failed(event.error); });
  addEventListener('unhandledrejection', event => { if (ends(event.reason)) failed(event.reason); });
  const late = setTimeout(say, 300, 'Loading …');
  try {
    if (typeof WebAssembly !== 'object') throw new Error('this browser does not run WebAssembly, or it is switched off');
    const find = query => document.head.querySelector(query);
    const [app, module] = await Promise.all([
      import(find('link[rel="modulepreload"]').href),
      painted.then(() => WebAssembly.compileStreaming(load(new URL(find('meta[name="module"]').content, document.baseURI)))),
    ]);
    program = app;
    await app.default({ module_or_path: module });
    performance.mark('splitpoint:started');
  } catch (error) {
    console.error(error);
    document.querySelector('#app > .page[inert]')?.remove(); // it will never be more than a picture
    tell('error', { message: String(error.message ?? error), fatal: true });
    say(`Splitpoint could not start: ${error.message ?? error}. Reload the page, or try a current Firefox, Chrome or Safari.`);
  } finally {
    clearTimeout(late);
  }
}

if (isWorker) {
  addEventListener('message', event => serve(event).catch(error => setTimeout(() => { throw error; })), { once: true });
} else {
  await start();
}
