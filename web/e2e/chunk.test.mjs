// Chunks are loaded when they are needed, and not before. If one cannot be loaded, the page says so and goes on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person, until } from './person.mjs';
import { article, open, play, started } from './stage.mjs';
import { make, visits } from './visit.mjs';

// Parts of the program itself are beside the chunks. The first of them is there before the page is drawn.
const isChunk = name => name.startsWith('chunk/') && !name.startsWith('chunk/page-');
const chunks = site => site.requests.filter(path => path.includes('/chunk/') && !/\/(page|rest|whole)-/.test(path));
const banner = page => page.locator('.banner');

play('chunk: a first step asks for none, and is kept without one', {}, async ({ person, page, site }) => {
  await person.run();
  await page.waitForFunction(() => localStorage.getItem('splitpoint./docs/try/v1/session'));
  await person.choose('Prepend');
  // The chunks that keep the choice of a form, that check a form, and that make the link in the address are loaded
  // afterwards, and nothing waits for them.
  assert.deepEqual(chunks(site).filter(path => !/\/(care|warn|dialog|chunk_\d+)-/.test(path)), []);
});

play('chunk: a link that can be read asks for none', { opens: false }, async ({ page, site }) => {
  await open(page, site, '#start=comments&step=end&view=mini');
  await page.locator('.line').first().waitFor();
  assert.deepEqual(chunks(site), []);
});

play('chunk: the frame of an example asks for no part of the program before something is done, and for all of it then',
  { opens: false, host: address => ({ '/': article(address, '<split-point start="comments"></split-point>') }) }, async ({ page, site, host }) => {
    await page.goto(`${host.origin}/`);
    const line = page.frameLocator('iframe').locator('.line').first();
    const parts = () => site.requests.map(path => /\/(page|rest|whole)-/.exec(path)?.[1]).filter(Boolean);
    await line.waitFor();
    assert.deepEqual(parts(), []);
    await line.click();
    await until(() => parts().sort(), ['page', 'rest', 'whole']);
  });

/** Notes where the program has to wait for a part of itself, in the middle of a call, and ends it there. */
const note = () => {
  globalThis.calls = [];
  XMLHttpRequest.prototype.open = (_, address) => {
    globalThis.calls.push(`${address} ${new Error().stack}`);
    throw new Error('the program had to wait');
  };
};

for (const visit of visits) {
  test(`chunk: to a first step, no code is called that has not come: ${visit.name}`, { timeout: 120_000 }, async () => {
    assert.deepEqual(await make(visit, note, frame => frame.evaluate(() => globalThis.calls)), [], 'cargo xtask profile measures anew');
  });
}

play('chunk: an example and a kept session ask for their own', {}, async ({ person, page, site }) => {
  await person.startFrom('Table inside a row');
  await person.run();
  await page.waitForFunction(() => localStorage.getItem('splitpoint./docs/try/v1/session')?.includes('insert'));
  const names = () => chunks(site).map(path => /\/(\w+)-[0-9a-f]+\.wasm$/.exec(path)[1]).filter(name => name !== 'dialog' && !name.startsWith('chunk_'));
  assert.deepEqual(names(), ['care', 'scenario']);
  // A reload at the moment in which the address is written would lose what the history remembers.
  await page.waitForFunction(() => location.hash.startsWith('#v2.'));
  site.requests.length = 0;
  await page.reload();
  await started(page);
  await until(() => person.position(), '1 of 1');
  assert.deepEqual(names().sort(), ['restore', 'scenario']);
});

play('chunk: a server that does not know the type of a module serves them all the same',
  { server: { answer: name => isChunk(name) ? { type: 'application/octet-stream' } : {} } }, async ({ person, page }) => {
    await person.startFrom('Your file …');
    await person.dialog.getByText('Choose a file').waitFor();
    assert.equal(await banner(page).count(), 0);
  });

