// The help: what it lists.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { accessible, play } from './stage.mjs';

// The list of the documentation, which a test of the model compares with the model's own.
const documented = (await readFile(new URL('../../docs/fidelity.md', import.meta.url), 'utf8'))
  .split('\n').filter(line => line.startsWith('| `')).map(line => line.split(' | ').slice(1).map(cell => cell.replace(/ \|$/, '')));

play('the help lists every deliberate difference from HBase', {}, async ({ page, person }) => {
  await page.keyboard.press('?');
  const parts = person.dialog.locator('details');
  await parts.first().waitFor();
  assert.ok(documented.length > 15);
  const shown = await person.dialog.locator('details li').allTextContents();
  assert.equal(shown.length, documented.length);
  for (const [what, effect] of documented) assert.ok(shown.some(text => text.startsWith(`${what} ${effect}`)), what);
  for (const part of await parts.all()) await part.locator('summary').click();
  assert.ok(await person.dialog.getByText('Which of several equal regions moves may differ.').isVisible());
  await accessible(page);
});
