// The page in a sandboxed frame of another origin, where it has no storage and every origin is foreign.

import assert from 'node:assert/strict';
import { Person, until } from './person.mjs';
import { play } from './stage.mjs';

const framing = address => `<!doctype html><title>Somebody’s documentation</title><link rel="icon" href="data:,"><iframe sandbox="allow-scripts" width="1200" height="760" src="${address}"></iframe>`;

play('frame: a sandbox without storage has the whole playground, and nothing fails',
  { opens: false, host: address => ({ '/frame': framing(address) }) }, async ({ page, host }) => {
    await page.goto(host.origin + '/frame');
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await frame.waitForFunction(() => performance.getEntriesByName('splitpoint:started').length > 0);
    assert.equal(await frame.evaluate(() => { try { return String(localStorage); } catch (error) { return error.name; } }), 'SecurityError');
    const person = new Person(frame);
    await person.choose('Prepend');
    await person.run();
    await until(async () => (await person.cells())[0], '17 c:text I like your post');

    await person.startFrom('Your file …');
    await person.dialog.locator('input[type=file]').setInputFiles(
      { name: 'pets.tsv', mimeType: 'text/plain', buffer: Buffer.from('id\tname\n1\tfluffy\n') });
    await person.button('Load', person.dialog).click();
    await until(() => person.cells(), ['1 f:name fluffy']);
  });
