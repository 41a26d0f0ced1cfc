// A monkey: does random things to the page that people, browsers and accidents do, and checks two promises:
// acknowledged work is there after a reload, and the page says what it cannot keep. A seed determines all that it does.

import assert from 'node:assert/strict';
import { Person, until } from './person.mjs';
import { started } from './stage.mjs';

/** Pseudorandom numbers from 0 to 1 that a seed determines (mulberry32). */
function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));

/** Milliseconds after which work is kept, even if the tab then crashes. */
const KEPT = 1_200;

/** What may be clicked: all that changes the work or the view, except what deletes, downloads or opens windows. */
const TARGETS = ['#pane-do button', '#pane-clients button', '#pane-cost button', '#pane-time button', '#pane-console button',
  '[role=gridcell]', '[role=tab]', 'input[type=radio]', '.page__bottom button'].join();
const SPARED = /delete|save|share|present|lesson|cluster|take over|file|back to|open full|help|copy|java|design|growth/i;

const KEYS = ['.', ',', 'a', 'b', 'c', 'd', 'u', 'm', 'y', 'x', '+', '-', 'Home', 'End', '0', '5', ' ', 'Escape', '[', ']', 'o', 'h', 'v', 'Tab', 'F6', 'Enter'];

const SCRIPTS = ["put 'comments', 'r1', 'c:text', 'one'", "scan 'comments', {LIMIT => 2}", "7.times { |i| put 'comments', \"k#{i}\", 'c:text', 'x' }",
  "delete 'comments', '18', 'c:date'", "flush 'comments'", 'x = [1, 2].map { |n| n * 2 }', 'list', "get 'none', 'r'", 'raise 1'];

const EXAMPLES = ['Comments', 'User actions', 'Table inside a row', 'Partitions'];

/** The names of all kinds of deeds. One that is listed more often is done more often. */
const KINDS = ['mouse', 'mouse', 'mouse', 'keys', 'keys', 'form', 'form', 'form', 'console', 'console', 'start', 'drop', 'reload', 'reload',
  'crash', 'tabs', 'full', 'archive', 'slow', 'code', 'clock'];

/** Ways in which code fails to load. Requests that hang are aborted at the end. */
const ABSENT = {
  missing: response => response.writeHead(404, { 'content-type': 'text/plain' }).end('not here'),
  damaged: response => response.writeHead(200, { 'content-type': 'application/wasm' }).end('\0asm\x01\0\0\0and then nothing of use'),
  hanging: (response, held) => held.push(response),
};

/** The files that fail: all, or those of some chunks. */
const HIT = [/./, /restore-/, /restore-/, /scenario-/, /(import|link)-/, /(console|filter|key)-/, /care-/, /(dialog|chunk_\d+)-/];

/** Messages of a page when code fails to load. */
const LACK = /404|ERR_EMPTY_RESPONSE|Failed to fetch|WebAssembly|CompileError/;

export class Monkey {
  /** `context` is fresh; `site` serves the page. */
  constructor(context, site, seed) {
    Object.assign(this, { context, site, seed, random: numbers(seed), log: [], bag: [], problems: [], held: [] });
  }

  among(list) {
    return list[Math.floor(this.random() * list.length)];
  }

  /** A page for the monkey, with a person to act on it. */
  async sit() {
    const page = await this.context.newPage();
    page.setDefaultTimeout(10_000);
    const complain = problem => {
      if (!this.lacked || !LACK.test(problem)) this.problems.push(problem);
    };
    page.on('pageerror', error => complain(`thrown: ${error.stack ?? error}`));
    page.on('console', message => {
      if (message.type() === 'error') complain(`console: ${message.text()}`);
    });
    page.on('dialog', dialog => dialog.dismiss().catch(() => {}));
    await page.goto(this.site.address);
    await started(page);
    return { page, person: new Person(page) };
  }

