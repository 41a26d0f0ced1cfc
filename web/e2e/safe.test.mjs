// Nothing is lost: what cannot be restored is set aside, what cannot be kept is said, and two tabs never write the same.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Person, until } from './person.mjs';
import { open, play, started } from './stage.mjs';

const banner = page => page.locator('.banner');
const folder = 'splitpoint./docs/try/v1/';
const own = page => page.evaluate(folder => localStorage.getItem(`${folder}session`), folder);
const names = page => page.evaluate(() => Object.keys(localStorage).sort());
const saved = (page, button) => Promise.all([page.waitForEvent('download'), banner(page).getByRole('button', { name: button }).click()])
  .then(async ([file]) => readFile(await file.path(), 'utf8'));

/** Until the session that is kept has this in it. */
const kept = (page, words) => page.waitForFunction(([folder, words]) =>
  Object.entries(localStorage).some(([name, text]) => name.startsWith(folder) && text.includes(words)), [folder, words]);

async function prepend(person) {
  await person.choose('Prepend');
  await person.run();
  await until(() => person.position(), '2 of 2');
}

const broken = {
  unreadable: '{"from another time"',
  newer: '{"version":2,"example":"comments","log":[]}',
  unknown: '{"version":1,"example":"comments","log":[{"A":{"levitate":{}}}]}',
  'of an example that is gone': '{"version":1,"example":"atlantis","log":[]}',
  'of a file that is gone': '{"version":1,"file":"gone.tsv","log":[]}',
  'different now': '{"version":1,"example":"comments","log":[{"A":{"run":{"ops":9}}}]}',
};

for (const [kind, text] of Object.entries(broken)) {
  play(`safe: a kept session that is ${kind} is set aside, whatever is done then, until it is deleted`, { opens: false }, async ({ person, page, site }) => {
    // As pages kept it that had one place for every folder.
    await page.addInitScript(text => localStorage.getItem('splitpoint.session') ?? localStorage.setItem('splitpoint.session', text), text);
    await open(page, site);
    await banner(page).getByText('It is set aside in this browser').waitFor();
    await prepend(person);
    await kept(page, 'prepend');
    assert.equal(await saved(page, 'Save what was set aside'), text);

    await page.reload();
    await started(page);
    await until(() => person.position(), '2 of 2');
    assert.equal(await saved(page, 'Save what was set aside'), text);
    await banner(page).getByRole('button', { name: 'Delete it' }).click();
    await until(() => banner(page).count(), 0);
    await page.reload();
    await started(page);
    await until(() => person.position(), '2 of 2');
    assert.equal(await banner(page).count(), 0);
  });
}

play('safe: what is set aside takes the file along on which it stands', {}, async ({ person, page }) => {
  await person.startFrom('Your file …');
  const file = { name: 'few.tsv', mimeType: 'text/tab-separated-values', buffer: Buffer.from('id\tname\n1\ta\n2\tb\n') };
  await person.dialog.locator('input[type=file]').setInputFiles(file);
  await person.button('Load', person.dialog).click();
  await person.dialog.waitFor({ state: 'detached' });
  await person.choose('Insert');
  await person.run();
  await until(() => person.position(), /^[1-9]/);
  await kept(page, '"log":[{"A"');
  const position = await person.position();
  const text = await own(page);
  await page.waitForTimeout(500);
  // It becomes unreadable, and is set aside.
  await page.evaluate(folder => localStorage.setItem(`${folder}session`, '{"version":2'), folder);
  await page.goto('about:blank');
  await page.goBack();
  await started(page);
  await banner(page).getByText('It is set aside in this browser').waitFor();
  // A version that can read it finds its file, too.
  await page.evaluate(([folder, text]) => localStorage.setItem(`${folder}aside.1`, text), [folder, text]);
  await menu(person, 'What is kept …');
  await person.dialog.getByRole('listitem').filter({ hasText: 'What could not be restored' }).getByRole('button', { name: 'Open' }).click();
  await until(() => person.position(), position, 20_000);
  assert.deepEqual((await names(page)).filter(name => name.includes('aside')), []);
});

