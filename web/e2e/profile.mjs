// Measures which functions of the page run to a first step: `cargo xtask profile` serves a module that notes them. Its
// numbers are written into the file of the argument, as `{ frame, page, log }`.

import { writeFile } from 'node:fs/promises';
import { make, visits } from './visit.mjs';
import { close } from './stage.mjs';

/** Finds the module: it exports a global `ran0`, `ran1` … for each of its functions. */
const find = () => {
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const run = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await run.apply(WebAssembly, given);
      const { exports } = made.instance ?? made;
      if (exports && 'ran0' in exports) globalThis.ran = exports;
      return made;
    };
  }
};

const ran = () => {
  const numbers = [];
  for (let number = 0; `ran${number}` in globalThis.ran; number += 1) {
    if (globalThis.ran[`ran${number}`].value) numbers.push(number);
  }
  return numbers;
};

const sets = { frame: new Set(), page: new Set(), log: new Set() };
const add = (name, numbers) => numbers.forEach(number => sets[name].add(number));

for (const [visit, times] of visits.flatMap(visit => [1, 6].map(times => [visit, times]))) {
  await make(visit, find, async frame => {
    const before = await frame.evaluate(ran);
    add(visit.isFrame ? 'frame' : 'page', before);
    // After the program has ended, its log is all that still runs.
    await frame.evaluate(async () => (await import(document.querySelector('link[rel=modulepreload]').href)).log(''));
    add('log', (await frame.evaluate(ran)).filter(number => !before.includes(number)));
    console.error(`${visit.name}: ${before.length} functions`);
  }, times);
}
await close();
const lists = Object.entries(sets).map(([name, set]) => [name, [...set]]);
await writeFile(process.argv[2], JSON.stringify(Object.fromEntries(lists)));