const gone = { is: true };
play('chunk: one that is missing is told, nothing is lost, and it is asked for again',
  { expects: [/404/, /WebAssembly|CompileError/], server: { answer: name => gone.is && isChunk(name) ? { status: 404 } : {} } },
  async ({ person, page }) => {
    await person.choose('Prepend');
    await person.run();
    await until(() => person.position(), '2 of 2');
    await page.keyboard.press('/');
    await banner(page).getByText('A part of the page could not be loaded').waitFor();
    assert.equal(await person.position(), '2 of 2');
    gone.is = false;
    // Several files were requested at once, so one may still be refused after that, and is requested again.
    const field = page.locator('#console-field');
    for (let times = 0; times < 3 && !await field.count(); times += 1) {
      await page.keyboard.press('/');
      await field.waitFor({ timeout: 3_000 }).catch(() => {});
    }
    await field.waitFor();
    assert.equal(await banner(page).count(), 0);
    await page.waitForFunction(() => localStorage.getItem('splitpoint./docs/try/v1/session')?.includes('prepend'));
  });

play('chunk: what is asked for while one is on its way waits for it',
  { server: { answer: name => isChunk(name) ? { delay: 500 } : {} } }, async ({ person, page }) => {
    await person.button('Table inside a row', page.getByRole('region', { name: 'Start from' })).click();
    await page.keyboard.press('Control+Enter');
    await until(() => person.position(), '1 of 1');
    assert.match((await person.did('A'))[0], /^put /);
  });

const lagging = pattern => ({ server: { answer: name => pattern.test(name) ? { delay: 1_000 } : {} } });

for (const [kind, typed, left] of [['is in its field', "scan 'comments', ", "scan 'comments', "], ['is run after Enter', 'list\n', '']]) {
  play(`chunk: what is typed while the console comes ${kind}, and no key of it acts on the page`, lagging(/^chunk\/console-/), async ({ person, page }) => {
    await person.choose('Prepend');
    await person.run();
    await until(() => person.position(), '2 of 2');
    // Some of these letters are shortcuts of the page: they step clients, undo, or open views.
    await page.keyboard.type(`/${typed}`);
    const field = page.locator('#console-field');
    assert.equal(await field.count(), 0);
    await field.waitFor();
    await until(() => field.inputValue(), left);
    await until(() => page.evaluate(() => document.activeElement.id), 'console-field');
    await page.keyboard.type('hu');
    await until(() => field.inputValue(), `${left}hu`);
    if (!left) await until(async () => (await person.printed()).join(' '), /TABLE\s+comments/);
    assert.equal(await person.position(), left ? '2 of 2' : '3 of 3');
    assert.equal(await person.time.getByRole('button', { name: /branches$/ }).count(), 0);
  });
}

play('chunk: the console opens while other code is on its way, and takes what is typed', lagging(/^chunk\/(console|filter)-/), async ({ person, page }) => {
  await person.button('Scan pages', person.form.getByRole('group', { name: 'What to do' })).click();
  await page.keyboard.type("/scan 'c");
  await until(() => page.locator('#console-ahead').inputValue(), "scan 'c");
  await until(() => page.locator('#console-field').inputValue(), "scan 'c");
  await person.field('Rows a page').waitFor();
});

play('chunk: a prompt that is opened while another example comes takes what is typed, and keeps it', lagging(/^chunk\/scenario-/), async ({ person, page }) => {
  await person.button('Table inside a row', page.getByRole('region', { name: 'Start from' })).click();
  await page.keyboard.type("/scan 'p");
  await until(() => page.locator('#console-ahead, #console-field').inputValue(), "scan 'p");
  await until(() => page.locator('#console-field').inputValue(), "scan 'p");
  await until(() => page.locator('.starts [aria-pressed=true]').textContent(), /Table inside a row/);
});

