// A person's own file: picked or dropped, mapped and loaded; or refused with line and reason, and then nothing is
// loaded.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { accessible, play } from './stage.mjs';

const files = {
  tsv: { name: 'pets.tsv', mimeType: 'text/tab-separated-values', text: 'id\tname\tage\n1\tfluffy\t3\n20\trex\t5\n3\ttom\t7\n' },
  csv: { name: 'pets.csv', mimeType: 'text/csv', text: 'name,note\r\nfluffy,"says ""miaow"", often"\r\nrex,\r\n' },
  jsonl: { name: 'pets.jsonl', mimeType: 'application/jsonl', text: '{"id": "a1", "name": "fluffy", "age": 3}\n{"id": "a2", "name": "rex"}\n' },
  bad: { name: 'bad.csv', mimeType: 'text/csv', text: 'id,name,age\n1,fluffy,3\n2,rex\n,tom,7\n4,"x,8\n' },
};
const actions = { name: 'actions.csv', mimeType: 'text/csv', text: 'id,user,name,stamp\n9,7,login,2012-05-24 10:00\n10,7,logout,2012-05-24 11:00\n11,-3,login,2012-05-25\n' };
const buffered = ({ text, ...file }) => ({ ...file, buffer: Buffer.from(text) });

/** Picks a file in its dialog. */
async function pick(person, file) {
  await person.startFrom('Your file …');
  await person.dialog.locator('input[type=file]').setInputFiles(buffered(file));
  await person.dialog.getByRole('heading', { name: 'What the first lines become' }).waitFor();
}

/** Drops a file anywhere on the page. */
async function drop(person, { name, mimeType, text }) {
  const data = await person.page.evaluateHandle(([name, type, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name, { type }));
    return data;
  }, [name, mimeType, text]);
  const wanted = await person.grid.evaluate((grid, data) =>
    !grid.dispatchEvent(new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true })), data);
  assert.ok(wanted, 'the page takes what is dragged over it');
  await person.grid.dispatchEvent('drop', { dataTransfer: data });
  await person.dialog.getByRole('heading', { name: 'What the first lines become' }).waitFor();
}

async function load(person) {
  await person.button('Load', person.dialog).click();
  await person.dialog.waitFor({ state: 'detached' });
}

play('import: a TSV is picked, its numbers are keys in order of numbers', {}, async ({ person }) => {
  await pick(person, files.tsv);
  assert.equal(await person.dialog.getByLabel('How id is written').inputValue(), 'long');
  assert.equal(await person.dialog.getByLabel('The same as importtsv.columns').inputValue(), 'HBASE_ROW_KEY,f:name,f:age');
  await load(person);
  await until(() => person.picture(), { 'r1 [−∞, +∞) on S1': [
    '1 f:age 3', '1 f:name fluffy', '3 f:age 7', '3 f:name tom', '20 f:age 5', '20 f:name rex',
  ] });
  await person.page.getByText('1 region · 6 cells').waitFor();
});

play('import: a CSV is dropped, with quotes, and its columns are mapped as ImportTsv does', {}, async ({ person }) => {
  await drop(person, files.csv);
  await person.dialog.getByLabel('The same as importtsv.columns').fill('HBASE_ROW_KEY,a:remark');
  await until(async () => (await person.dialog.getByRole('listitem').allTextContents()).map(text => text.replace(/\s+/g, ' ')),
    ['fluffya:remark says "miaow", often', 'rexa:remark ']);
  await load(person);
  await until(() => person.cells(), ['fluffy a:remark says "miaow", often', 'rex a:remark']);
});

play('import: JSON lines, one object each, with what an object lacks left out', {}, async ({ person }) => {
  await pick(person, files.jsonl);
  await load(person);
  await until(() => person.cells(), ['a1 f:age 3', 'a1 f:name fluffy', 'a2 f:name rex']);
});

