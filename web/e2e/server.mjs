// A static server for dist/ with the strictest policy that the page will meet, sent as a header, and below a path of
// its own. And a server for pages of another origin.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const strict = (await readFile(join(root, 'web/content-security-policy'), 'utf8')).trim();

/** The folder of the tested page. */
export const dist = resolve(process.env.DIST ?? join(root, 'dist'));

/** Media types by the endings of names. */
export const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Serves `folder` below `base` on a free port of this machine.
 * `answer(name)` may return other `{ status, type, delay }` for a file, to play a server that is slow, wrong or broken.
 * `pages` are further pages of the same origin by their path: those into which somebody else put the playground.
 * `policy` is sent with every file, or `null` for none, as most hosts do.
 * `head` is put into the head of the page, and `handle(name, request, response)` may answer by itself: then it says `true`.
 * With `caching`, browsers may keep what has a hash in its name, as they may on most servers.
 * The site lists what was asked for (`requests`) and what broke the policy (`reports`).
 */
export async function serve({ folder = dist, base = '/docs/try/v1/', policy = strict, answer = () => ({}), pages = {}, head = '', handle = () => false, caching = false } = {}) {
  const site = { requests: [], reports: [] };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://host').pathname);
    if (path === '/policy-report') {
      let body = '';
      for await (const part of request) body += part;
      site.reports.push(body);
      return response.writeHead(204).end();
    }
    if (path in pages) return response.writeHead(200, { 'content-type': types['.html'] }).end(pages[path]);
    const name = normalize(path.startsWith(base) ? path.slice(base.length).replace(/(^|\/)$/, '$1index.html') : '..');
    site.requests.push(path);
    if (await handle(name, request, response)) return;
    const other = answer(name);
    try {
      if (other.status && other.delay) await new Promise(done => setTimeout(done, other.delay));
      if (name.startsWith('..') || other.status) throw other;
      let body = await readFile(join(folder, name));
      if (head && name === 'index.html') body = Buffer.from(body.toString().replace('</head>', `${head}</head>`));
      response.writeHead(200, {
        'content-type': other.type ?? types[extname(name)] ?? 'application/octet-stream',
        'content-length': body.length,
        ...policy && { 'content-security-policy': `${policy}; report-uri /policy-report` },
        'cache-control': caching && /-[0-9a-f]{10}\./.test(name) ? 'public, max-age=31536000, immutable' : 'no-store',
        'access-control-allow-origin': '*', // a sandboxed frame has an opaque origin
      });
      if (other.delay) { // half of it now, half of it later
        response.write(body.subarray(0, body.length / 2));
        await new Promise(done => setTimeout(done, other.delay));
        return response.end(body.subarray(body.length / 2));
      }
      response.end(body);
    } catch {
      response.writeHead(other.status ?? 404, { 'content-type': 'text/plain' }).end('not here');
    }
  });
  site.origin = await listen(server);
  site.address = site.origin + base;
  site.close = () => stop(server);
  return site;
}

async function listen(server) {
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${server.address().port}`;
}

function stop(server) {
  server.closeAllConnections();
  return new Promise(done => server.close(done));
}

/**
 * Serves pages of somebody else by their path, on another origin than the playground: texts, or `{ body, type, policy }`.
 */
export async function serveHost(pages) {
  const server = createServer((request, response) => {
    const found = pages[new URL(request.url, 'http://host').pathname];
    if (!found) return response.writeHead(404, { 'content-type': 'text/plain' }).end('not here');
    const { body = found, type = types['.html'], policy } = found;
    response.writeHead(200, { 'content-type': type, ...policy && { 'content-security-policy': policy } }).end(body);
  });
  return { origin: await listen(server), close: () => stop(server) };
}
