// What `cargo xtask shots` takes pictures of: by name, how to get there from the page as it opens.

import { Gateway, table } from './gateway.mjs';
import { Person } from './person.mjs';

/** In a narrow page one pane is in front; this brings it there. */
async function front(page, name) {
  const tab = page.getByRole('tab', { name, exact: true });
  if (await tab.count()) await tab.click();
}

/** Opens the page of another example, with its form in front. */
async function startFrom(page, title, verb) {
  const person = new Person(page);
  await front(page, 'Do');
  await person.startFrom(title);
  await front(page, 'Do');
  if (verb) await person.choose(verb);
  return person;
}

/** A page that came from the bridge to a cluster of two tables, and what is done with it. */
function clustered(act) {
  const stage = () => {
    const rows = Array.from({ length: 60 }, (_, at) => [`user${String(at).padStart(2, '0')}`, [['d:name', `row ${at}`]]]);
    const starts = ['', 'user10', 'user20', 'user30', 'user40', 'user50'];
    const gateway = new Gateway([table('events', starts, { rows, megabytes: at => 200 * at * at }), table('users', [''])],
      { write: ['try_'], alters: value => value === 'the second, again' ? 'another' : value });
    return { inside: '#start=comments&wide=cluster', server: { head: gateway.head, handle: gateway.handle } };
  };
  return Object.assign(act, { stage });
}