play('import: bad lines are told with number and reason, and nothing is loaded', {}, async ({ person }) => {
  const before = await person.cells();
  await pick(person, files.bad);
  await person.button('Load', person.dialog).click();
  await until(() => person.dialog.getByRole('alert').textContent(),
    '2 lines cannot be read, so nothing was loaded: mend them, or leave them out.');
  assert.deepEqual(await person.dialog.getByRole('listitem').allTextContents(), [
    'Line 4: It has no value for the row key in “id”.,tom,7',
    'Line 5: A quote opens here and is never closed: close it, or double it ("") if it is meant.4,"x,8↵',
  ]);
  await person.button('Cancel', person.dialog).click();
  await person.dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await person.cells(), before);

  await pick(person, files.bad);
  await person.button('Load', person.dialog).click();
  await person.button('Leave bad lines out and load', person.dialog).click();
  await person.page.getByText('2 bad lines were left out.').waitFor();
  await until(() => person.cells(), ['1 f:age 3', '1 f:name fluffy', '2 f:name rex']);
});

play('import: a mapping without a row key is refused before anything is read', {}, async ({ person }) => {
  await pick(person, files.tsv);
  await person.dialog.getByLabel('What id becomes').selectOption('a cell');
  await person.dialog.getByRole('alert').waitFor();
  assert.ok(await person.button('Load', person.dialog).isDisabled());
  await person.dialog.getByLabel('What name becomes').selectOption('row key');
  await load(person);
  await until(async () => [...new Set((await person.cells()).map(cell => cell.split(' ')[0]))], ['fluffy', 'rex', 'tom']);
});

play('import: the imported table takes the four jobs like any other', {}, async ({ person }) => {
  await pick(person, files.tsv);
  await load(person);
  await person.choose('Prepend');
  await person.type({ 'Value 1': 'ada', 'Column 1': 'f:name', 'Column of every row: the new row must not have it yet': 'f:name' });
  await person.run();
  await until(async () => (await person.did('A')).at(-1), 'check-and-put 0 true');
  await person.choose('Insert');
  await person.type({ 'Row key': '2', 'Column 1': 'f:name', 'Value 1': 'two' });
  await person.run();
  await person.choose('Scan pages');
  await person.type({ 'Rows a page': '2', Pages: '2' });
  await person.run();
  await until(async () => (await person.did('A')).slice(-2), ['page 1 → 2 rows, 0 … 1', 'page 2 after 1 → 2 rows, 2 … 3']);
  await person.choose('Transaction');
  await person.button('Leave out mutation 2', person.form).click();
  await person.type({ 'Row of mutation 1': '1', 'Column of mutation 1': 'f:age', 'Value of mutation 1': '4' });
  await person.run();
  await until(async () => (await person.did('A')).at(-1), 'transaction on 1 row all done');
});

play('import: a key is composed of fields, by keyboard, with its traps, and the table shows it', { timeout: 120_000 }, async ({ page, person }) => {
  await pick(person, actions);
  const { dialog } = person;
  await dialog.getByRole('radio', { name: 'fields, designed' }).press('Space');
  const fields = dialog.getByRole('region', { name: 'Fields of the row key' });
  await fields.waitFor();
  assert.equal(await fields.getByLabel('Column of id').evaluate(list => list.selectedOptions[0].label), 'from id');
  await person.button('+ field', fields).press('Enter');
  await until(() => dialog.getByRole('alert').textContent(), 'Choose a column for the field “field2” of the key.');
  assert.ok(await person.button('Load', dialog).isDisabled());
  await fields.getByLabel('Column of field2').selectOption('from user');
  await fields.getByLabel('Name of field 2').fill('user');
  await dialog.getByLabel('What user becomes').selectOption('nothing');
  await dialog.getByText('part of the key').first().waitFor();
  await person.button('Move user up', fields).press('Enter');
  await fields.getByText('user: -3 comes after 7. Flip the first bit.').waitFor();
  const sorted = async () => (await fields.getByRole('row').allTextContents()).length;
  await until(sorted, 4);
  await fields.getByLabel('Form of user').selectOption({ label: 'sign flipped' });
  await fields.getByText('✓ none of the well-known traps is in these keys').waitFor();
  await person.button('+ field', fields).press('Enter');
  await fields.getByLabel('Type of field3').selectOption({ label: 'salt' });
  await person.button('Move field3 up', fields).press('Enter');
  await person.button('Move field3 up', fields).press('Enter');
  await until(() => fields.getByRole('textbox', { name: /^Name of field/ }).evaluateAll(all => all.map(one => one.value)), ['field3', 'user', 'id']);
  await accessible(page);
  await load(person);
  const names = async () => (await person.cells()).map(cell => cell.replace(/^\d+ · /, '')).sort();
  const all = ['-3 · 11 f:name login', '-3 · 11 f:stamp 2012-05-25', '7 · 10 f:name logout', '7 · 10 f:stamp 2012-05-24 11:00', '7 · 9 f:name login', '7 · 9 f:stamp 2012-05-24 10:00'];
  await until(names, all);
  await person.choose('Get', 'Row');
  await person.type({ 'Row key': '*, 7, 10' });
  await person.run();
  await until(async () => /^get \d · 7 · 10/.test((await person.did('A')).at(-1)), true);
  await page.reload();
  await until(names, all, 30_000);
});

