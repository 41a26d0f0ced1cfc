// A table: created with a split policy and split points, then filled, flushed, split, compacted and merged.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { play } from './stage.mjs';

/** Runs the form to its end. Background work that follows from it may still be waiting. */
async function done(person) {
  await person.run();
  await until(() => person.button('Stop', person.form).count(), 0);
  await until(() => person.form.getByText(/^Under way: /).count(), 0);
}

play('table: created with a policy and first cuts, filled, flushed, split, compacted, merged', {}, async ({ person }) => {
  const value = 'open '.repeat(120); // two such rows fill a block, since HBase splits between blocks
  const named = cell => cell.replace(/( f:state) .*$/, '$1');
  const cells = async region => (await person.picture())[region].map(named);
  await person.startFrom('Empty');
  await person.type({ Name: 'orders' });
  await person.field('Regions are split').selectOption({ label: 'rows with the same prefix stay together' });
  await person.form.getByText('KeyPrefixRegionSplitPolicy', { exact: true }).waitFor();
  await person.type({ 'Block size of family 1': '1024', 'Prefix, in bytes': '3', 'Cut at first at these keys, one a line': 'ggg\nppp' });
  await person.step(); // half of the operation: the picture already has the regions
  await until(() => person.sentence(), /hbase:meta is changed for r1, r2, r3 of orders/);
  await person.form.getByText('Under way: create orders. Next goes on.').waitFor();
  await person.step();
  await until(() => person.regions(), ['r1 [−∞, ggg) on S1', 'r2 [ggg, ppp) on S2', 'r3 [ppp, +∞) on S1']);
  assert.deepEqual(await person.said('Name'), [
    'orders exists. Sent now, it would be refused: TableExistsException. Choose another name.',
  ]);

  await person.choose('Insert');
  for (const row of ['aaa1', 'aaa2', 'bbb1', 'bbb2', 'hhh1', 'zzz1']) {
    await person.type({ 'Row key': row, 'Column 1': 'f:state', 'Value 1': value });
    await person.run();
    await until(async () => (await person.cells()).map(named).includes(`${row} f:state`), true);
  }
  assert.ok((await person.homes()).every(home => home.endsWith('in memory')));

  await person.choose('Split', 'Table');
  await person.form.getByText('HBase would not cut it now. It has no file yet').waitFor();
  await person.choose('Flush', 'Table');
  await done(person);
  await until(async () => (await person.homes()).filter(home => home.endsWith('in memory')), []);

  // The form says where HBase would split before it does, and a split never separates rows with the same prefix.
  await person.choose('Split', 'Table');
  const planned = (await person.form.getByText('HBase would cut at').innerText()).match(/cut at (\S+)\./)[1];
  assert.equal(planned, 'b', 'HBase keeps in the index the shortest key between two blocks');
  await done(person);
  await until(() => person.regions(), ['r4 [−∞, b) on S1', 'r5 [b, ggg) on S1', 'r2 [ggg, ppp) on S2', 'r3 [ppp, +∞) on S1']);
  assert.deepEqual(await cells('r4 [−∞, b) on S1'), ['aaa1 f:state', 'aaa2 f:state']);

  await person.form.getByRole('radio', { name: 'at a key' }).check();
  await person.type({ 'First key of the second region': 'sss' });
  await done(person);
  await until(() => person.regions(), [
    'r4 [−∞, b) on S1', 'r5 [b, ggg) on S1', 'r2 [ggg, ppp) on S2', 'r6 [ppp, sss) on S1', 'r7 [sss, +∞) on S1',
  ]);
  assert.deepEqual(await cells('r6 [ppp, sss) on S1'), []);
  assert.deepEqual(await cells('r7 [sss, +∞) on S1'), ['zzz1 f:state']);

  await person.choose('Merge regions', 'Table');
  await person.field('Region').selectOption({ label: 'r6 [ppp, sss)' });
  await person.field('With').selectOption({ label: 'r7 [sss, +∞)' });
  await done(person);
  await until(async () => (await person.regions()).slice(3), ['r8 [ppp, +∞) on S1']);
  assert.deepEqual(await cells('r8 [ppp, +∞) on S1'), ['zzz1 f:state']);
});