play('safe: pages in different folders do not share what is kept, and find what was kept before', {
  server: { pages: {} }, opens: false,
}, async ({ person, page, site }) => {
  await open(page, site);
  await prepend(person);
  await kept(page, 'prepend');
  const text = await own(page);
  assert.equal(await page.evaluate(() => localStorage.getItem('splitpoint.session')), null);
  // What a page of before folders were told apart had kept is found in each of them, and stays for the others.
  await page.goto('about:blank');
  await page.addInitScript(([folder, text]) => {
    if (localStorage.getItem('splitpoint.session')) return;
    localStorage.setItem('splitpoint.session', text);
    localStorage.removeItem(`${folder}session`);
  }, [folder, text]);
  await open(page, site);
  await until(() => person.position(), '2 of 2');
  await page.goto(`${site.address}?fresh`);
  await started(page);
  await until(() => person.position(), '0 of 0');
  assert.equal(await page.evaluate(() => localStorage.getItem('splitpoint.session')), text);
  await page.reload();
  await started(page);
  await until(() => person.position(), '0 of 0');
});

play('safe: of a long session only what changed is kept with each step', { opens: false }, async ({ person, page, site }) => {
  const get = { A: { get: { table: 'comments', row: '0x0000000000000011' } } };
  const text = JSON.stringify({ version: 1, example: 'comments', log: Array(2_500).fill([get, { A: { run: { ops: 1 } } }]).flat() });
  assert.ok(text.length > 140_000);
  await page.addInitScript(([name, text]) => localStorage.getItem(name) ?? localStorage.setItem(name, text), [`${folder}session`, text]);
  await open(page, site);
  const both = () => page.evaluate(name => [localStorage.getItem(name), localStorage.getItem(`${name}.changes`)], `${folder}session`);
  // On a busy machine it may be kept in the middle; then its second half is a change already.
  await person.choose('Insert');
  await person.type({ 'Row key': '16' });
  await person.run();
  await until(() => person.position(), '2501 of 2501');
  await kept(page, '0x0000000000000010');
  const [whole, begun] = await both();
  assert.ok(begun.length < 1_000, begun);
  await person.choose('Prepend');
  await person.run();
  await until(() => person.position(), '2503 of 2503');
  await page.waitForFunction(([name, begun]) => localStorage.getItem(name) !== begun, [`${folder}session.changes`, begun]);
  const [still, changes] = await both();
  assert.equal(still, whole);
  assert.ok(changes.length < 1_000, changes);

  await page.reload();
  await started(page);
  await until(() => person.position(), '2503 of 2503');
  // Changes of another text say nothing. It is exchanged when the page has been left, which may keep something.
  await page.addInitScript(([name, whole, changes]) => {
    if (sessionStorage.getItem('exchanged')) return;
    sessionStorage.setItem('exchanged', 'yes');
    localStorage.setItem(name, whole.replace('{', '{ '));
    localStorage.setItem(`${name}.changes`, changes);
  }, [`${folder}session`, whole, changes]);
  await page.reload();
  await started(page);
  // Without its second half, where it was kept in the middle.
  await until(() => person.position(), /^(2500 of 2500|2501 of 2501)$/);
  await page.goto(`${site.address}?fresh`);
  await started(page);
  await until(async () => (await names(page)).filter(name => name.endsWith('.changes')), []);
});

/** The storage has room for so many characters of each text. */
const smallStorage = (page, room) => page.addInitScript(room => {
  const set = Storage.prototype.setItem;
  Storage.prototype.setItem = function (name, text) {
    if (text.length > room && this === localStorage) throw new DOMException('full', 'QuotaExceededError');
    return set.call(this, name, text);
  };
}, room);

play('safe: what is too large for the storage is kept all the same', { opens: false }, async ({ person, page, site }) => {
  await smallStorage(page, 200);
  await open(page, site);
  await prepend(person);
  await kept(page, 'archive');
  assert.equal(await banner(page).count(), 0);
  await page.reload();
  await started(page);
  await until(() => person.position(), '2 of 2');
  await prepend2(person);
  await page.waitForTimeout(1000);
  await page.reload();
  await started(page);
  await until(() => person.position(), '4 of 4');
});

async function prepend2(person) {
  await person.choose('Prepend');
  await person.run();
  await until(() => person.position(), '4 of 4');
}

