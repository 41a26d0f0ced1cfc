// Starts the page. Trunk writes the hashed names of its script and its module into the head, where they are found.
// There is no inline script, so the page runs under the policy `script-src 'self' 'wasm-unsafe-eval'`.

// The same file starts a web worker, which has no document and serves the page. It gets the module that the page has
// compiled.

const isWorker = !globalThis.document;
const status = isWorker ? null : document.querySelector('.boot__status');
const say = text => { if (status) status.textContent = text; };
const kilobytes = bytes => `${Math.round(bytes / 1000).toLocaleString('en')} kB`;

/** Sends an event to the document around a frame. */
const tell = (event, detail) => {
  if (!isWorker && parent !== window) parent.postMessage({ splitpoint: 1, event, detail }, '*');
};
tell('loading');
performance.mark('splitpoint:begun'); // looked for by first.js

/** What is on its way: the bytes that have come, of how many, and since when. Without `total`, of how many is unknown. */
const arriving = { have: 0, total: 0, since: 0 };

/** Loads a part of the program and passes it on as it arrives. After 300 ms the progress is shown in words. */
async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname} was answered with ${answer.status}`);
  // For a compressed answer, the length of the header is smaller than that of the unpacked bytes that are counted.
  arriving.total += answer.headers.has('content-encoding') ? NaN : Number(answer.headers.get('content-length')) || NaN;
  arriving.since ||= performance.now();
  const counted = answer.body.pipeThrough(new TransformStream({
    transform(part, out) {
      arriving.have += part.length;
      const of = arriving.total ? ` of ${kilobytes(arriving.total)}` : '';
      if (performance.now() - arriving.since > 300) say(`Loading: ${kilobytes(arriving.have)}${of}`);
      out.enqueue(part);
    },
  }));
  // Not every server knows this type, and without it the module is not compiled while it arrives.
  return new Response(counted, { headers: { 'content-type': 'application/wasm' } });
}

/**
 * Resolves once the first view is painted. The module is loaded after it: otherwise the first view would share the
 * network with half a megabyte that it does not need. A hidden page is not painted.
 */
const painted = isWorker || new Promise(done => {
  if (document.hidden || parent !== window) done(); // a frame has no first view
  new PerformanceObserver(done).observe({ type: 'paint', buffered: true });
  setTimeout(done, 1000);
});

/**
 * Whether an error ended the program. Either the WebAssembly machine threw it in code of the module, after a panic or
 * because memory or stack ran out; or the browser threw it when the module called it, and what was being done is only
 * half done. The first line of the stack with a source tells whose error it is: errors of a page around this one, or of
 * an extension, which the module only happens to call, are not the program's.
 */
function ends(error) {
  const stack = String(error?.stack);
  const ours = /wasm-function|wasm:\/\/|splitpoint-web/;
  if (isOfMachine(error)) return ours.test(stack);
  return ours.test(/^(?: *at |.*@).*(?:wasm-function|:\/\/).*/m.exec(stack)?.[0]);
}
// Without stack Firefox throws an InternalError, others a RangeError.
const isOfMachine = error => error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error?.name === 'InternalError';

/** The result of a database request, as a promise. */
const answer = asked => new Promise((tell, fail) => {
  asked.onsuccess = () => tell(asked.result);
  asked.onerror = () => fail(asked.error);
});

/** The text of this name in IndexedDB, which has texts that are too large for local storage. */
async function archived(folder, name) {
  const asked = indexedDB.open(`splitpoint.${folder}`);
  asked.onupgradeneeded = () => asked.transaction.abort(); // it does not exist, and must not be created
  return answer((await answer(asked)).transaction('texts').objectStore('texts').get(name));
}

/**
 * A long text, with the changes that were noted since it was kept as a whole (see web/src/session/journal.rs). If the
 * note belongs to another text, or is damaged, the text without changes.
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
 * After a reload, restores the state of the present entry of the browser's history. Chromium can lose the state of an
 * entry that was written just before the reload, and keep its address. The page would then take its own address for a
 * link that somebody gave. The program writes address and state into session storage (`note_entry` in
 * web/src/interop/address.rs). In all other cases what is there belongs to another entry, and is replaced or removed.
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
    // There is no session storage, or no room in it.
  }
}
if (!isWorker && parent === window) restoreEntry();

/** Whether the address opens something else than the reader's own work. It also follows the own work; then the entry
 * of the history remembers that, as a text. */
const isLink = () => location.hash && typeof history.state !== 'string';

/**
 * The text of the reader's own work, or of this tab's copy of it. `null` on a link, since that is not what was done
 * last.
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

/** What was done, in words, as the program noted it: its memory can still be read after it has ended. */
function noted(error) {
  try {
    // In some browsers the stack does not begin with the message.
    return program.log(error.stack.includes(error.message) ? error.stack : `${error}\n${error.stack}`);
  } catch {
    return ''; // there is no memory or stack left for an answer
  }
}

const make = (tag, name, text, more) => Object.assign(document.createElement(tag), { className: name, textContent: text, ...more });

/**
 * Replaces all pages of this document by the reason, since their buttons would not work any more. What was kept is
 * added once it is found: a database may never answer.
 */
function failed(error) {
  if (document.querySelector('.failure')) return; // another error has already been shown
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
 * The program runs, but the page is not there after some seconds: a chunk hangs, or the database does. The first view,
 * which cannot be used, says so and goes on waiting. What was kept stays, whatever the reader chooses.
 */
function stuck() {
  if (!status?.isConnected) return;
  if (!status.textContent) say('A part of the page, or what was kept, is still on its way. It opens as soon as that is here.');
  const [words, href] = isLink() ? ['Open without the link', '?'] : ['Start afresh', '?fresh'];
  const reload = make('button', 'button button--small', 'Reload', { onclick: () => location.reload() });
  status.append(' ', reload, ...parent === window ? [' ', make('a', 'failure__way', words, { href })] : []);
}

/** Runs the program in a web worker. The page is told of an error in it. */
async function serve({ data: { script, module } }) {
  const app = await import(script);
  app.bring?.().catch(() => {}); // default() waits for the same, and fails if it does not come
  await app.default({ module_or_path: module });
}

/** What a link can say about an example without needing more of the program than the example does. */
const plain = ['start', 'view', 'theme', 'step', 'grain', 'keep', 'host', 'controls', 'readonly', 'font-scale'];

/**
 * Whether the service worker has the page, and so all its files: none is loaded over the network. It does not answer a
 * program that waits for code in the middle of a call, so no code may be missing. Of a frame it has what that has loaded.
 */
function isCached() {
  try {
    return parent === window && Boolean(navigator.serviceWorker?.controller);
  } catch {
    return false; // no worker is allowed
  }
}

/**
 * Begins to load the parts of the program that are needed before it draws; a draft has no parts. An excerpt of an example
 * in a frame does without any to its first step; the page needs the first one; what else an address can open may need all.
 */
function begin({ bring }) {
  const asked = new URLSearchParams(location.hash.slice(1));
  const isExample = !location.search && !isCached() && [...asked.keys()].every(name => plain.includes(name));
  if (isExample && parent !== window && ['mini', 'race'].includes(asked.get('view'))) return;
  bring?.(isExample ? 1 : undefined, load).catch(() => {}); // default() waits for the same, and fails if it does not come
}

/** Runs the program in a page. */
async function start() {
  addEventListener('error', ({ error }) => { if (ends(error)) failed(error); });
  // Other rejections that nobody handles, such as of full screen, do not interrupt anything.
  addEventListener('unhandledrejection', ({ reason }) => { if (isOfMachine(reason) && ends(reason)) failed(reason); });
  const late = setTimeout(say, 300, 'Loading …');
  try {
    if (typeof WebAssembly !== 'object') throw new Error('this browser does not run WebAssembly, or it is switched off');
    const find = query => document.head.querySelector(query);
    const script = import(find('link[rel="modulepreload"]').href);
    const [app, module] = await Promise.all([
      script,
      painted.then(() => WebAssembly.compileStreaming(load(new URL(find('meta[name="module"]').content, document.baseURI)))),
      Promise.all([script, painted]).then(([app]) => begin(app)),
    ]);
    program = app;
    await app.default({ module_or_path: module });
    performance.mark('splitpoint:started');
    say('');
    setTimeout(stuck, 5000);
  } catch (error) {
    console.error(error);
    document.querySelector('#app > .page[inert]')?.remove(); // remove the first view, as it will never be replaced
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