play('import: lines that do not fit a composed key are told with number and reason', {}, async ({ person }) => {
  await pick(person, { ...actions, text: actions.text.replace('10,7,logout', '10,many,logout') });
  const { dialog } = person;
  await dialog.getByRole('radio', { name: 'fields, designed' }).check();
  await person.button('+ field', dialog).click();
  await dialog.getByLabel('Column of field2').selectOption('from user');
  await person.button('Load', dialog).click();
  await until(() => dialog.getByRole('alert').textContent(), '1 line cannot be read, so nothing was loaded: mend it, or leave it out.');
  assert.deepEqual(await dialog.getByRole('listitem').allTextContents(), ['Line 3: user: “many” is not a whole number: type digits, or bytes as \\xNN.10,many,logout,2012-05-24 11:00']);
});

play('import: a family is typed over a name, letter by letter', {}, async ({ person, page }) => {
  await pick(person, files.tsv);
  const called = person.dialog.getByLabel('Family and qualifier of name');
  await called.selectText();
  await page.keyboard.type('g');
  assert.equal(await called.inputValue(), 'g');
  await page.keyboard.type(':count');
  assert.equal(await called.inputValue(), 'g:count');
  await load(person);
  await until(async () => (await person.cells()).slice(0, 2), ['1 f:age 3', '1 g:count fluffy']);
});

play('import: what the table lacks of its file is told, and integers show as numbers', {}, async ({ person }) => {
  await pick(person, { name: 'many.csv', mimeType: 'text/csv', text: 'id,name,name\r1,a,7\r1,b,8\r' });
  await person.dialog.getByText('Two columns are called “name”: the later one is “name_2” here').waitFor();
  await person.dialog.getByLabel('How name_2 is written').selectOption({ label: '8-byte integer' });
  await load(person);
  await person.page.getByText('1 line repeats the row key of an earlier one, such as “1” in line 3').waitFor();
  await until(() => person.cells(), ['1 f:name b', '1 f:name_2 8']);
});

play('import: objects in objects go by their paths, and a bad one is shown at its place', {}, async ({ person }) => {
  await pick(person, { ...files.jsonl, text: '{"id": "a", "user": {"id": 7}, "tags": ["x", "y"]}\n{"id": "b" "user": 1}\n' });
  assert.equal(await person.dialog.getByLabel('The same as importtsv.columns').inputValue(), 'HBASE_ROW_KEY,f:user.id,f:tags.0,f:tags.1');
  await person.button('Load', person.dialog).click();
  await until(() => person.dialog.locator('mark').textContent(), '"user": 1}');
  await person.button('Leave bad lines out and load', person.dialog).click();
  await until(() => person.cells(), ['a f:tags.0 x', 'a f:tags.1 y', 'a f:user.id 7']);
});
