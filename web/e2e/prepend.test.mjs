// Prepend: two people write a comment before the first one at the same time, call by call.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { play } from './stage.mjs';

/** Ada and Ben have both read the first row, and nobody has written yet. */
async function bothHaveRead(person, { blind }) {
  await person.choose('Prepend');
  if (blind) await person.field('Write blindly, with a plain put').check();
  await person.step();
  await until(() => person.sentence(), /^A reads the first row: it is 18, so 17 is to be next/);
  await person.as('B Ben');
  await person.type({ 'Value 1': 'Me too', 'Value 2': 'Ben' });
  await person.step();
  await until(() => person.sentence(), /^B reads the first row: it is 18, so 17 is to be next/);
}

const written = [
  '18 c:date May 24', '18 c:text Cool', '18 c:who Roger',
  '19 c:date May 23', '19 c:text I agree', '19 c:text I agre (older)', '19 c:who John',
  '20 c:date May 22', '20 c:link ✕ DeleteColumn', '20 c:link cheap-pills.example (deleted)',
  '20 c:text Nice post', '20 c:who Smith',
];

play('prepend: the check of the second fails, it tries one lower, and both comments are there', {}, async ({ person }) => {
  await bothHaveRead(person, { blind: false });

  await person.stepClient('A');
  await until(() => person.sentence(), /^A check-and-put on 17 succeeds/);
  assert.deepEqual(await person.badges(), ['17 c:text I like your post: = A check ok, + A written', '17 c:who Ada: + A written']);

  await person.stepClient('B');
  await until(() => person.sentence(), /^B check-and-put on 17 fails: A wrote that row one step ago\. Nothing is written/);
  await until(() => person.cells(), ['17 c:text I like your post', '17 c:who Ada', ...written]);

  await person.stepClient('B');
  await until(() => person.sentence(), /^B check-and-put on 16 succeeds/);
  await until(() => person.cells(),
    ['16 c:text Me too', '16 c:who Ben', '17 c:text I like your post', '17 c:who Ada', ...written]);

  assert.deepEqual(await person.did('A'), ['scan first row → 18', 'check-and-put 17 true']);
  assert.deepEqual(await person.did('B'), ['scan first row → 18', 'check-and-put 17 false', 'check-and-put 16 true']);
  assert.deepEqual(await person.memory('B'), { first: '18', wrote: '16', tries: '2' });
  assert.deepEqual([await person.state('A'), await person.state('B')], ['done', 'done']);
  assert.equal(await person.position(), '5 of 5');
});

play('prepend: with a plain put the second overwrites the first, and its comment is lost', {}, async ({ person }) => {
  await bothHaveRead(person, { blind: true });
  await person.stepClient('A');
  await until(async () => (await person.cells()).slice(0, 2), ['17 c:text I like your post', '17 c:who Ada']);
  await person.stepClient('B');
  await until(() => person.cells(), [
    '17 c:text Me too', '17 c:text I like your post (older)', '17 c:who Ben', '17 c:who Ada (older)', ...written,
  ]);
  assert.deepEqual((await person.did('B')).slice(1), ['put 17 done']);
  await person.button('old versions').click(); // hides old versions, as a reader does not get them
  await until(async () => (await person.cells()).slice(0, 3), ['17 c:text Me too', '17 c:who Ben', '18 c:date May 24']);
});

play('prepend: into an empty table the first row gets the key that was said', {}, async ({ person }) => {
  await person.startFrom('Empty');
  await person.type({ Name: 'notes' });
  await person.run();
  await until(() => person.regions(), ['r1 [−∞, +∞) on S1']);
  await person.choose('Prepend');
  await person.type({ 'Column of every row: the new row must not have it yet': 'f:text', 'Column 1': 'f:text', 'Value 1': 'First' });
  await person.type({ 'Key of the first row, if the table is empty': '9' });
  await person.run();
  await until(() => person.did('A'), ['scan first row empty', 'check-and-put \\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x09 true']);
  await until(() => person.cells(), ['\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x09 f:text First']);
});
