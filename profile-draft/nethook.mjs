import http from 'node:http'; import { appendFileSync } from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
const make = http.createServer;
http.createServer = (...a) => { const h = a.pop(); return make(...a, (q, r) => { if (q.url.includes('?net')) appendFileSync('/tmp/late/w/nets.log', `${process.argv[1]?.split('/').pop()} ${q.url.split('/').pop()} ${q.headers.referer}\n`); return h(q, r); }); };
syncBuiltinESMExports();