play('table: a major compaction drops what is deleted or older than VERSIONS', {}, async ({ person }) => {
  await person.choose('Flush', 'Table');
  await done(person);
  await person.choose('Compact', 'Table');
  await person.field('Major: all files, markers and what they hide go').check();
  await done(person);
  await until(() => person.picture(), {
    'r1 [−∞, 20) on S1': [ // three versions are kept
      '18 c:date May 24', '18 c:text Cool', '18 c:who Roger',
      '19 c:date May 23', '19 c:text I agree', '19 c:text I agre (older)', '19 c:who John',
    ],
    'r2 [20, +∞) on S2': ['20 c:date May 22', '20 c:text Nice post', '20 c:who Smith'],
  });
  const files = new Set((await person.homes()).map(home => home.replace(/^.* in /, '')));
  assert.equal(files.size, 2, 'one file a region');
});

play('table: a server that died comes back empty, until the balancer moves regions to it', {}, async ({ person }) => {
  await until(() => person.regions(), ['r1 [−∞, 20) on S1', 'r2 [20, +∞) on S2']);
  await person.choose('Crash a server', 'Table');
  await done(person);
  await until(() => person.regions(), ['r1 [−∞, 20) on S2', 'r2 [20, +∞) on S2']);
  await person.choose('Balance servers', 'Table');
  await person.form.getByText('Regions of this table now S1: 0, S2: 2').waitFor();
  await person.form.getByText('It would move r1 to server S1.').waitFor();
  await done(person);
  await until(() => person.regions(), ['r1 [−∞, 20) on S1', 'r2 [20, +∞) on S2']);
  await person.run();
  await person.form.locator('.notice--no').getByText('the balancer moves nothing').waitFor();
});

play('table: HBase refuses what it must', {}, async ({ person, page }) => {
  await person.choose('Create table', 'Table');
  await person.type({ Name: 'comments' });
  await until(() => person.said('Name'), ['comments exists: HBase answers TableExistsException. Choose another name.']);
  await person.step();
  await until(async () => (await person.said('Name')).at(-1), 'TableExistsException: comments. There is a table comments already: choose another name.');
  await person.choose('Split', 'Table');
  await person.form.getByRole('radio', { name: 'at a key' }).check();
  await person.type({ 'First key of the second region': '20' }); // a region already begins there
  await person.form.getByText('r2 already begins at 20. Sent now, it would be refused: IOException').waitFor();
  await done(person);
  await until(() => person.regions(), ['r1 [−∞, 20) on S1', 'r2 [20, +∞) on S2']);
});

play('table: a new one is split within reach, and says what a real HBase would do', {}, async ({ person, page }) => {
  await person.choose('Create table', 'Table');
  await page.getByText('Its regions flush above 8 KB and split above 16 KB, by the hbase-site.xml of this sandbox').first().waitFor();
  await person.type({ 'Split above, in bytes': '4096' });
  await page.getByText('Taken here: this sandbox').waitFor();
  await person.type({ 'Split above, in bytes': '' });
  await person.run();
  await until(() => person.regions(), ['r1 [−∞, +∞) on S1']);
  assert.equal(await page.locator('[title$="(real HBase: 256 MB to 10 GB)"]').count(), 1);
  // A region of one line: its dots must not cover its label.
  const [dots, words] = await page.evaluate(() => ['.card__bracket', '.card__rail'].map(name => document.querySelector(name).getBoundingClientRect()));
  assert.ok(dots.right + 4 <= words.left + 0.5, `${dots.right} ${words.left}`);
  await person.console("200.times { |n| put 'mytable', format('%03d', n), 'f:q', 'x' * 100 }");
  await until(() => page.locator('.toolbar__about').textContent(), /[2-9] regions · 200 cells/); // not all are in sight
  await person.console("describe 'mytable'");
  assert.doesNotMatch((await person.printed()).join('\n'), /MAX_FILESIZE|16384/);
});