  /** Whether this accident withholds a file. Then it answers the request itself. */
  withholds(name, response) {
    if (!this.absent || !name.startsWith('chunk/')) return false;
    const { answer, which } = this.absent;
    const is_hit = which.test(name);
    if (is_hit) answer(response, this.held);
    return is_hit;
  }

  async begin() {
    this.seat = await this.sit();
    // Closes windows that were opened by accident.
    this.context.on('page', page => page.opener().then(opener => opener && page.close()).catch(() => {}));
  }

  /** Does so many deeds; in each round a kind comes as often as it is listed. An error names the seed and the deeds. */
  async act(deeds, until = Infinity) {
    for (let deed = 0; deed < deeds && performance.now() < until; deed += 1) {
      if (!this.bag.length) this.bag = KINDS.map(kind => [this.random(), kind]).sort(([one], [other]) => one - other).map(([, kind]) => kind);
      const kind = this.bag.pop();
      this.log.push(kind);
      try {
        await this[kind]();
        assert.equal(await this.seat.page.locator('.failure').count(), 0, 'the page of failure');
        assert.deepEqual(this.problems, [], 'the page complains');
      } catch (error) {
        error.message = `${error.message}\nseed ${this.seed}, deed ${this.log.length}: ${this.log.slice(-12).join(' · ')}\n` +
          `To do the same again: MONKEY_SEED=${this.seed} node --test web/e2e/monkey.test.mjs`;
        throw error;
      }
    }
  }

  /** Waits until nothing goes on by itself, and closes dialogs. */
  async settle({ page, person } = this.seat) {
    for (let times = 0; times < 400; times += 1) {
      for (const name of ['Stop', 'Pause', 'Do not wait']) {
        const button = person.button(name);
        if (await button.count()) await button.first().click({ timeout: 300 }).catch(() => {});
      }
      if (await page.locator('dialog[open]').count()) await page.keyboard.press('Escape');
      else if (await page.locator('.page--orders').count()) await page.locator('.header').getByRole('button', { name: 'Back to the table' }).click({ timeout: 300 }).catch(() => {});
      const first = await this.seen(page);
      await pause(60);
      const is_calm = !await page.locator('.page[aria-busy=true], .banner progress, dialog[open]').count();
      if (is_calm && JSON.stringify(first) === JSON.stringify(await this.seen(page))) return first;
    }
    throw new Error('the page does not come to rest');
  }

  /** The visible work: its start, its position, and its rows. */
  seen(page) {
    return page.evaluate(() => {
      const text = selector => document.querySelector(selector)?.textContent ?? '';
      const lines = [...document.querySelectorAll('[role=grid] [role=row]:has([role=gridcell])')];
      const rows = document.querySelector('[role=grid]')?.getAttribute('aria-rowcount');
      const cell = row => [row.querySelector('[role=rowheader]'), ...[...row.querySelectorAll('[role=gridcell]')].slice(0, 1)]
        .map(part => part?.textContent).join(' ');
      // In a long table other lines may be in sight.
      return { start: text('#menu-start'), position: text('.dock__count'), rows, cells: rows < 16 ? lines.map(cell) : [] };
    });
  }

  /** After something that ends the page, checks that it shows what it showed before. */
  async same(before, what, seat = this.seat) {
    await started(seat.page);
    let after;
    await until(async () => {
      after = await this.seen(seat.page);
      // A wide view is not kept, so then there are no rows to compare.
      if (before.rows === undefined) after = { ...after, rows: undefined, cells: [] };
      return JSON.stringify(after) === JSON.stringify(before);
    }, true, 12_000).catch(() => assert.deepEqual(after, before, `what was acknowledged is there ${what}`));
  }

  // The deeds.

  async mouse({ page } = this.seat) {
    const targets = page.locator(TARGETS);
    const count = await targets.count();
    const target = targets.nth(Math.floor(this.random() * count));
    if (!count) return;
    const name = await target.evaluate(element => element.getAttribute('aria-label') ?? element.textContent, undefined, { timeout: 500 }).catch(() => 'share');
    this.log.push(`“${name.slice(0, 30)}”`);
    if (!SPARED.test(name)) await target.click({ timeout: 400 }).catch(() => {});
  }