/** Once `window.slow` is set, the database opens so many milliseconds later. */
const slowArchive = (page, milliseconds) => page.addInitScript(milliseconds => {
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (...given) {
    const asked = open.apply(this, given);
    if (!window.slow) return asked;
    let isHeld = false;
    asked.addEventListener('success', event => {
      if (isHeld) return;
      event.stopImmediatePropagation();
      setTimeout(() => { isHeld = true; asked.dispatchEvent(new Event('success')); }, milliseconds);
    }, true);
    return asked;
  };
}, milliseconds);

/** The names of the texts in the archive. */
const texts = page => page.evaluate(folder => new Promise(tell => {
  const asked = indexedDB.open(folder);
  asked.onsuccess = () => {
    const names = asked.result.transaction('texts').objectStore('texts').getAllKeys();
    names.onsuccess = () => { asked.result.close(); tell(names.result); };
  };
}), folder);

/** What the storage says of texts in the archive, by the names under which they are kept. */
const pointers = page => page.evaluate(folder => Object.fromEntries(Object.entries(localStorage)
  .filter(([, text]) => text.startsWith('in the archive: '))
  .map(([name, text]) => [name.slice(folder.length), text.slice('in the archive: '.length)])), folder);

play('safe: work that is on its way to the archive is there after another start, and after “Start over”', { opens: false }, async ({ person, page, site }) => {
  await smallStorage(page, 150);
  await slowArchive(page, 1_500);
  await open(page, site);
  await prepend(person);
  await kept(page, 'archive');
  await page.evaluate(() => { window.slow = true; });
  await prepend2(person);
  await page.waitForTimeout(500);
  await person.startFrom('Table inside a row');
  await until(() => page.locator('#menu-start').textContent(), /Table inside a row/, 20_000);
  await person.run();
  await until(async () => (await person.position()) !== '0 of 0', true);
  const there = await person.position();
  await until(async () => Object.keys(await pointers(page)).sort(), ['session', 'session.at.comments'], 20_000);
  const at = await pointers(page);
  assert.notEqual(at.session, at['session.at.comments']);
  await person.startFrom('Comments');
  await until(() => person.position(), '4 of 4', 20_000);
  await person.startFrom('Table inside a row');
  await until(() => person.position(), there, 20_000);

  await person.startFrom('Comments');
  await until(() => person.position(), '4 of 4', 20_000);
  await person.choose('Prepend');
  await person.run();
  await until(() => person.position(), '6 of 6');
  await page.waitForTimeout(500);
  await startOver(person);
  await until(() => person.position(), '0 of 0', 20_000);
  await person.run();
  await until(async () => Object.keys(await pointers(page)).includes('session'), true, 20_000);
  await page.evaluate(() => { window.slow = false; });
  await menu(person, 'What is kept …');
  await person.dialog.getByRole('listitem').filter({ hasText: 'before it was begun anew' }).getByRole('button', { name: 'Open' }).click();
  await until(() => person.position(), '6 of 6', 20_000);
});

play('safe: what the archive has is found by its start, and freed with what says that it is there', { opens: false, timeout: 120_000 }, async ({ person, page, site }) => {
  await smallStorage(page, 80);
  // As pages kept it whose names did not tell the start; and a text that nothing speaks of.
  await page.addInitScript(folder => {
    if (sessionStorage.getItem('begun')) return;
    sessionStorage.setItem('begun', 'yes');
    localStorage.setItem(`${folder}session`, 'in the archive: 5');
    const asked = indexedDB.open(folder);
    asked.onupgradeneeded = () => ['files', 'texts'].forEach(name => asked.result.createObjectStore(name));
    asked.onsuccess = () => {
      const texts = asked.result.transaction('texts', 'readwrite').objectStore('texts');
      texts.put('{"version":1,"example":"comments","log":[{"A":{"get":{"table":"comments","row":"a"}}},{"A":{"run":{"ops":1}}}]}', '5');
      texts.put('nobody’s', '6').onsuccess = () => asked.result.close();
    };
  }, folder);
  await open(page, site);
  await until(() => person.position(), '1 of 1');
  await person.startFrom('Table inside a row');
  await until(async () => Object.keys(await pointers(page)), ['session.at.comments']);
  await person.startFrom('Comments');
  await until(() => person.position(), '1 of 1');
  await person.choose('Prepend');
  await person.run();
  await until(() => person.position(), '3 of 3');
  await until(async () => (await pointers(page)).session?.startsWith('comments.'), true);
  const { session } = await pointers(page);
  await page.waitForTimeout(1_000);
  await page.reload();
  await started(page);
  await until(() => person.position(), '3 of 3');
  await person.choose('Prepend');
  await person.run();
  await until(() => person.position(), '5 of 5');
  await page.waitForTimeout(1_000);
  assert.equal((await pointers(page)).session, session, 'a visit more is no text more');
  await until(async () => (await texts(page)).sort(), ['6', session]);

  await person.startFrom('User actions');
  await until(() => person.position(), '0 of 0');
  await menu(person, 'What is kept …');
  const line = person.dialog.getByRole('listitem').filter({ hasText: 'Your work on “Comments”' });
  // The size is that of the text, not of what says where it is.
  await until(async () => Number(/\d+/.exec((await line.textContent()).replace(/.*”/, ''))[0]) > 150, true);
  await line.getByRole('button', { name: 'Delete' }).click();
  await until(() => texts(page), ['6']);
  await until(() => texts(page), [], 15_000);
});