play('chunk: a console that does not come is closed, and what was typed ahead is there when it does', {
  expects: [/404/, /WebAssembly|CompileError/], server: { answer: name => gone.is && isChunk(name) ? { status: 404, delay: 1_500 } : {} },
}, async ({ person, page }) => {
  gone.is = true;
  await page.keyboard.type("/scan 'c");
  await banner(page).getByText('A part of the page could not be loaded').waitFor();
  await until(() => page.locator('#console-ahead').count(), 0);
  assert.equal(await person.position(), '0 of 0');
  gone.is = false;
  const field = page.locator('#console-field');
  for (let times = 0; times < 3 && !await field.count(); times += 1) {
    await page.keyboard.press('/');
    await field.waitFor({ timeout: 3_000 }).catch(() => {});
  }
  await until(() => field.inputValue(), "scan 'c");
});

play('chunk: keys that are pressed while a lesson comes to be written are not the page’s', lagging(/^chunk\/lesson-/), async ({ person, page }) => {
  await person.choose('Prepend');
  await person.run();
  await until(() => person.position(), '2 of 2');
  await page.locator('#menu-lessons').click();
  await page.getByRole('menuitem', { name: 'Write a lesson …' }).click();
  await page.keyboard.type('ou');
  await page.locator('#source').waitFor();
  await until(() => page.evaluate(() => document.activeElement.id), 'source');
  await page.locator('#menu-start').click();
  await page.getByRole('menuitem', { name: 'Back to my work', exact: true }).click();
  await until(() => page.locator('#source').count(), 0);
  await until(() => person.position(), '2 of 2');
});

const methods = site => chunks(site).filter(path => path.includes('/chunk/method-'));

play('chunk: lines that only name commands ask for no methods, and the first other line waits for them', lagging(/^chunk\/method-/), async ({ person, page, site }) => {
  await person.console("create 't', 'f', SPLITS => ['m']", "t = get_table 't'", "t.put 'a', 'f:q', 'v'", "scan 't', {LIMIT => 1, REVERSED => true}");
  assert.match((await person.printed()).join('\n'), / a +column=f:q/);
  assert.deepEqual(methods(site), []);
  const field = page.locator('#console-field');
  await field.fill("puts ['a', 'b'].map { |x| x * 2 }.join('-')");
  await field.press('Enter');
  await until(() => field.inputValue(), '');
  await page.keyboard.type('puts 1 + 2\nlist');
  await until(async () => (await person.printed()).join(' '), /aa-bb.* 3\b/);
  assert.equal(await field.inputValue(), 'list');
  assert.equal(methods(site).length, 1);
});

play('chunk: a line whose methods are missing stays, and runs when they come', {
  expects: [/404/, /WebAssembly|CompileError/], server: { answer: name => gone.is && /^chunk\/method-/.test(name) ? { status: 404 } : {} },
}, async ({ person, page }) => {
  gone.is = true;
  await person.console('list');
  const field = page.locator('#console-field');
  await field.fill('puts 40 + 2');
  await field.press('Enter');
  await banner(page).getByText('A part of the page could not be loaded').waitFor();
  assert.equal(await field.inputValue(), 'puts 40 + 2');
  gone.is = false;
  await field.press('Enter');
  await until(async () => (await person.printed()).join(' '), /\b42\b/);
});

/** A chunk that takes so long to load that the reader has to be told. */
const late = pattern => ({ server: { answer: name => pattern.test(name) ? { delay: 15_000 } : {} } });

play('chunk: one that is on its way for long is told, and need not be waited for', late(/^chunk\/(scenario|chunk_)/), async ({ person, page }) => {
  await person.button('Table inside a row', page.getByRole('region', { name: 'Start from' })).click();
  await banner(page).getByText('still on its way').waitFor();
  // What is done meanwhile waits for the other example, and is dropped with it.
  await person.button('Do not wait', banner(page)).click();
  await until(() => banner(page).count(), 0);
  await person.choose('Prepend');
  await person.run();
  await until(() => person.position(), '2 of 2');
});