export const scenes = {
  sandbox: async () => {},

  form: async page => front(page, 'Do'),

  /** One of the first minutes: its form is filled in, and sent by one client. */
  minute: async page => {
    await page.getByRole('button', { name: 'Lose a comment' }).click();
    await new Person(page).step();
    await front(page, 'Do');
  },

  /** Every order of two blind prepends. */
  orders: async page => {
    await page.getByRole('button', { name: 'Lose a comment' }).click();
    const person = new Person(page);
    await person.step();
    await front(page, 'Do');
    await person.as('Ben');
    await person.step();
    await front(page, 'Clients');
    await person.button('Try every order').click();
    await page.locator('.orders__outcome').first().waitFor();
  },

  /** The bytes of a key beside those of the row above. */
  anatomy: async page => {
    await startFrom(page, 'User actions');
    await front(page, 'Map');
    await page.getByRole('gridcell').nth(10).click();
    await page.locator('.anatomy').waitFor();
  },

  /** A front of keys that count down, and the operations of one cell. */
  heat: async page => {
    const person = new Person(page);
    await person.button('Hot spot').click();
    await person.settled();
    await person.run();
    await front(page, 'Map');
    await person.button('Heat').click();
    await page.locator('.heat__cells').waitFor();
    await page.locator('.heat__matrix').press('ArrowLeft');
  },

  /** The form that repeats, filled in by a first minute. */
  repeat: async page => {
    const person = new Person(page);
    await person.button('Hot spot').click();
    await person.settled();
    await front(page, 'Do');
  },

  /** Where each split policy would cut a region, in the margin of the form. */
  margin: async page => {
    const person = await startFrom(page, 'Partitions');
    await person.choose('Split', 'Table');
    await page.locator('.margin__policy').first().waitFor();
    await page.locator('.margin').evaluate(margin => margin.scrollIntoView({ block: 'start' }));
  },

  /** The key space of a real cluster. */
  cluster: clustered(async page => {
    await page.getByRole('button', { name: 'events', exact: true }).click();
    await page.locator('.cluster__line').nth(5).waitFor();
  }),

  /** One script on the model and on a cluster, which differs in one cell. */
  beside: clustered(async page => {
    await page.getByRole('button', { name: 'One script on both …' }).click();
    await page.getByRole('button', { name: 'Play it on both' }).click();
    await page.getByText('comparisons differ').or(page.getByText('comparisons differs')).first().waitFor();
  }),

  /** A page at an offset, in SQL. */
  sql: async page => {
    const person = await startFrom(page, 'User actions', 'Scan pages');
    await person.form.getByRole('radio', { name: 'at an offset' }).check();
    await page.locator('.margin').waitFor();
    await page.locator('.margin').evaluate(margin => margin.scrollIntoView({ block: 'end' }));
  },

  /** Four ways to the last row, beside each other. */
  compare: async page => {
    await page.locator('body').press('v');
    await new Person(page).button('Read the last row in every way').click();
    await page.waitForFunction(() => document.querySelectorAll('.compare__line').length === 4);
    await page.waitForFunction(() => !document.querySelector('.compare__top .button--main')?.disabled);
  },

  /** The key designer as it opens. */
  design: async page => {
    await page.locator('body').press('k');
    await page.locator('#pane-design').waitFor();
  },

  /** What a key does in a year, beside another order of its fields. */
  growth: async page => {
    await page.locator('body').press('g');
    await page.locator('#pane-growth [aria-busy=false]').waitFor({ timeout: 60_000 });
  },

  /** A table that was made with a designed key, salted: its keys by their fields. */
  designed: async page => {
    await scenes.design(page);
    await page.getByRole('combobox', { name: 'Start from' }).selectOption({ label: 'salted time' });
    await page.getByRole('button', { name: 'Make the table with this key' }).click();
    await page.getByText('This is a branch of its own now').first().waitFor();
    await front(page, 'Map');
  },

  /** A row key that is composed of columns of a file. */
  compose: async page => {
    const person = new Person(page);
    await front(page, 'Do');
    await person.startFrom('Your file …');
    const text = 'id,user,name,stamp\n9,7,login,2012-05-24 10:00\n10,7,logout,2012-05-24 11:00\n11,-3,login,2012-05-25\n12,20,search,2012-05-25 08:00\n';
    await person.dialog.locator('input[type=file]').setInputFiles({ name: 'actions.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await person.dialog.getByRole('radio', { name: 'fields, designed' }).check();
    await person.button('+ field', person.dialog).click();
    await person.dialog.getByLabel('Column of field2').selectOption('from user');
    await person.dialog.getByLabel('Name of field 2').fill('user');
    await person.button('Move user up', person.dialog).click();
    await person.dialog.locator('.compose').evaluate(fields => fields.scrollIntoView({ block: 'start' }));
  },

  /** The same data tall and wide, with the bills. */
  shape: async page => {
    await startFrom(page, 'User actions');
    await page.locator('body').press('v');
    await new Person(page).button('Tall or wide').click();
    await page.locator('.compare__shape').waitFor({ timeout: 60_000 });
  },

  /** The key designer with a trap that is sprung. */
  trap: async page => {
    await page.locator('body').press('k');
    await page.locator('#pane-design').waitFor();
    await page.getByRole('combobox', { name: 'Start from' }).selectOption({ label: 'number as text' });
  },

  /** A lesson in its midst: a prediction that was answered, and a step of what it runs. */
  lesson: async page => {
    await page.locator('#menu-lessons').click();
    await page.getByRole('menuitem', { name: '3 Two clients prepend' }).click();
    await page.locator('.story').waitFor();
    await page.getByRole('button', { name: 'Skip ▶' }).click();
    await page.getByRole('radio', { name: '4, since both have the same key' }).check();
    await page.locator('#next').click();
    await front(page, 'Lesson');
  },

  /** The same lesson before a room, when Ben was refused. */
  present: async page => {
    await page.goto(`${page.url()}#lesson=prepend-race&step=9&present`);
    await page.reload();
    await page.locator('.present').waitFor();
  },

  /** A question to the room. */
  asked: async page => {
    await page.goto(`${page.url()}#lesson=prepend-race&step=Look%20before%20you%20write&present`);
    await page.reload();
    await page.locator('.present__question').waitFor();
  },

  /** A lesson that is being written, with a fault. */
  source: async page => {
    await page.locator('#menu-lessons').click();
    await page.getByRole('menuitem', { name: 'Write a lesson …' }).click();
    await page.locator('#source').waitFor();
    const text = await page.locator('#source').inputValue();
    await page.locator('#source').fill(text.replace('## ‹The first stop›', '## Both read').replace('= rows = 5', '= rowz = 5'));
    await page.getByRole('button', { name: 'Line ' }).waitFor();
    await front(page, 'Do');
    await front(page, 'Lesson');
  },

  /** A lesson in a frame. */
  story: async page => {
    await page.goto(`${page.url()}#lesson=upside-down&step=4&view=story&keep=no`);
    await page.reload();
    await page.locator('.story').waitFor();
  },

  /** What can be shared after a prepend, with the frame as it will stand in somebody's page. */
  share: async page => {
    const person = new Person(page);
    await front(page, 'Do');
    await person.choose('Prepend');
    await person.run();
    await person.button('Share').click();
    await page.frameLocator('split-point iframe').locator('.line').first().waitFor();
  },

  /** A page that a link has opened, while there is work of the reader's own. */
  visit: async page => {
    const person = new Person(page);
    await front(page, 'Do');
    await person.run();
    await page.waitForFunction(() => localStorage.getItem('splitpoint./docs/try/v1/session'));
    await page.evaluate(() => { location.hash = 'start=partitions&view=full'; });
    await page.locator('.banner').waitFor();
    await front(page, 'Map');
  },

  /** A frame in an article. */
  excerpt: async page => {
    await page.evaluate(async () => {
      const module = await import(document.head.querySelector('link[rel="modulepreload"]').href);
      document.getElementById('app').replaceChildren();
      for (const [view, height] of [['mini', 400], ['race', 420]]) {
        const host = document.createElement('div');
        for (const [name, value] of Object.entries({ view, alone: 'no' })) host.setAttribute(`data-${name}`, value);
        host.style.cssText = `height: ${height}px; max-width: 760px; margin: 0 auto 16px; border: 1px solid #8888`;
        document.body.append(host);
        module.mount(host);
      }
    });
    await page.locator('[data-view=race] .line').first().waitFor();
  },

  /** Frames of heat and of keys byte by byte, as they stand in an article. */
  views: async page => {
    await page.evaluate(() => {
      const script = "create 'notes', 'n', SPLITS => ['m']\n90.times { |n| put 'notes', \"#{n % 3 == 0 ? 'b' : 'p'}#{99 - n}\", 'n:text', 'x' }\nscan 'notes'";
      document.body.style.cssText = 'margin: 0; overflow: auto';
      document.body.replaceChildren(...['heat', 'bytes'].map(view => {
        const frame = document.createElement('iframe');
        const opens = view === 'heat' ? `script=${encodeURIComponent(script)}&step=end&grain=operation` : 'start=actions';
        frame.src = `${document.baseURI.split('#')[0]}#${opens}&view=${view}`;
        frame.style.cssText = 'display: block; box-sizing: border-box; width: min(100%, 722px); height: 420px; margin: 0 auto; border: 1px solid #8888';
        return frame;
      }));
    });
    await page.frameLocator('iframe').first().locator('.heat__cells').waitFor();
    await page.frameLocator('iframe').last().locator('li.bytes__row').first().waitFor();
  },

  /** A form about splits: where each policy would cut, in its margin and in the map. */
  policies: async page => {
    const person = await startFrom(page, 'Partitions');
    await person.choose('Split', 'Table');
    await person.field('Region').selectOption({ index: 0 });
    await person.form.getByText('Where each policy would cut').waitFor();
    await person.button('bio018: show it in the map', person.form).click();
    if (page.viewportSize().width < 720) await front(page, 'Map');
    await page.locator('.cut--policy').first().waitFor();
  },

  /** The form that creates a table whose writes skip the log. */
  durability: async page => {
    await front(page, 'Do');
    const person = new Person(page);
    await person.choose('Create table', 'Table');
    await person.field('Writes go to the log').selectOption({ label: 'never' });
    await person.field('Writes go to the log').scrollIntoViewIfNeeded();
  },

  /** The element in a page of plain documentation, with a script in it, and one that waits for a click. */
  embed: async page => {
    await page.evaluate(async () => {
      const make = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
      const element = (attributes, ...inside) => {
        const made = make('split-point', '');
        for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
        made.append(...inside);
        return made;
      };
      const script = Object.assign(make('script', "put 'comments', \"\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x11\", 'c:text', 'Split points, at last'\n"), { type: 'text/hbase-shell' });
      document.body.style.cssText = 'max-width: 780px; margin: 24px auto; padding: 0 16px; font: 17px/1.5 serif';
      document.body.replaceChildren(
        make('h1', 'Prepending safely'),
        make('p', 'When two clients prepend at the same time, a plain put loses one of the comments. Step through what happens:'),
        element({ start: 'comments', view: 'mini', title: 'A prepend' }, script),
        make('p', 'Nothing of this leaves your browser.'),
        element({ start: 'pets', view: 'race', loading: 'click', height: '160' }, make('p', 'Pets in two families')),
      );
      await import(new URL('splitpoint.js', document.baseURI));
    });
    await page.frameLocator('split-point iframe').locator('.badge').first().waitFor();
  },

  /** Two clients prepend, and the second has to try again. */
  race: async page => {
    const person = new Person(page);
    await front(page, 'Do');
    await person.choose('Prepend');
    await person.step();
    await front(page, 'Do');
    await person.as('B Ben');
    await person.step();
    await front(page, 'Clients');
    await person.stepClient('A');
    await person.stepClient('B');
    await front(page, 'Map');
  },

  clients: async page => {
    await scenes.race(page);
    await front(page, 'Clients');
  },

  pages: async page => {
    const person = await startFrom(page, 'User actions', 'Scan pages');
    await person.run();
    await front(page, 'Map');
  },

  cost: async page => {
    await scenes.pages(page);
    await front(page, 'Cost');
  },

  transaction: async page => {
    const person = await startFrom(page, 'Partitions', 'Transaction');
    await person.type({ 'Row of mutation 2': 'acm001' });
  },

  /** Two of three cells of a transaction are in the memstore, and nobody sees them. */
  midst: async page => {
    const person = await startFrom(page, 'Partitions', 'Transaction');
    await person.grain('cell');
    for (let step = 0; step < 8; step++) {
      await front(page, 'Do');
      await person.step();
    }
    await front(page, 'Map');
  },

  /** The third page by offset: what was read before it is thrown away. */
  thrown: async page => {
    const person = await startFrom(page, 'User actions', 'Scan pages');
    await person.form.getByRole('radio', { name: 'at an offset' }).check();
    await person.run();
    await front(page, 'Map');
  },

  /** A scanner stands in the table while somebody writes. */
  reader: async page => {
    await front(page, 'Console');
    await new Person(page).console("scan 'comments', {LIMIT => 1}", "put 'comments', '18', 'c:text', 'newer'");
    await front(page, 'Map');
  },

  /** A server has died with what was in its memory. */
  dead: async page => {
    const person = new Person(page);
    await front(page, 'Do');
    await person.choose('Crash a server', 'Table');
    await front(page, 'Do');
    await person.step();
    await front(page, 'Map');
  },

  refused: async page => {
    await scenes.transaction(page);
    await new Person(page).run();
    await front(page, 'Map');
  },

  wide: async page => {
    const person = await startFrom(page, 'Table inside a row', 'Scan pages');
    await person.run();
    await person.button('Step back', person.time).click();
    await front(page, 'Map');
  },

  console: async page => {
    await front(page, 'Console');
    const put = "put 'comments', '17', 'c:text', 'typed'";
    await new Person(page).console("scan 'comments', {LIMIT => 1}", put, "scna 'comments'");
  },

  /** Two clients write; the first is in the middle of it. */
  script: async page => {
    await front(page, 'Console');
    await new Person(page).console();
    await page.getByRole('tab', { name: 'Script' }).click();
    const script = ['# Two clients write.', '2.times do |i|', "  put 'comments', i, 'c:text', 'A'", 'end', "client 'B'", "scan 'comments'", ''];
    await page.locator('#console-field').fill(script.join('\n'));
    await page.locator('#pane-console').getByRole('button', { name: 'Step' }).click();
  },

  create: async page => {
    await startFrom(page, 'Empty');
  },

  split: async page => {
    const person = new Person(page);
    await front(page, 'Do');
    await person.choose('Flush', 'Table');
    await person.run();
    await front(page, 'Do');
    await person.choose('Split', 'Table');
    await person.form.getByText('HBase would').waitFor();
  },

  detail: async page => {
    const cell = page.getByRole('grid').getByRole('gridcell', { name: 'I agre' }).first();
    await front(page, 'Map');
    await cell.click();
  },

  import: async page => {
    const person = new Person(page);
    await front(page, 'Do');
    await person.startFrom('Your file …');
    await person.dialog.locator('input[type=file]').setInputFiles({
      name: 'pets.csv', mimeType: 'text/csv', buffer: Buffer.from('id,name,kind,born\n1,Abby,dog,2009\n2,Biscuit,cat,2010\n3,"Rex, the first",dog,2011\n'),
    });
    await person.button('Load', person.dialog).waitFor();
  },

  refusedImport: async page => {
    const person = new Person(page);
    await front(page, 'Do');
    await person.startFrom('Your file …');
    await person.dialog.locator('input[type=file]').setInputFiles({
      name: 'bad.tsv', mimeType: 'text/plain', buffer: Buffer.from('id\tname\n1\tAbby\n2\n3\tRex\textra\n'),
    });
    await person.button('Load', person.dialog).click();
    await person.dialog.getByText('Line 3').waitFor();
  },

  help: async page => {
    await page.getByRole('button', { name: 'Help and keys' }).click();
  },
};