  async keys({ page } = this.seat) {
    for (let left = 1 + Math.floor(this.random() * 4); left > 0; left -= 1) {
      const key = this.among(KEYS);
      this.log.push(`key ${key}`);
      await page.keyboard.press(key);
    }
  }

  async form({ page, person } = this.seat) {
    await this.settle({ page, person });
    const verb = this.among(['Insert', 'Insert', 'Prepend', 'Pages']);
    await person.choose(verb).catch(() => {});
    const row = String(Math.floor(this.random() * 40));
    await person.field('Row key').fill(row, { timeout: 300 }).catch(() => {});
    this.log.push(`${verb} ${row}`);
    const way = this.among(['Run', 'Send']);
    await this.seat.page.keyboard.press('Escape');
    await person.button(way, person.form).click({ timeout: 500 }).catch(() => {});
  }

  async console({ page, person } = this.seat) {
    await this.settle({ page, person });
    const line = this.among(SCRIPTS);
    this.log.push(line);
    const field = page.locator('#console-field');
    if (!await field.count()) {
      await page.evaluate(() => document.querySelector('.page').focus());
      await page.keyboard.press('/');
    }
    await field.fill(line);
    await field.press('Enter');
  }

  async start({ page, person } = this.seat) {
    await this.settle({ page, person });
    const title = this.among(EXAMPLES);
    this.log.push(title);
    await page.locator('#menu-start').click();
    await page.getByRole('menuitem', { name: title, exact: true }).click();
    await this.settle({ page, person });
  }