play('chunk: nothing waits for what only warns at a form', late(/^chunk\/warn/), async ({ person, page }) => {
  await person.field('Row key').fill('16');
  await person.run();
  await until(() => person.position(), '1 of 1');
  await until(async () => (await person.cells())[0], '16 c:text I like your post');
  assert.equal(await banner(page).count(), 0);
});

// What is kept of other work is not changed before all that restores it is loaded, since loading may fail.

/** Ways in which code fails to load. The last one ends only when the reader gives up. */
const absent = {
  'is missing': (response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('not here'),
  'is damaged': (response) => response.writeHead(200, { 'content-type': 'application/wasm' }).end('\0asm\x01\0\0\0and then nothing of use'),
  'never comes': () => {},
};

const startMenu = async (page, name) => {
  await page.locator('#menu-start').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const goes = async (person, verb, position) => {
  await person.choose(verb);
  await person.run();
  await until(() => person.position(), position);
};
const ownText = page => page.evaluate(() => localStorage.getItem('splitpoint./docs/try/v1/session'));
/** Works on “User actions”, which is then put away, and on “Comments”, in a page that has restored nothing. */
async function workOnTwo({ person, page, site }) {
  await person.startFrom('User actions');
  await until(() => page.locator('#menu-start').textContent(), /User actions/);
  await person.run();
  await until(async () => (await person.position()) !== '0 of 0', true);
  const there = await person.position();
  await until(async () => Boolean(await ownText(page)), true);
  await person.startFrom('Comments');
  await until(() => page.locator('#menu-start').textContent(), /Comments/);
  await until(() => ownText(page), null);
  await page.evaluate(() => sessionStorage.removeItem('small'));
  await page.goto('about:blank');
  await open(page, site);
  await goes(person, 'Prepend', '2 of 2');
  return there;
}

async function workOnLink({ person, page, site }) {
  await goes(person, 'Prepend', '2 of 2');
  await until(async () => Boolean(await ownText(page)), true);
  await page.goto('about:blank');
  await open(page, site, '#start=comments&step=0');
  return '2 of 2';
}

const onTwo = {
  begin: workOnTwo,
  ask: ({ page }) => startMenu(page, 'User actions'),
  next: ({ person }) => goes(person, 'Prepend', '4 of 4'),
  async after({ person }) {
    await person.startFrom('Comments');
    await until(() => person.position(), '4 of 4');
  },
};

/** Ways to other work: the code that each needs, what is done before, how it is asked for, what is done if the code
 * did not come, and what is finally shown. */
const leading = {
  'another start': { code: 'restore', ...onTwo },
  'another start, whose work is in the archive': {
    code: 'import', ...onTwo,
    async begin(given) {
      await given.page.evaluate(() => sessionStorage.setItem('small', 'yes'));
      await given.page.addInitScript(() => {
        const set = Storage.prototype.setItem;
        Storage.prototype.setItem = function (name, text) {
          if (sessionStorage.getItem('small') && text.length > 60 && this === localStorage) throw new DOMException('full', 'QuotaExceededError');
          return set.call(this, name, text);
        };
      });
      await given.page.reload();
      await started(given.page);
      return workOnTwo(given);
    },
  },
  'something that is kept': {
    code: 'restore', ...onTwo,
    async ask({ person, page }) {
      await startMenu(page, 'What is kept …');
      await person.dialog.getByRole('listitem').filter({ hasText: 'User actions' }).getByRole('button', { name: 'Open' }).click();
    },
  },
  'one’s own work from a link': {
    code: 'restore',
    begin: workOnLink,
    ask: ({ person, page }) => startMenu(page, 'Back to my work'),
    next: ({ person }) => goes(person, 'Prepend', '2 of 2').then(() => goes(person, 'Prepend', '4 of 4')),
    after() {},
  },
  'one’s own work that another tab has': {
    code: 'restore',
    async begin({ page, person, site }) {
      await page.goto('about:blank');
      const other = await page.context().newPage();
      await open(other, site);
      await open(page, site);
      await goes(new Person(other), 'Prepend', '2 of 2');
      await until(async () => await ownText(page) ?? '', /prepend/);
      await goes(person, 'Prepend', '2 of 2');
      await goes(person, 'Prepend', '4 of 4');
      await page.waitForTimeout(800);
      return '2 of 2';
    },
    ask: ({ person, page }) => person.button('Take over my work here', banner(page)).click(),
    next: ({ person }) => goes(person, 'Prepend', '6 of 6'),
    async after({ page }) {
      const copies = () => page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.includes('/copy.')).map(([, text]) => text));
      await until(async () => (await copies()).some(text => text.includes('prepend')), true);
    },
  },
  'one’s own work along the history': {
    code: 'restore',
    async begin({ person, page }) {
      await goes(person, 'Prepend', '2 of 2');
      await page.waitForFunction(() => location.hash.startsWith('#v2.'));
      await page.evaluate(() => { location.hash = '#start=comments&step=0'; });
      await until(() => person.position(), '0 of 0');
      return '2 of 2';
    },
    async ask({ page }) {
      if (await page.evaluate(() => location.hash.startsWith('#v2.'))) {
        await page.goForward();
        await page.waitForTimeout(500);
      }
      await page.goBack();
    },
    next: ({ person }) => goes(person, 'Prepend', '2 of 2').then(() => goes(person, 'Prepend', '4 of 4')),
    after() {},
  },
};