play('safe: “Undo” of “Start over” and deleting what was set aside leave no text in the archive', { opens: false }, async ({ person, page, site }) => {
  await smallStorage(page, 150);
  await open(page, site);
  await prepend(person);
  await kept(page, 'archive');
  const { session } = await pointers(page);
  await startOver(person);
  await until(() => person.position(), '0 of 0');
  await banner(page).getByRole('button', { name: 'Undo' }).click();
  await until(() => person.position(), '2 of 2');
  await until(() => pointers(page), { session });
  await until(() => texts(page), [session]);
  // It cannot be read any more: it is set aside.
  await page.evaluate(([folder, name]) => new Promise(tell => {
    const asked = indexedDB.open(folder);
    asked.onsuccess = () => {
      asked.result.transaction('texts', 'readwrite').objectStore('texts').put('{"from another time"', name).onsuccess = () => { asked.result.close(); tell(); };
    };
  }), [folder, session]);
  await page.reload();
  await started(page);
  await banner(page).getByRole('button', { name: 'Delete it' }).click();
  await until(() => texts(page), []);
});

const silent = {
  'an archive that never answers': () => { IDBFactory.prototype.open = () => new EventTarget(); },
  'code for what has no room that never comes': () => {
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
  },
};

for (const [kind, fault] of Object.entries(silent)) {
  play(`safe: ${kind} is told, with the file to save, and the work goes on`, { opens: false }, async ({ person, page, site }) => {
    await smallStorage(page, 150);
    await page.addInitScript(fault);
    await page.route(/\/chunk\/care/, route => kind.startsWith('code') ? undefined : route.continue());
    await open(page, site);
    await prepend(person);
    await banner(page).getByText(/what you do now is not kept/i).waitFor({ timeout: 9_000 });
    await prepend2(person);
    const file = JSON.parse(await saved(page, 'Save it as a file'));
    assert.equal(JSON.stringify(file.log).match(/prepend/g).length, 2);
    if (kind.startsWith('code')) return;
    // The reader knows: another start is not refused.
    await person.startFrom('User actions');
    await until(() => page.locator('#menu-start').textContent(), /User actions/, 20_000);
  });
}

play('safe: code for what has no room that is gone is told, with the file to save', { opens: false, allows: [/404/, /CompileError/] }, async ({ person, page, site }) => {
  await page.addInitScript(() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; });
  await page.route(/\/chunk\/(care|import)/, route => route.fulfill({ status: 404 }));
  await open(page, site);
  await prepend(person);
  await banner(page).getByText(/what you do now is not kept/i).waitFor();
  assert.match(await saved(page, 'Save it as a file'), /prepend/);
});

play('safe: a file for which the archive never answers is told', {}, async ({ person, page }) => {
  await page.evaluate(() => { IDBFactory.prototype.open = () => new EventTarget(); });
  await importFile(person, 'pets.tsv', 'id\tname\n1\tfluffy\n3\ttom\n');
  await banner(page).getByText('Your file could not be kept').waitFor({ timeout: 9_000 });
});

const faults = {
  'full, and without a database': [/is full/, () => {
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
    IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); };
  }],
  'full, with a newer database': [/is full/, () => {
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
    IDBFactory.prototype.open = () => { throw new DOMException('newer', 'VersionError'); };
  }],
  denied: [/keeps nothing for this page/, () => {
    Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } });
  }],
};

