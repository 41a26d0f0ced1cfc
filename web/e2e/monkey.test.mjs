// The monkey plays with the page: acknowledged work is there afterwards, and planted faults are found.
//
// In every test it does a few deeds with fixed seeds. On demand it goes on for longer, and with others:
// MONKEY_SEED=7,8 MONKEY_MINUTES=12 node --test web/e2e/monkey.test.mjs

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Monkey, PLANTED } from './monkey.mjs';
import { enter } from './stage.mjs';

const seeds = (process.env.MONKEY_SEED ?? '1,2').split(',').map(Number);
const minutes = Number(process.env.MONKEY_MINUTES ?? 0);

/** The number of deeds in a short visit. */
const FEW = 30;

/** The number of deeds after which a planted fault must have been found. */
const ENOUGH = 60;

async function visit(seed, plant, deeds, end) {
  let monkey;
  const { page, site, leave } = await enter({ server: { handle: (name, request, response) => monkey?.withholds(name, response) } });
  const context = page.context();
  await page.close();
  if (plant) await context.addInitScript(plant);
  monkey = new Monkey(context, site, seed);
  try {
    await monkey.begin();
    await monkey.act(deeds, end);
  } finally {
    await leave();
  }
  return monkey;
}

for (const seed of seeds) {
  test(`monkey: what was acknowledged is there, seed ${seed}`, { timeout: 240_000 + minutes * 60_000 }, async () => {
    const end = minutes ? performance.now() + minutes * 60_000 : Infinity;
    await visit(seed, undefined, minutes ? Infinity : FEW, end);
  });
}

for (const [name, plant] of Object.entries(PLANTED)) {
  test(`monkey: it finds ${name}, and says how to do the same again`, { timeout: 300_000 }, async () => {
    const found = await visit(seeds[0], plant, ENOUGH).then(() => undefined, error => error);
    assert.ok(found, `${ENOUGH} deeds did not find it`);
    assert.match(found.message, new RegExp(`MONKEY_SEED=${seeds[0]} `));
  });
}