for (const [way, { code, begin, ask, next, after }] of Object.entries(leading)) {
  for (const [kind, answer] of Object.entries(absent)) {
    let isAbsent = false;
    play(`chunk: where code for ${way} ${kind}, what is kept of it stays, and so does what is done`, {
      timeout: 60_000,
      allows: kind === 'never comes' ? [] : [/404/, /WebAssembly|CompileError/],
      server: { handle: (name, request, response) => isAbsent && name.startsWith(`chunk/${code}-`) && (answer(response), true) },
    }, async given => {
      const { person, page } = given;
      const there = await begin(given);
      isAbsent = true;
      await ask(given);
      if (kind === 'never comes') await person.button('Do not wait', banner(page)).click();
      else await banner(page).getByText('A part of the page could not be loaded').waitFor();
      await next(given);
      await page.waitForTimeout(800);
      isAbsent = false;
      // A request that hangs is still pending in this page.
      if (kind === 'never comes') {
        await page.reload();
        await started(page);
      }
      // The entry of the history is about the reader's own work, which a reload opens.
      if (kind !== 'never comes' || !way.includes('history')) await ask(given);
      await until(() => person.position(), there);
      await page.waitForTimeout(800);
      await page.reload();
      await started(page);
      await until(() => person.position(), there);
      await after(given);
    });
  }
}

play('chunk: while code for other work is on its way, what was done is kept', {
  server: { handle: name => /^chunk\/link-/.test(name) },
}, async ({ person, page }) => {
  await person.choose('Prepend');
  await page.evaluate(() => {
    [...document.querySelectorAll('button')].find(button => button.textContent.trim() === 'Run').click();
    location.hash = '#v1.AAAA';
  });
  await until(() => person.position(), '2 of 2');
  await until(async () => await ownText(page) ?? '', /prepend/);
  assert.equal(await page.locator('.page[aria-busy=true]').count(), 1);
});

play('chunk: behind a lesson that a link opens there is one’s own work', {}, async ({ person, page, site }) => {
  await goes(person, 'Prepend', '2 of 2');
  await until(async () => await ownText(page) ?? '', /prepend/);
  await page.goto('about:blank');
  await open(page, site, '#lesson=prepend-race&step=9');
  await page.waitForTimeout(500);
  assert.equal(await banner(page).count(), 0);
  await startMenu(page, 'Back to my work');
  await until(() => person.position(), '2 of 2');
});