for (const [kind, [words, fault]] of Object.entries(faults)) {
  play(`safe: a storage that is ${kind} is told at the first step, with the file to save`, { opens: false }, async ({ person, page, site }) => {
    await page.addInitScript(fault);
    await open(page, site);
    assert.equal(await banner(page).count(), 0);
    await prepend(person);
    await banner(page).getByText(words).waitFor();
    const file = JSON.parse(await saved(page, 'Save it as a file'));
    assert.equal(file.version, 1);
    assert.match(JSON.stringify(file.log), /prepend/);
  });
}

play('safe: a file that cannot be kept is told', { opens: false }, async ({ person, page, site }) => {
  await page.addInitScript(() => { IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); }; });
  await open(page, site);
  await person.startFrom('Your file …');
  await person.dialog.locator('input[type=file]').setInputFiles(
    { name: 'pets.tsv', mimeType: 'text/plain', buffer: Buffer.from('id\tname\n1\tfluffy\n3\ttom\n') });
  await person.button('Load', person.dialog).click();
  await banner(page).getByText('Your file could not be kept').waitFor();
});

for (const locks of [true, false]) {
  play(`safe: of two tabs one keeps, and the other is told and keeps a copy${locks ? '' : ', without locks'}`, { opens: false }, async ({ person, page, site }) => {
    const context = page.context();
    if (!locks) await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined }));
    await open(page, site);
    await prepend(person);
    await kept(page, 'prepend');
    const text = await own(page);

    const other = await context.newPage();
    await open(other, site);
    const reader = new Person(other);
    await until(() => reader.position(), '2 of 2');
    // Without locks whoever came last has it.
    const [second, copier, first] = locks ? [other, reader, page] : [page, person, other];
    await banner(second).getByText('kept apart from it, as a copy').waitFor();
    assert.equal(await banner(first).count(), 0);
    await prepend2(copier);
    await until(async () => (await names(page)).some(name => name.startsWith(`${folder}copy.`)), true);
    assert.equal(await own(page), text);
    await second.reload();
    await started(second);
    await until(() => copier.position(), '4 of 4');

    await banner(second).getByRole('button', { name: 'Take over my work here' }).click();
    await until(() => copier.position(), '2 of 2');
    await banner(first).getByText('Another tab has taken over your work').waitFor();
    await until(() => banner(second).count(), 0);
    await copier.button('Back', copier.time).click().catch(() => {});
    assert.ok((await names(page)).some(name => name.startsWith(`${folder}copy.`)), 'the copy is not lost');
  });
}

play('safe: a reload of the only tab asks nobody', {}, async ({ person, page }) => {
  await prepend(person);
  for (let time = 0; time < 3; time += 1) {
    await page.reload();
    await started(page);
    await until(() => person.position(), '2 of 2');
    await page.waitForTimeout(700);
    assert.equal(await banner(page).count(), 0);
  }
});

play('safe: each start keeps its own session, and changing it loses nothing', {}, async ({ person, page }) => {
  await prepend(person);
  await person.startFrom('User actions');
  await until(() => person.position(), '0 of 0');
  await person.run();
  await until(async () => (await person.position()) !== '0 of 0', true);
  const there = await person.position();
  await person.startFrom('Comments');
  await until(() => person.position(), '2 of 2');
  await person.startFrom('Comments');
  await until(() => person.position(), '2 of 2');
  await page.reload();
  await started(page);
  await until(() => person.position(), '2 of 2');
  await person.startFrom('User actions');
  await until(() => person.position(), there);
  await page.reload();
  await started(page);
  await until(() => person.position(), there);
});

async function importFile(person, name, text) {
  await person.startFrom('Your file …');
  await person.dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await person.button('Load', person.dialog).click();
  await person.dialog.waitFor({ state: 'detached' });
}

const menu = async (person, name) => {
  await person.page.locator('#menu-start').click();
  await person.page.getByRole('menuitem', { name, exact: true }).click();
  await person.settled();
};

async function startOver(person) {
  await menu(person, 'Start over');
  await person.button('Start over', person.dialog).click();
}

