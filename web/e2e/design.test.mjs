// The key designer: a key is composed of fields, a sample of 100 rows is shown in its regions, and a table is made with
// it, by mouse and by keyboard. Nothing is written before that.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { accessible, play } from './stage.mjs';

const pane = page => page.locator('#pane-design');
const names = page => page.getByRole('textbox', { name: /^Name of field/ }).evaluateAll(fields => fields.map(field => field.value));
const shares = async page => {
  const counts = await page.locator('.design__share b.design__count').allTextContents();
  return counts.map(Number);
};
const sum = numbers => numbers.reduce((one, other) => one + other, 0);

const begin = (page, label) => page.getByRole('combobox', { name: 'Start from' }).selectOption({ label });
const shown = page => page.getByRole('combobox', { name: 'Table' }).evaluate(list => list.selectedOptions[0].label);

async function openFromForm(page, person) {
  await person.choose('Create table', 'Table');
  await person.button('Design the key').click();
  await pane(page).waitFor();
}

play('design: fields are moved, 100 rows land, and the table is made', { timeout: 180_000 }, async ({ page, person }) => {
  await openFromForm(page, person);
  assert.deepEqual(await names(page), ['user', 'time', 'action']);
  await page.getByText('✓ none in this key').waitFor();
  const spread = await shares(page);
  assert.equal(sum(spread), 100);
  assert.ok(spread.every(rows => rows < 80), `users spread: ${spread}`);
  await accessible(page);

  await person.button('Move time up').click();
  await until(() => names(page), ['time', 'user', 'action']);
  await until(() => shares(page), [100, 0, 0]);
  assert.match(await page.locator('.design__verdict').textContent(), /^Bytes 1–\d+ are equal\. Byte \d+, in time, decides: [0-9a-f]{2} < [0-9a-f]{2}\.$/);
  await person.button('Move user up').click();

  await begin(page, 'number as text');
  await page.locator('.design__trap--sprung').getByText('user: 10 comes before 1. Pad with zeros, or use bytes.').waitFor();
  await page.getByLabel('Width of user').selectOption({ label: '6 bytes' });
  await page.getByText('✓ none in this key').waitFor();
  await begin(page, 'user, newest first');
  await until(() => page.getByLabel('Type of user').inputValue(), '2');

  assert.equal(await person.position(), '0 of 0', 'nothing is written yet');
  await page.getByRole('textbox', { name: 'Table' }).fill('actions');
  await person.button('Make the table with this key').click();
  await until(() => pane(page).count(), 0, 30_000);
  await page.getByText('This is a branch of its own now: actions').first().waitFor();
  await until(async () => /^(\d+) of \1$/.test(await person.position()), true);
  assert.equal(await shown(page), 'actions');
  await page.getByText('3 regions').first().waitFor();
  await person.page.getByRole('form', { name: 'Insert' }).waitFor(); // the table is there, and wants rows

  // Keys are shown and typed by their fields, also after a reload.
  const isKey = key => /^\d+ · 2012-\d\d-\d\d( \d\d:\d\d(:\d\d(\.\d{3})?)?)? · \d+$/.test(key);
  const keys = async () => (await person.cells()).map(cell => cell.split(' d:row ')[0]);
  await until(async () => (await keys()).length > 5 && (await keys()).every(isKey), true);
  await person.choose('Insert');
  assert.equal(await person.form.getByLabel('How row key is typed').evaluate(list => list.selectedOptions[0]?.label), 'user · time · action');
  await person.type({ 'Row key': '1, 2030-01-01, 7', 'Column 1': 'd:row', 'Value 1': 'typed' });
  await person.run();
  await until(async () => (await person.did('A')).at(-1), 'put 1 · 2030-01-01 · 7 done');
  await until(async () => (await person.cells()).includes('1 · 2030-01-01 · 7 d:row typed'), true);
  await page.reload();
  await until(async () => (await person.cells()).includes('1 · 2030-01-01 · 7 d:row typed'), true, 30_000);
});

play('design: by keyboard, from the key k to the table', { timeout: 180_000 }, async ({ page, person }) => {
  await page.locator('body').press('k');
  await until(() => page.evaluate(() => document.activeElement.id), 'pane-design');
  await page.keyboard.press('Escape');
  await until(() => page.evaluate(() => document.activeElement.id), 'pane-map');
  await page.keyboard.press('k');
  await pane(page).waitFor();
  await person.button('Move user down').focus();
  await page.keyboard.press('Enter');
  await until(() => names(page), ['time', 'user', 'action']);
  await person.button('Remove action').focus();
  await page.keyboard.press('Enter');
  await until(() => names(page), ['time', 'user']);
  await until(() => page.evaluate(() => document.activeElement.id), 'pane-design');
  await person.button('+ field').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Type of field3').selectOption({ label: 'salt' });
  await person.button('Move field3 up').press('Enter');
  await person.button('Move field3 up').press('Enter');
  await until(() => names(page), ['field3', 'time', 'user']);
  await until(async () => (await shares(page)).every(rows => rows > 10), true);
  await person.button('Make the table with this key').press('Enter');
  await until(() => pane(page).count(), 0, 30_000);
  await until(() => page.evaluate(() => document.activeElement.id), 'pane-map');
  assert.equal(await shown(page), 'designed');
  // A salt is shown among the fields, and computed if a star is typed.
  await until(async () => (await person.cells()).some(cell => /^[0-7] · 2012-\S+ \S+ · \d+ d:row \d+$/.test(cell)), true);
  await person.choose('Get', 'Row');
  await person.type({ 'Row key': '*, 2012-05-24 08:00, 4000' });
  await person.run();
  await until(async () => /^get [0-7] · 2012-05-24 08:00 · 4000 /.test((await person.did('A')).at(-1)), true);
});