  /** Drops a file, and loads it or leaves the import. */
  async drop({ page, person } = this.seat) {
    await this.settle({ page, person });
    const rows = 1 + Math.floor(this.random() * 12);
    const text = `id\tname\n${Array.from({ length: rows }, (_, row) => `${row}\tx${row}\n`).join('')}`;
    const data = await page.evaluateHandle(([text, name]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name, { type: 'text/plain' }));
      return data;
    }, [text, this.among(['pets.tsv', 'other.tsv'])]);
    await page.locator('.page').dispatchEvent('drop', { dataTransfer: data });
    const load = person.button('Load', person.dialog);
    await load.waitFor();
    if (this.random() < 0.7) {
      this.log.push(`${rows} rows`);
      await load.click();
      await person.dialog.waitFor({ state: 'detached' });
      // The file goes to IndexedDB, and leaving a page does not wait for that.
      await this.settle({ page, person });
      await pause(KEPT);
    } else {
      await page.keyboard.press('Escape');
    }
  }

  /** Reloads at once: what is shown has to be kept from that moment on. */
  async reload(seat = this.seat) {
    const before = await this.settle(seat);
    await seat.page.reload();
    await this.same(before, 'after a reload', seat);
  }

  /** Kills the process of the tab, without any event in the page. */
  async crash() {
    const before = await this.settle();
    await pause(KEPT);
    const { page } = this.seat;
    const session = await this.context.newCDPSession(page);
    const gone = page.waitForEvent('crash');
    session.send('Page.crash').catch(() => {});
    await gone;
    await page.close();
    this.seat = await this.sit();
    await this.same(before, 'after the tab crashed');
  }

  /** A second tab is told that it works on a copy. Both find their own work again. */
  async tabs() {
    const before = await this.settle();
    const other = await this.sit();
    await other.page.locator('.banner').getByText('as a copy').waitFor();
    await this.form(other);
    await this.console(other);
    await this.reload(other);
    await other.page.close();
    await this.seat.page.reload();
    await this.same(before, 'after another tab worked on a copy');
  }

  /** Storage is full for a while: the page says so, and keeps everything once there is room. */
  async full() {
    await this.settle();
    const { page } = this.seat;
    await page.evaluate(() => {
      const full = () => { throw new DOMException('full', 'QuotaExceededError'); };
      window.whole = [Storage.prototype.setItem, IDBFactory.prototype.open];
      Storage.prototype.setItem = full;
      IDBFactory.prototype.open = full;
    });
    await this.put();
    await page.locator('.banner').getByText(/is full/).waitFor();
    await page.evaluate(() => { [Storage.prototype.setItem, IDBFactory.prototype.open] = window.whole; });
    await this.put();
    await page.locator('.banner').getByText(/is full/).waitFor({ state: 'detached' });
    await this.reload();
  }

  /** Texts without room in local storage are kept in IndexedDB. The desk is short, and has room. */
  async archive() {
    await this.settle();
    const { page } = this.seat;
    await page.evaluate(() => {
      const set = Storage.prototype.setItem;
      Storage.prototype.setItem = function (name, text) {
        if (text.length > 120 && !name.endsWith('.desk') && this === localStorage) throw new DOMException('full', 'QuotaExceededError');
        return set.call(this, name, text);
      };
    });
    await this.put();
    await this.settle();
    await pause(KEPT);
    await this.reload();
  }

  /** IndexedDB is slow, and the monkey does not wait: it opens another start and comes back, starts over and undoes
   * that. */
  async slow() {
    await this.settle();
    const { page, person } = this.seat;
    const delay = 500 + Math.floor(this.random() * 1_500);
    await page.evaluate(delay => {
      const [set, open] = [Storage.prototype.setItem, IDBFactory.prototype.open];
      Storage.prototype.setItem = function (name, text) {
        if (text.length > 120 && !name.endsWith('.desk') && this === localStorage) throw new DOMException('full', 'QuotaExceededError');
        return set.call(this, name, text);
      };
      IDBFactory.prototype.open = function (...given) {
        const asked = open.apply(this, given);
        let isHeld = false;
        asked.addEventListener('success', event => {
          if (isHeld) return;
          event.stopImmediatePropagation();
          setTimeout(() => { isHeld = true; asked.dispatchEvent(new Event('success')); }, delay);
        }, true);
        return asked;
      };
    }, delay);
    await this.put();
    const before = await this.settle();
    const start = EXAMPLES.find(title => before.start.endsWith(title));
    const way = this.among(start ? ['start', 'anew', 'reload'] : ['anew', 'reload']);
    this.log.push(`${delay} ms`, way);
    await pause(this.random() * 600);
    if (way === 'start') {
      for (const title of [this.among(EXAMPLES.filter(title => title !== start)), start]) {
        await page.locator('#menu-start').click();
        await page.getByRole('menuitem', { name: title, exact: true }).click();
        await until(async () => (await this.seen(page)).start.endsWith(title), true, 15_000);
        await this.settle();
      }
      await this.same(before, 'after another start, without waiting for what is on its way');
    } else if (way === 'anew') {
      await this.startOver();
      await page.locator('.banner').getByRole('button', { name: 'Undo' }).click();
      await this.same(before, 'after it was begun anew and that was taken back');
    }
    await pause(KEPT + 2 * delay);
    await this.reload();
  }

  async startOver({ page, person } = this.seat) {
    await page.evaluate(() => document.querySelector('.page').focus());
    await page.keyboard.press('r');
    const over = person.button('Start over', person.dialog);
    await over.waitFor();
    await over.click();
  }

  /** Opens a start from the menu. */
  async open(title) {
    await this.settle();
    const { page } = this.seat;
    await page.locator('#menu-start').click();
    await page.getByRole('menuitem', { name: title, exact: true }).click();
  }

  /** Some chunks are missing, damaged or hang for a while, and the monkey goes on: to another start, to what is
   * kept, with its work. What it has seen of two starts has to be there once the code is. */
  async code() {
    const { page, person } = this.seat;
    // A page that shows the unchanged first example has not restored anything.
    const isBare = this.random() < 0.6;
    const titles = EXAMPLES.slice(isBare ? 1 : 0).map(title => [this.random(), title]).sort(([one], [other]) => one - other).map(([, title]) => title);
    const [first, second] = isBare ? [EXAMPLES[0], ...titles] : titles;
    const seen = {};
    for (const title of [second, first]) {
      await this.open(title);
      await until(async () => (await this.seen(page)).start.endsWith(title), true);
      await this.settle();
      if (!isBare || title === second) await this.put();
      else if ((await this.seen(page)).position !== '0 of 0') await this.startOver();
      seen[title] = await this.settle();
    }
    await pause(KEPT);
    // From here on, only a part of the code can be loaded.
    await this.reload();
    const [kind, answer] = this.among(Object.entries(ABSENT));
    this.absent = { answer, which: this.among(HIT) };
    this.lacked = true;
    this.log.push(`${kind}: ${this.absent.which}`);
    const most = 2 + Math.floor(this.random() * 3);
    for (let deed = 0; deed < most; deed += 1) {
      const way = deed ? this.among(['start', 'start', 'kept', 'form', 'key']) : 'start';
      this.log.push(way);
      await this.settle();
      if (way === 'start') {
        await this.open(deed ? this.among([first, second]) : second);
        await this.settle();
        // Work that is done while another start was asked for and did not come.
        if (this.random() < 0.7) await this.form();
      } else if (way === 'kept') {
        await this.open('What is kept …');
        const entry = person.dialog.getByRole('listitem').filter({ hasText: second }).getByRole('button', { name: 'Open' });
        if (await entry.count()) await entry.first().click({ timeout: 500 }).catch(() => {});
      } else if (way === 'form') {
        await this.form();
      } else {
        await page.keyboard.press(this.among(['/', 'o', 'h', 'r']));
      }
      const now = await this.settle();
      const title = EXAMPLES.find(title => now.start.endsWith(title));
      if (title) seen[title] = now;
    }
    this.absent = undefined;
    this.held.splice(0).forEach(response => response.destroy());
    await pause(KEPT);
    await this.reload();
    for (const title of [first, second, first]) {
      await this.open(title);
      await this.same(seen[title], `on “${title}” after code for it was ${kind}`);
    }
  }

  /** Sets the clock, forwards or backwards. */
  async clock() {
    const by = this.among([-1, 1]) * 40 * 24 * 3_600_000;
    await this.seat.page.evaluate(by => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + by;
    }, by);
  }

  /** A change that is possible in every table. */
  async put() {
    const { page } = this.seat;
    this.log.push('a put');
    const field = page.locator('#console-field');
    if (!await field.count()) {
      await page.evaluate(() => document.querySelector('.page').focus());
      await page.keyboard.press('/');
    }
    await field.waitFor();
    // In a script, Enter starts a new line.
    await page.locator('#pane-console').getByRole('tab', { name: 'Console' }).click();
    await field.fill(`x = ${Math.floor(this.random() * 1e6)}`);
    await field.press('Enter');
    await until(() => field.inputValue(), '');
  }
}

/** Faults that are put into the browser on purpose. The monkey has to find each one. */
export const PLANTED = {
  'a storage that takes everything and keeps nothing': () => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name, text) { if (!name.endsWith('session')) set.call(this, name, text); };
  },
  'a storage that cuts what it is given': () => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name, text) { set.call(this, name, text.slice(0, text.length > 60 ? -9 : undefined)); };
  },
  'a page that does not hear that it is left': () => {
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (name, ...more) {
      if (name !== 'pagehide' && name !== 'visibilitychange') add.call(this, name, ...more);
    };
  },
  'locks that everybody gets': () => {
    LockManager.prototype.request = (name, options, told) => Promise.resolve(told({ name }));
  },
  'an archive that forgets': () => {
    IDBObjectStore.prototype.put = function () { return this.count(); };
  },
};