/** Opens what was there before “Start over”, out of what is kept. */
async function openBefore(person) {
  await menu(person, 'What is kept …');
  await person.dialog.getByRole('listitem').filter({ hasText: 'before it was begun anew' }).getByRole('button', { name: 'Open' }).click();
}

play('safe: files of one name do not take each other’s steps, and what is kept can be opened and deleted', {}, async ({ person, page }) => {
  await prepend(person);
  await importFile(person, 'pets.tsv', 'id\tname\n1\tfluffy\n3\ttom\n');
  await until(() => person.cells(), ['1 f:name fluffy', '3 f:name tom']);
  await person.type({ 'Row key': '2', 'Column 1': 'f:name', 'Value 1': 'two' });
  await person.run();
  await until(() => person.cells(), ['1 f:name fluffy', '2 f:name two', '3 f:name tom']);
  await importFile(person, 'pets.tsv', 'id\tname\n7\trex\n');
  await until(() => person.cells(), ['7 f:name rex']);
  await page.waitForTimeout(600);
  await page.reload();
  await started(page);
  await until(() => person.cells(), ['7 f:name rex']);

  await menu(person, 'What is kept …');
  const list = person.dialog.getByRole('listitem');
  await until(() => list.count(), 5); // two sessions on files, one on an example, and two files
  await list.filter({ hasText: 'Your work on a file' }).getByRole('button', { name: 'Open' }).click();
  await until(() => person.cells(), ['1 f:name fluffy', '2 f:name two', '3 f:name tom']);
  await page.reload();
  await started(page);
  await until(() => person.cells(), ['1 f:name fluffy', '2 f:name two', '3 f:name tom']);

  await menu(person, 'What is kept …');
  await until(() => list.filter({ hasText: 'Your file' }).count(), 2);
  for (let left = 3; left > 0; left -= 1) {
    await until(() => list.getByRole('button', { name: 'Delete' }).count(), left);
    await list.getByRole('button', { name: 'Delete' }).first().click();
  }
  await until(() => list.getByRole('button', { name: 'Delete' }).count(), 0);
  await until(() => list.count(), 2);
  const files = await page.evaluate(folder => new Promise(tell => {
    const asked = indexedDB.open(folder);
    asked.onsuccess = () => {
      const count = asked.result.transaction('files').objectStore('files').count();
      count.onsuccess = () => { asked.result.close(); tell(count.result); };
    };
  }), folder);
  assert.equal(files, 1);
  assert.deepEqual((await names(page)).filter(name => name.includes('.at.')), []);
});

play('safe: while a file is read another one is refused, and Cancel leads back whenever it is pressed', {}, async ({ person, page }) => {
  await prepend(person);
  // Reading takes its time.
  await page.evaluate(() => {
    const read = FileReader.prototype.readAsArrayBuffer;
    FileReader.prototype.readAsArrayBuffer = function (...given) { setTimeout(() => read.apply(this, given), 300); };
  });
  const rows = (begin, count) => `id\tname\n${Array.from({ length: count }, (_, row) => `${begin}${row}\tx\n`).join('')}`;
  const drop = async (name, text) => {
    const data = await page.evaluateHandle(([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name, { type: 'text/plain' }));
      return data;
    }, [name, text]);
    await page.locator('.page').dispatchEvent('drop', { dataTransfer: data });
  };
  const begin = async () => {
    await drop('a.tsv', rows('a', 60_000));
    await person.button('Load', person.dialog).click();
    await person.dialog.getByText(/^Reading: /).waitFor();
  };
  await begin();
  await drop('b.tsv', rows('b', 3));
  await person.dialog.getByText('“a.tsv” is being read. Cancel that before you take “b.tsv”.').waitFor();
  await person.button('Cancel', person.dialog).click();
  await until(() => person.dialog.count(), 0);
  // What is still on its way from the first one goes into no other.
  await drop('b.tsv', rows('b', 3));
  await person.button('Load', person.dialog).click();
  await person.dialog.waitFor({ state: 'detached' });
  await until(() => person.cells(), ['b0 f:name x', 'b1 f:name x', 'b2 f:name x']);
  await person.startFrom('Comments');
  await until(() => person.position(), '2 of 2');
});