play('design: the table is written for the shell and in Java, each to be copied', {}, async ({ page, person }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openFromForm(page, person);
  const written = name => pane(page).getByRole('region', { name });
  const text = name => written(name).locator('pre').first().textContent();
  const copied = async name => {
    await person.button('Copy', written(name)).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.match(await text('As shell'), /^create 'designed', 'd', METADATA => .*, SPLITS => \[/);
  assert.equal(await copied('As shell'), await text('As shell'));
  // Its code is loaded first, so the choice takes a moment.
  await pane(page).getByRole('radio', { name: 'As Java' }).click();
  await until(() => text('As Java'), /^try \(Admin admin = connection\.getAdmin\(\)\) \{\n.*TableName\.valueOf\("designed"\)/);
  assert.match(await text('As Java'), /"splitpoint\.key", "user:int4,time:reversed-time,action:int4"/);
  assert.match(await copied('As Java'), /^import org\.apache\.hadoop\.hbase\.TableName;/);
  // The code is for the present key, and there is none if no table can be made.
  await person.button('Move time up').click();
  await until(() => text('As Java'), /"time:reversed-time,user:int4,action:int4"/);
  await page.getByRole('textbox', { name: 'Table' }).fill('comments');
  await until(() => written('As Java').count(), 0);
  await page.getByRole('textbox', { name: 'Table' }).fill('mine');
  await until(() => text('As Java'), /valueOf\("mine"\)/);
  await pane(page).getByRole('radio', { name: 'As shell' }).check();
  await until(() => text('As shell'), /^create 'mine'/);
});

play('design: no key and no name make no table', {}, async ({ page, person }) => {
  await openFromForm(page, person);
  const make = person.button('Make the table with this key');
  await page.getByRole('textbox', { name: 'Table' }).fill('comments');
  await page.getByText('There is a table comments already: choose another name.').waitFor();
  assert.ok(await make.isDisabled());
  await page.getByRole('textbox', { name: 'Table' }).fill('mine');
  for (const name of ['user', 'time', 'action']) await person.button(`Remove ${name}`).click();
  await page.getByText('A row key has at least one byte: add a field.').waitFor();
  assert.ok(await make.isDisabled());
  await person.button('Back to the table').click();
  await until(() => page.evaluate(() => document.activeElement.id), 'to-design');
});

for (const theme of ['light', 'dark']) {
  play(`design: on a phone nothing is wider than the page, ${theme}`, { size: 'phone', theme }, async ({ page, person }) => {
    await person.tab('Do');
    await openFromForm(page, person);
    await begin(page, 'by hour');
    await until(() => names(page), ['hour', 'sensor', 'time']);
    const wider = () => pane(page).evaluate(pane => pane.scrollWidth - pane.clientWidth);
    assert.equal(await wider(), 0);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    await accessible(page);
  });
}

play('design: the same data is written tall and wide, and both bills stand beside each other', { timeout: 180_000, inside: '#start=actions' }, async ({ page, person }) => {
  await page.locator('body').press('v');
  const compare = page.locator('#pane-compare');
  await compare.waitFor();
  await person.button('Tall or wide').press('Enter');
  await compare.getByRole('region', { name: 'Tall or wide' }).waitFor({ timeout: 60_000 });
  await until(() => compare.locator('.compare__bill caption').allTextContents().then(all => all.map(text => text.replace(/\d+$/, 'n'))),
    ['3 pages of 5 of user n', 'one row by action n', 'one insert']);
  const counts = async (bill, what) => {
    const row = compare.locator('.compare__bill').nth(bill).getByRole('row').filter({ hasText: what });
    return (await row.getByRole('cell').allTextContents()).map(text => Number(text.replace(/\D/g, '')));
  };
  const [tall, wide] = await counts(0, 'cells examined');
  assert.ok(tall < wide, `a later page of a wide row skips cells: ${tall} ${wide}`);
  const [alone, both] = await counts(1, 'rows examined');
  assert.ok(alone >= 720 && both <= 2, `${alone} ${both}`);
  assert.deepEqual(await counts(2, 'cells written'), [1, 2]);
  await accessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Table' }).selectOption({ label: 'useractions_wide' });
  await until(async () => (await person.cells()).every(cell => /^\d+ content:/.test(cell)), true);
});
