// Insert: keys typed in every notation, where they would land and where they do, and what HBase says to bad input.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { play } from './stage.mjs';

/** The rows of the picture, each with its region: `['r1 18', …]`. */
async function rows(person) {
  return [...new Set((await person.lines()).map(({ region, cell }) => `${region.split(' ')[0]} ${cell.split(' c:')[0]}`))];
}

play('insert: where a key would land is said before it is sent, and there it lands', {}, async ({ person }) => {
  const keys = [ // how it is typed, what is typed, where it would land, the row as it is printed
    ['8-byte integer', '17', 'r1 on server S1, before 18: the first row.', 'r1 17'],
    ['text, \\xNN', '\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x10', 'r1 on server S1, before 17: the first row.', 'r1 16'],
    ['hexadecimal', '00 00 00 00 00 00 00 13', 'r1 on server S1: there are cells of this row.', 'r1 19'],
    ['8-byte integer', '21', 'r2 on server S2, after 20: the last row.', 'r2 21'],
    // Four bytes are another key than eight, and 18 is not before 19 then.
    ['4-byte integer', '18', 'r2 on server S2, after 21: the last row.', 'r2 \\x00\\x00\\x00\\x12'],
    ['text, \\xNN', 'x\\x00y', 'r2 on server S2, after \\x00\\x00\\x00\\x12: the last row.', 'r2 \\x78\\x00\\x79'],
    ['reversed time', '2012-05-24 10:00', 'r2 on server S2, after \\x78\\x00\\x79: the last row.', 'r2 9223370699001175807'],
    ['8-byte integer', '40', 'r2 on server S2, between 21 and \\x00\\x00\\x00\\x12.', 'r2 40'],
    ['8-byte integer', '-1', 'r2 on server S2, after 9223370699001175807: the last row.', 'r2 -1'],
  ];
  for (const [encoding, text, lands, row] of keys) {
    await person.typeAs('Row key', encoding);
    await person.type({ 'Row key': text });
    await until(async () => (await person.said('Row key'))[0], lands);
    await person.run();
    await until(async () => (await rows(person)).includes(row), true);
  }
  assert.deepEqual(await rows(person), [
    'r1 16', 'r1 17', 'r1 18', 'r1 19', 'r2 20', 'r2 21', 'r2 40',
    'r2 \\x00\\x00\\x00\\x12', 'r2 \\x78\\x00\\x79', 'r2 9223370699001175807', 'r2 -1',
  ]);
});

play('insert: a key of fields lands among the rows of its user, the newest first', {}, async ({ person }) => {
  await person.startFrom('User actions');
  await person.type({ 'Row key': '7, 2009-06-11 12:00, 900' });
  const said = /^r2 on server S2, between 7 · 2009-06-11 15:13:38 · 715 and 7 · 2009-06-11 11:27:49 · 702\.$/;
  await until(async () => (await person.said('Row key'))[0] ?? '', said);
  await person.step();
  await until(() => person.badges(), ['7 · 2009-06-11 12:00 · 900 content:name login: + A written']);
  const cells = await person.cells(); // the step brought it in sight
  const at = cells.indexOf('7 · 2009-06-11 12:00 · 900 content:name login');
  assert.match(cells[at - 1], /^7 · 2009-06-11 15:13:38 · 715 /);
  assert.match(cells[at + 1], /^7 · 2009-06-11 11:27:49 · 702 /);
});

play('insert: a cell that is there gets a new version, and can be given a time of its own', {}, async ({ person }) => {
  await person.type({ 'Row key': '18', 'Column 1': 'c:text', 'Value 1': 'Cooler' });
  await person.run();
  await until(async () => (await person.cells()).slice(0, 4),
    ['18 c:date May 24', '18 c:text Cooler', '18 c:text Cool (older)', '18 c:who Roger']);
  await person.button('+ times', person.form).click();
  await person.type({ 'Value 1': 'Earlier', 'Time 1': '900' });
  await person.run();
  await until(async () => (await person.cells()).slice(1, 4),
    ['18 c:text Cooler', '18 c:text Cool (older)', '18 c:text Earlier (older)']);
});

play('insert: bad input is told at its field, and HBase answers as it does', {}, async ({ person }) => {
  const before = await person.cells();
  const key = () => person.said('Row key').then(said => said.join('\n'));
  const column = () => person.said('Column 1').then(said => said.join('\n'));

  await person.type({ 'Row key': '' });
  await until(key, /HBase answers IllegalArgumentException \(Row length is 0\)/);
  await person.run();
  await until(key, /^IllegalArgumentException: Row length is 0\. .*give one/m);

  await person.typeAs('Row key', 'text, \\xNN');
  await person.type({ 'Row key': 'k'.repeat(32768) });
  await until(key, /HBase answers IllegalArgumentException \(Row length 32768 is > 32767\)/);
  await person.step();
  await until(key, /^IllegalArgumentException: Row length 32768 is > 32767\. .*give a shorter one/m);
  assert.equal(await person.position(), '0 of 0', 'the client refuses, and nothing is sent');

  await person.type({ 'Row key': 'k'.repeat(32767) });
  await until(key, /^(?!.*IllegalArgument)[^]*$/);

  await person.typeAs('Row key', '8-byte integer');
  for (const [text, reason] of [['seventeen', /“seventeen” is not a whole number/], ['9223372036854775808', /does not fit in 8 bytes/]]) {
    await person.type({ 'Row key': text });
    await until(key, reason);
    await person.step();
    assert.equal(await person.position(), '0 of 0', 'what is not bytes is not sent');
  }

  await person.type({ 'Row key': '17', 'Column 1': 'z:text' });
  await until(column, /comments has no family “z”: HBase answers NoSuchColumnFamilyException/);
  assert.match(await person.field('Column 1').getAttribute('class'), /input--warn/);
  await person.run();
  await until(() => person.did('A'), ['put 17 NoSuchColumnFamilyException']);
  assert.match(await person.sentence(), /^A put 17 fails: NoSuchColumnFamilyException\. Table comments has no family z/);
  assert.equal(await person.state('A'), 'failed');
  assert.deepEqual(await person.cells(), before, 'nothing is written');
});

play('insert: one button at most has the accent colour: what is to be done next', {}, async ({ page, person }) => {
  const accents = expected => until(() => person.accents(), expected);
  await accents(['Start: Newest first']);
  await person.type({ 'Row key': '16' });
  await accents(['Send']);
  await person.step();
  await accents([]);
  await person.choose('Prepend');
  await accents(['Send']);
  await person.step();
  await accents(['Next: A check-and-put 15']);
  await person.next();
  await accents([]);
  await page.keyboard.press('k');
  await accents(['Make the table with this key']);
  await page.keyboard.press('Escape');
  await person.button('Step back', person.time).click();
  await accents(['Next: A check-and-put 15']);
  await person.as('Ben');
  await accents(['Send']);
});
