// Keeps one version of the page for visits without a network, and for a page that is still open when the host has put
// another version in its place. `cargo xtask site` puts in RELEASE: an `id`; the `pages`; the files that are loaded `first`
// and `later`, which have a hash of what they hold in their names.
//
// Pages come from the network and, where there is none, out of the cache of this worker's version, which is whole or not
// there. Everything else a page asks for by a hash, and so gets the file of its own version from wherever that is. Thus no
// page ever has parts of two versions, whichever worker answers, and an old worker hides no new page.

const { id, pages, first, later } = RELEASE;
const { scope } = registration;
const family = `splitpoint ${scope} `; // caches belong to the whole origin: other versions, and other programs
const own = family + id;
const stamped = /[\w-]+-[0-9a-f]{10,16}\.\w+/g;
const whole = name => scope + name;
const known = new Set([...first, ...later].map(whole));

const families = async () => (await caches.keys()).filter(name => name.startsWith(family));

/** A file out of the cache of any version: its name says which it is. */
async function kept(address) {
  for (const name of [own, ...await families()]) {
    const answer = await caches.match(address, { cacheName: name, ignoreVary: true });
    if (answer) return answer;
  }
}

async function keep(names) {
  const cache = await caches.open(own);
  await Promise.all(names.map(whole).map(async address => {
    if (await cache.match(address, { ignoreVary: true })) return;
    const answer = await kept(address) ?? await fetch(address);
    if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`);
    await cache.put(address, answer);
  }));
}

/** Pages have no hash in their names, so the host may have put another version there: then this one is not kept. */
async function keepPage(name) {
  const answer = await fetch(whole(name), { cache: 'no-cache' });
  const text = await answer.text();
  const others = (text.match(stamped) ?? []).filter(file => !first.includes(file));
  if (!answer.ok || others.length) throw new Error(`${whole(name)} is of another version`);
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const policy = answer.headers.get('content-security-policy');
  if (policy) headers['content-security-policy'] = policy;
  await (await caches.open(own)).put(whole(name), new Response(text, { headers }));
}

addEventListener('install', event => event.waitUntil((async () => {
  await Promise.all([keep(first), ...pages.map(keepPage)]);
  await skipWaiting();
})()));

addEventListener('activate', event => event.waitUntil(clients.claim()));

addEventListener('message', event => {
  // All that is loaded when it is wanted, or the addresses of what was.
  const wanted = event.data === 'everything' ? later : later.filter(name => event.data.includes(whole(name)));
  event.waitUntil(keep(wanted).catch(() => {}));
});

/** Lets earlier versions go once no page is open that may be one of them. */
async function forget() {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (registration.installing || registration.waiting || open.some(client => client.url.startsWith(scope))) return;
  for (const name of await families()) if (name !== own) await caches.delete(name);
}

async function page(request) {
  const { pathname, origin } = new URL(request.url);
  const name = (origin + pathname).slice(scope.length).replace(/^index\.html$/, '');
  const spare = () => caches.match(whole(name), { cacheName: own, ignoreVary: true });
  try {
    const answer = await fetch(request);
    return answer.status < 500 ? answer : await spare() ?? answer;
  } catch (error) {
    const answer = await spare();
    if (answer) return answer;
    throw error;
  }
}

async function file(request) {
  const answer = await kept(request.url) ?? await fetch(request);
  if (answer.ok && known.has(request.url)) {
    const cache = await caches.open(own);
    if (!await cache.match(request.url, { ignoreVary: true })) await cache.put(request.url, answer.clone()).catch(() => {});
  }
  return answer;
}

addEventListener('fetch', event => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  if (request.mode === 'navigate') {
    event.waitUntil(forget());
    event.respondWith(page(request));
  } else if (request.url.match(stamped)) {
    event.respondWith(file(request));
  }
});
