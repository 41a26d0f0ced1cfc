// The margin of a form: split policies side by side, a read in SQL, and traps of row keys in forms, console and import.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { accessible, play } from './stage.mjs';

const policies = page => page.getByRole('region', { name: 'Split policies side by side' });
const sql = page => page.getByRole('region', { name: 'In SQL' }).locator('pre');

/** Where each policy would cut, by its name. */
async function cuts(page) {
  const rows = await policies(page).locator('.margin__policy').evaluateAll(rows => rows.map(row => [...row.querySelectorAll('b')].map(b => b.textContent)));
  return Object.fromEntries(rows);
}

play('margin: each policy is told side by side, and another one is chosen', { timeout: 120_000 }, async ({ page, person }) => {
  await person.startFrom('Partitions');
  await person.choose('Split', 'Table');
  await policies(page).getByText('Where each policy would cut').waitFor();
  await person.field('Region').selectOption({ index: 0 });
  await until(() => cuts(page), {
    'in steps, constant size, growing size, delimited without a delimiter': 'bio018', 'key prefix 3': 'bio', never: 'no cut',
  });
  await policies(page).getByText('this table has it').waitFor();
  // The same in the map, at the rows where they would cut.
  const marks = () => page.locator('.cut--policy').allTextContents();
  await person.button('bio018: show it in the map', policies(page)).click();
  await until(async () => (await marks()).includes('✂ in steps and 3 more: bio018'), true);
  await person.button('bio: show it in the map', policies(page)).click();
  await until(async () => (await marks()).includes('✂ key prefix 3: bio'), true);
  const gap = async (mark, above, below) => {
    const top = async locator => (await locator.boundingBox()).y;
    const row = key => page.locator('.line', { has: page.getByRole('rowheader', { name: key, exact: true }) }).first();
    const at = await top(mark);
    assert.ok(await top(row(above)) < at && Math.abs(at - await top(row(below))) < 3, `${above} | ${below}`);
  };
  await gap(page.locator('.cut--present'), 'acm018', 'bio001');
  await policies(page).getByText('divides bio: 17 of its 34 rows come before').first().waitFor();
  await policies(page).getByText('The largest group is bio: 34 rows').waitFor();
  await accessible(page);

  await person.button('Change split policy', policies(page)).click();
  await person.field('Regions are split').selectOption({ label: 'at a constant size' });
  await person.form.getByText('ConstantSizeRegionSplitPolicy', { exact: true }).waitFor();
  assert.match(await page.locator('.do__shell pre').innerText(), /^alter 'myTable', SPLIT_POLICY => 'org\.apache\.hadoop\.hbase\.regionserver\.ConstantSizeRegionSplitPolicy'$/);
  await person.run();
  await until(() => person.form.getByText(/^Under way: /).count(), 0);
  await policies(page).getByText('this table has “constant size”').waitFor();
  await person.choose('Split', 'Table');
  await person.form.getByText('HBase would cut at bio018.').waitFor();
  await person.choose('Insert');
  await until(marks, []);
});

play('margin: a page at an offset and by a cursor, in SQL', {}, async ({ page, person }) => {
  await person.startFrom('User actions');
  await person.choose('Scan pages');
  await until(() => sql(page).innerText(), /^SELECT \* FROM \w+\n[^]*time < :time OR[^]*\nORDER BY [^]*time DESC[^]*\nLIMIT \d+$/);
  await person.form.getByRole('radio', { name: 'at an offset' }).check();
  await until(() => sql(page).innerText(), /\nLIMIT \d+ OFFSET \d+$/);
  await person.choose('Last row', 'Row');
  await until(() => sql(page).innerText(), /DESC\nLIMIT 1$/);
  await person.choose('Insert');
  await until(() => sql(page).count(), 0);
});

play('margin: traps are told of a key that is typed, of a put and of a file', { timeout: 120_000 }, async ({ page, person }) => {
  await person.startFrom('Partitions');
  await person.type({ 'Row key': 'bio4' });
  const told = 'bio005 comes before bio4, as both are text. Pad numbers with zeros, or use bytes.';
  await until(async () => (await person.said('Row key')).includes(told), true);
  await person.type({ 'Row key': 'bio035' });
  await until(async () => (await person.said('Row key')).some(said => said.includes('Pad numbers')), false);

  await person.startFrom('Comments');
  await person.console("put 'comments', '17', 'c:text', 'text'");
  await page.locator('#console-log').getByText('17 has 2 bytes here, keys of comments have 8').waitFor();
  await person.console("get 'comments', '17'");
  await until(() => page.locator('#console-log').getByText('17 has 2 bytes here').count(), 0);

  await person.startFrom('Your file …');
  await person.dialog.locator('input[type=file]').setInputFiles(
    { name: 'pets.csv', mimeType: 'text/csv', buffer: Buffer.from('id,name\n9,fluffy\n10,rex\n') });
  await person.button('Load', person.dialog).waitFor();
  await person.dialog.getByLabel('How id is written').selectOption('text');
  await person.dialog.getByText('id: 10 comes before 9, as both are text.').waitFor();
  await person.dialog.getByLabel('How id is written').selectOption('long');
  await until(() => person.dialog.getByText('id: 10 comes before 9').count(), 0);
});
