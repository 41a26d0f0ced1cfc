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
 * Whether an error ended the program: the machine itself threw it, out of code of the module, where that came upon a mistake of
 * its own (a panic), or has no memory or no stack left; or the browser threw it where the module called it, and what was being
 * done is now half done. Whose an error is, the first line of its stack tells that names a source: what a page around this one,
 * or an extension, throws while the module calls it, is theirs.
 */
function ends(error) {
  const stack = String(error?.stack);
  const ours = /wasm-function|wasm:\/\/|splitpoint-web/;
  if (isOfMachine(error)) return ours.test(stack);
  return ours.test(/^(?: *at |.*@).*(?:wasm-function|:\/\/).*/m.exec(stack)?.[0]);
}
const isOfMachine = error => error instanceof WebAssembly.RuntimeError || error instanceof RangeError;

/** What a request to the database is answered with. */
const answer = asked => new Promise((tell, fail) => {
  asked.onsuccess = () => tell(asked.result);
  asked.onerror = () => fail(asked.error);
});

/** The text of that name in the database, where what is too large for the other storage is kept. */
async function archived(folder, name) {
  const asked = indexedDB.open(`splitpoint.${folder}`);
  asked.onupgradeneeded = () => asked.transaction.abort(); // there is none, and none is to be made by looking
  return answer((await answer(asked)).transaction('texts').objectStore('texts').get(name));
}

/**
 * A long text, with what has changed in it since it was kept as a whole; web/src/session/journal.rs notes that. Where the note is
 * about another text, or damaged, the text as it is.
 */
function amended(text, note) {
  const [, length, known, from, to, added] = /^(\d+) (\w+) (\d+) (\d+)\n([^]*)/.exec(note) ?? [];
  const bytes = new TextEncoder().encode(text);
  if (bytes.length !== Number(length) || +from > +to || +to > length) return text;
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  if (hash !== BigInt(`0x${known}`)) return text;
  const part = (...ends) => new TextDecoder().decode(bytes.subarray(...ends));
  return part(0, from) + added + part(to);
}

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

/** Whether the address opens something else than the reader's own work. That it follows as well; then the entry of the history says so in a text. */
const isLink = () => location.hash && typeof history.state !== 'string';

/**
 * What was kept of the reader's own work, or of this tab's copy of it. On a link it is not what was done last, so that
 * nothing is said of it.
 */
async function kept() {
  try {
    if (isLink() || parent !== window) return null;
    const folder = location.pathname.replace(/[^/]*$/, '');
    const find = name => {
      const text = localStorage.getItem(`splitpoint.${name}`);
      return text && amended(text, localStorage.getItem(`splitpoint.${name}.changes`));
    };
    const copy = sessionStorage.getItem('splitpoint.copy');
    const text = (copy && find(`${folder}copy.${copy}.session`)) ?? find(`${folder}session`) ?? find('session');
    const there = text?.match(/^in the archive: (.*)/)?.[1];
    return there ? await archived(folder, there) : text;
  } catch {
    return null; // the browser forbids it, or the database is gone
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

const make = (tag, name, text, more) => Object.assign(document.createElement(tag), { className: name, textContent: text, ...more });

/**
 * Puts the reason in the place of the pages of this document, on which no button would answer any more. What was kept is added
 * when it is found: a database may never answer.
 */
function failed(error) {
  if (document.querySelector('.failure')) return; // another error was quicker
  tell('error', { message: String(error), fatal: true });
  const log = noted(error);
  const way = (words, more) => make('a', 'failure__way', words, more);
  const save = (text, type, words, download) => way(words, { href: URL.createObjectURL(new Blob([text], { type })), download });
  const work = kept();
  const pages = new Set([...document.querySelectorAll('.page')].map(page => page.parentElement));
  for (const host of pages.size ? pages : [document.querySelector('#app')]) {
    const page = document.createElement('div');
    const words = make('p', 'failure__words', 'It came upon a mistake of its own, or this tab has no memory or no stack left. It stopped, so that nothing wrong is shown.'
      + (log ? ' The log has every step that led here and nothing else; with it the mistake can be found.' : ''));
    const ways = make('p', 'failure__ways');
    ways.append(
      ...log ? [save(log, 'text/plain', 'Save the log', 'splitpoint-log.txt')] : [],
      way('Try again', { href: '?' }),
      way('Start afresh', { href: '?fresh' }),
    );
    work.then(text => {
      if (!text) return;
      words.append(' Your work is kept in this browser, up to the last step that could be kept.');
      ways.prepend(save(text, 'application/json', 'Save what was kept', 'splitpoint-session.json'));
    });
    page.append(make('h1', 'failure__title', 'Splitpoint had to stop'), words, make('pre', 'failure__cause', String(error)), ways);
    const main = make('main', 'failure');
    const theme = host.querySelector('[data-theme]')?.dataset.theme;
    if (theme) main.dataset.theme = theme;
    host.replaceChildren(main);
    page.setAttribute('role', 'alert');
    main.append(page);
  }
}

/**
 * The program runs, and the page is not there: a part of it hangs, or the database with what was kept. Until now only the first
 * view stands there, which answers to nothing. It says so, and waits on; what was kept stays, whichever way the reader takes.
 */
function stuck() {
  if (!status?.isConnected) return;
  if (!status.textContent) say('A part of the page, or what was kept, is still on its way. It opens as soon as that is here.');
  const [words, href] = isLink() ? ['Open without the link', '?'] : ['Start afresh', '?fresh'];
  const reload = make('button', 'button button--small', 'Reload', { onclick: () => location.reload() });
  status.append(' ', reload, ...parent === window ? [' ', make('a', 'failure__way', words, { href })] : []);
}

/** The program in a worker. What fails there is an error of the worker, of which the page hears. */
async function serve({ data: { script, module } }) {
  const app = await import(script);
  await app.default({ module_or_path: module });
}

/** The program in a page. */
async function start() {
  addEventListener('error', ({ error }) => { if (ends(error)) failed(error); });
  // What the browser refuses and nobody asks about (to fill the screen) interrupts nothing.
  addEventListener('unhandledrejection', ({ reason }) => { if (isOfMachine(reason) && ends(reason)) failed(reason); });
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
    say('');
    setTimeout(stuck, 5000);
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