play('safe: Cancel while the file of the last visit is read keeps what was done on it', {}, async ({ person, page }) => {
  await importFile(person, 'pets.tsv', 'id\tname\n1\tfluffy\n3\ttom\n');
  await person.type({ 'Row key': '2', 'Column 1': 'f:name', 'Value 1': 'two' });
  await person.run();
  await until(() => person.cells(), ['1 f:name fluffy', '2 f:name two', '3 f:name tom']);
  await page.waitForTimeout(600);
  const slow = () => {
    const read = FileReader.prototype.readAsArrayBuffer;
    FileReader.prototype.readAsArrayBuffer = function (...given) {
      if (sessionStorage.getItem('slow')) setTimeout(() => read.apply(this, given), 1_000);
      else read.apply(this, given);
    };
  };
  await page.addInitScript(slow);
  await page.evaluate(() => sessionStorage.setItem('slow', 'yes'));
  await page.reload();
  await started(page);
  await person.dialog.getByText(/^Reading: /).waitFor();
  await person.button('Cancel', person.dialog).click();
  await until(async () => (await person.cells())[0], '18 c:date May 24');
  await page.evaluate(() => sessionStorage.removeItem('slow'));
  await importFile(person, 'other.tsv', 'id\tname\n7\trex\n');
  await until(() => person.cells(), ['7 f:name rex']);
  await menu(person, 'What is kept …');
  await person.dialog.getByRole('listitem').filter({ hasText: 'Your work on a file' }).getByRole('button', { name: 'Open' }).click();
  await until(() => person.cells(), ['1 f:name fluffy', '2 f:name two', '3 f:name tom']);
});

play('safe: what is typed and not sent survives a reload, with the panes as they were', {}, async ({ person, page }) => {
  await person.choose('Insert');
  await person.type({ 'Row key': '17', 'Value 1': 'not sent yet' });
  await person.tab('Cost');
  await page.keyboard.press('/');
  const field = page.locator('#console-field');
  await field.fill("scan 'comm");
  const front = name => page.locator('#pane-console').getByRole('tab', { name, exact: true });
  await front('Script').click();
  await field.fill("put 'comments', 'r', 'c:text', 'one'\nclient 'B'");
  await kept(page, "client 'B'");
  await page.reload();
  await started(page);
  await until(async () => field.count(), 1);
  await until(() => field.inputValue(), "put 'comments', 'r', 'c:text', 'one'\nclient 'B'");
  await until(() => person.field('Row key').inputValue(), '17');
  assert.equal(await person.field('Value 1').inputValue(), 'not sent yet');
  assert.equal(await page.getByRole('tab', { name: 'Cost' }).getAttribute('aria-selected'), 'true');
  await front('Console').click();
  await until(() => field.inputValue(), "scan 'comm");
});

play('safe: what stood before “Start over” can be opened again', {}, async ({ person, page }) => {
  await prepend(person);
  await startOver(person);
  await until(() => person.position(), '0 of 0');
  await openBefore(person);
  await until(() => person.position(), '2 of 2');
  await page.reload();
  await started(page);
  await until(() => person.position(), '2 of 2');
});

play('safe: kept work that starts from the same as the present one is opened, and the present one is kept', {}, async ({ person, page }) => {
  await prepend(person);
  await prepend2(person);
  await startOver(person);
  await until(() => person.position(), '0 of 0');
  await prepend(person);
  await person.startFrom('User actions');
  await until(() => person.position(), '0 of 0');
  await openBefore(person);
  await until(() => person.position(), '4 of 4');
  // Both start from “Comments” now: the one that is open, and the one that was left for another start.
  const openOther = async () => {
    await menu(person, 'What is kept …');
    const others = person.dialog.getByRole('listitem').filter({ hasText: 'on “Comments”' });
    await others.getByRole('button', { name: 'Open' }).click();
  };
  for (const position of ['2 of 2', '4 of 4', '2 of 2']) {
    await openOther();
    await until(() => person.position(), position);
    await page.reload();
    await started(page);
    await until(() => person.position(), position);
  }
});

