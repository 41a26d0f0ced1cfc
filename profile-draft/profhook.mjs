import http from 'node:http'; import { appendFileSync } from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
const make = http.createServer;
http.createServer = (...a) => { const h = a.pop(); return make(...a, async (q, r) => {
  if (q.url === '/prof-ran') { let b = ''; for await (const p of q) b += p; appendFileSync('/tmp/late/w/ran.log', `${process.argv[1]?.split('/').pop()} ${b}\n`); r.writeHead(204, { 'access-control-allow-origin': '*' }).end(); return; }
  return h(q, r); }); };
syncBuiltinESMExports();
