import start from './browser.js';
await start();
performance.mark('bench:done');