play('safe: “Start over” right after a reload waits until it is known whose the work is, and puts it away', {}, async ({ person, page }) => {
  await prepend(person);
  await kept(page, 'prepend');
  // The page before had the lock for a moment, so it is asked for once more.
  await page.addInitScript(() => {
    const ask = LockManager.prototype.request;
    let times = 0;
    LockManager.prototype.request = function (name, options, act) {
      times += 1;
      if (times === 1) return Promise.resolve(act(null));
      return new Promise(go => { setTimeout(go, 1_500); }).then(() => ask.call(this, name, options, act));
    };
  });
  await page.reload();
  await started(page);
  await startOver(person);
  await until(() => person.position(), '0 of 0');
  await openBefore(person);
  await until(() => person.position(), '2 of 2');
});

play('safe: code for the desk that never comes does not stop keeping', {}, async ({ person, page }) => {
  // The chunk of what is rarely wanted is asked for when something is typed, and hangs.
  await page.route(/\/chunk\/care/, () => {});
  await person.choose('Insert');
  await person.type({ 'Row key': '17' });
  await page.waitForTimeout(500);
  await prepend(person);
  await kept(page, 'prepend');
});

play('safe: a session on a file is saved and opened in a fresh browser with its table, steps and panes', { timeout: 120_000 }, async ({ person, page, site }) => {
  await importFile(person, 'pets.tsv', 'id\tname\n1\tfluffy\n3\ttom\n');
  await until(() => person.cells(), ['1 f:name fluffy', '3 f:name tom']);
  await person.type({ 'Row key': '2', 'Column 1': 'f:name', 'Value 1': 'two' });
  await person.run();
  await until(() => person.cells(), ['1 f:name fluffy', '2 f:name two', '3 f:name tom']);
  await person.grain('operation');
  await person.button('Mark this step', person.time).click();
  await person.tab('Cost');
  await person.choose('Get', 'Row');
  await person.type({ 'Row key': '3' });
  await person.button('Share').click();
  const [file] = await Promise.all([page.waitForEvent('download'), person.dialog.getByRole('button', { name: /^Session file/ }).click()]);
  const text = await readFile(await file.path(), 'utf8');

  const context = await page.context().browser().newContext();
  try {
    const other = await context.newPage();
    await open(other, site);
    const reader = new Person(other);
    await prepend(reader);
    const give = async (name, text) => {
      await reader.startFrom('Your file …');
      await reader.dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    };
    // What is cut, damaged or newer is refused in a sentence, and nothing else changes.
    for (const [wrong, words] of [
      [text.slice(0, -40), /is cut: its end is missing/],
      [text.replace('"version":1', '"version":7'), /saved by a newer version \(7\)/],
      [text.replace('"bytes":"', '"bytes":"!'), /the data of “pets.tsv” in it are damaged/],
    ]) {
      await give('session.json', wrong);
      await reader.dialog.getByRole('alert').filter({ hasText: words }).waitFor();
      await reader.dialog.getByText('What you did here is as it was.').waitFor();
      await reader.button('Close', reader.dialog).click();
      await until(() => reader.position(), '2 of 2');
    }
    // In another order, with white space before, and under another name.
    const { version, ...rest } = JSON.parse(text);
    await give('mail.txt', '\n  ' + JSON.stringify({ ...rest, version }, null, 2));
    await reader.dialog.waitFor({ state: 'detached' });
    const look = async reader => ({
      cells: await reader.cells(), position: await reader.position(), did: await reader.did('A'),
      cost: await reader.page.getByRole('tab', { name: 'Cost' }).getAttribute('aria-selected'),
      grain: await reader.time.getByRole('radio', { name: 'operation' }).isChecked(),
      key: await reader.field('Row key').inputValue(),
      markers: await reader.page.getByRole('button', { name: /^Marker at step 1: / }).count(),
    });
    await page.keyboard.press('Escape');
    await until(() => look(reader), await look(person));
    await other.waitForTimeout(600);
    await other.reload();
    await started(other);
    await until(() => look(reader), await look(person));
    // The work that was there before is put away.
    await reader.startFrom('Comments');
    await until(() => reader.position(), '2 of 2');
  } finally {
    await context.close();
  }
});

play('safe: “Start over” can be undone', {}, async ({ person, page }) => {
  await prepend(person);
  await startOver(person);
  await until(() => person.position(), '0 of 0');
  await banner(page).getByRole('button', { name: 'Undo' }).click();
  await until(() => person.position(), '2 of 2');
  assert.equal(await banner(page).count(), 0);
  await page.reload();
  await started(page);
  await until(() => person.position(), '2 of 2');
});
