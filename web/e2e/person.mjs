// A person at the page: finds things by the words on them, as eyes or a screen reader do, and says what stands there.

import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

/** Waits until `look` answers what is expected: a value, or a pattern for a text. Fails with the difference. */
export async function until(look, expected, within = 8_000) {
  const end = performance.now() + within;
  for (;;) {
    const seen = await look();
    const agrees = expected instanceof RegExp ? expected.test(seen) : isDeepStrictEqual(seen, expected);
    if (agrees) return seen;
    if (performance.now() > end) {
      if (expected instanceof RegExp) assert.match(seen, expected);
      assert.deepEqual(seen, expected);
    }
    await new Promise(done => setTimeout(done, 15));
  }
}

export class Person {
  constructor(page) {
    this.page = page;
    this.form = page.getByRole('region', { name: 'Do', exact: true });
    this.time = page.getByRole('group', { name: 'Time', exact: true });
    this.grid = page.getByRole('grid');
    this.dialog = page.getByRole('dialog');
  }

  button(name, where = this.page) {
    return where.getByRole('button', { name, exact: true });
  }

  field(name) {
    const named = { name, exact: true }; // a list of choices inside of its label has a label with all choices in it
    return this.form.getByLabel(name, { exact: true }).or(this.form.getByRole('combobox', named));
  }

  // What a person does.

  /** One of the examples. */
  async startFrom(title) {
    await this.button(title, this.page.getByRole('region', { name: 'Start from' })).click();
    await this.settled();
  }

  /** Waits, as a person would, while the page says that it is busy: code for what was asked comes. Not for ever. */
  async settled() {
    const busy = this.page.locator('.page[aria-busy=true]');
    const end = performance.now() + 5_000;
    while (await busy.count() && performance.now() < end) await new Promise(done => setTimeout(done, 15));
  }

  /** What to do: a button of its own, or `menu` and an item of it. */
  async choose(verb, menu) {
    const verbs = this.form.getByRole('group', { name: 'What to do' });
    if (menu) {
      await verbs.locator(`#menu-${menu.toLowerCase()}`).click();
      await verbs.getByRole('menuitem', { name: verb, exact: true }).click();
    } else {
      await this.button(verb, verbs).click();
    }
    await this.settled();
  }

  async as(client) {
    await this.form.getByRole('radio', { name: client }).check();
  }

  /** Types into fields, by their labels. */
  async type(texts) {
    for (const [label, text] of Object.entries(texts)) await this.field(label).fill(text);
    await this.settled();
  }

  async typeAs(field, encoding) {
    await this.form.getByLabel(`How ${field} is typed`).selectOption({ label: encoding });
  }

  /** Sends the form, which does its first step; goes on with what it sent while that is under way. */
  async step() {
    const send = this.form.getByRole('button', { name: /^Send( again)?$/ });
    if (!await send.isEnabled()) return this.next();
    await send.click();
    await this.settled();
  }

  /** The next step, whosever it is. */
  async next() {
    await this.time.getByRole('button', { name: /^Next/ }).click();
    await this.settled();
  }

  /** Goes on until the sentence says this, for so many steps at most; what it says then. */
  async goes(pattern, most = 60) {
    for (let steps = 0; steps < most && !pattern.test(await this.sentence()); steps++) await this.next();
    const sentence = await this.sentence();
    assert.match(sentence, pattern);
    return sentence;
  }

  async run() {
    await this.button('Run', this.form).click();
    await this.settled();
  }

  async grain(name) {
    await this.time.getByRole('radio', { name, exact: true }).check();
  }

  async tab(name) {
    await this.page.getByRole('tab', { name, exact: true }).click();
  }

  /** The button of a client's next step. */
  async stepClient(letter) {
    await this.lane(letter).getByRole('button', { name: `${letter} next: ` }).click();
    await this.settled();
  }

  /** Opens the console, and types lines at its prompt, each to its end. */
  async console(...lines) {
    const field = this.page.locator('#console-field');
    if (!await field.count()) await this.page.keyboard.press('/');
    await field.waitFor();
    for (const line of lines) {
      await field.fill(line);
      await field.press('Enter');
      await until(() => field.inputValue(), '');
      await until(async () => this.page.locator('#pane-console').getByRole('button', { name: 'Stop' }).count(), 0);
    }
  }

  // What a person sees.

  /** What stands in the console, line by line. */
  async printed() {
    return this.page.getByRole('log').locator('.console__line').allTextContents();
  }

  /** The lines of cells that are drawn: `{ region, cell: '18 c:text Cool', badges: ['+ A written'], home: 'in memory' }`. */
  async lines() {
    return this.grid.evaluate(grid => [...grid.querySelectorAll('[role=row]:has([role=gridcell])')].map(row => {
      const group = row.closest('[role=rowgroup]').getAttribute('aria-label');
      const [column, value, , home] = row.querySelectorAll('[role=gridcell]');
      const hidden = value.querySelector('.pill')?.textContent;
      return {
        region: group.replace(/^Region (.*), (\[.*\)), on server (.*)$/, '$1 $2 on $3'),
        cell: [
          row.querySelector('[role=rowheader]').textContent,
          column.textContent,
          value.querySelector('.line__text, .line__marker')?.textContent,
          hidden && `(${hidden})`,
        ].filter(Boolean).join(' '),
        badges: [...value.querySelectorAll('.badge')].map(badge => badge.textContent),
        home: home.textContent,
      };
    }));
  }

  /** All cells that are drawn, in order: `['18 c:text Cool', …]`. */
  async cells() {
    return (await this.lines()).map(({ cell }) => cell);
  }

  /** The regions that are drawn: `['r1 [−∞, 20) on S1', …]`. */
  async regions() {
    const groups = await this.grid.getByRole('rowgroup').evaluateAll(groups => groups.map(group => group.getAttribute('aria-label')));
    return groups.map(group => group.replace(/^Region (.*), (\[.*\)), on server (.*)$/, '$1 $2 on $3'));
  }

  /** The regions with their cells: `{ 'r1 [−∞, 20) on S1': ['18 c:text Cool', …] }`. */
  async picture() {
    const [regions, lines] = [await this.regions(), await this.lines()];
    return Object.fromEntries(regions.map(region => [region, lines.filter(line => line.region === region).map(({ cell }) => cell)]));
  }

  /** What the step did with cells: `['17 c:text I like your post: + A written', …]`. */
  async badges() {
    return (await this.lines()).filter(({ badges }) => badges.length).map(({ cell, badges }) => `${cell}: ${badges.join(', ')}`);
  }

  /** The rows that are locked, with who holds the lock: `['18 locked by A', …]`. */
  async locks() {
    return this.grid.evaluate(grid => [...grid.querySelectorAll('.lock')].map(lock => {
      const row = lock.closest('[role=row]:has([role=gridcell])')?.querySelector('[role=rowheader]').textContent;
      return [row, lock.textContent].filter(Boolean).join(' ');
    }));
  }

  /** The logs of the servers: `{ S1: ['11: 3 cells of r1', …] }`; of what is not visible yet it says so. */
  async logs() {
    return this.page.getByRole('list', { name: 'Servers and their logs' }).locator(':scope > li').evaluateAll(servers =>
      Object.fromEntries(servers.map(server => [
        [...server.querySelectorAll(':scope > .log__server, :scope > .log__dead')].map(part => part.textContent).join(' '),
        [...server.querySelectorAll('.log__edit')].map(edit => edit.textContent),
      ])));
  }

  /** Where the drawn cells live: `['18 c:text Cool in memory', …]`. */
  async homes() {
    return (await this.lines()).map(({ cell, home }) => `${cell} ${home}`);
  }

  /** Where HBase would cut, as the dashed lines inside of the regions say. */
  async cuts() {
    return this.grid.locator('.cut').allTextContents();
  }

  /** What this step did: the client's letter, then the words. */
  async sentence() {
    return this.page.locator('.sentence').evaluate(sentence => [...sentence.children].map(part => part.textContent).join(' '));
  }

  /** `3 of 5`. */
  async position() {
    return (await this.time.locator('.dock__count').textContent()).replace(/^step /, '').replace('/', ' of ');
  }

  lane(letter) {
    return this.page.getByRole('list', { name: 'Clients' }).locator(':scope > li')
      .filter({ has: this.page.locator('h2 .letter', { hasText: letter }) });
  }

  /** What a client did, with the answers: `['scan first row → 18', 'check-and-put 17 true']`. */
  async did(letter) {
    return this.lane(letter).locator('.entry').evaluateAll(entries => entries.map(entry =>
      [...entry.querySelectorAll('.entry__text, .entry__answer')].map(part => part.textContent).join(' ')));
  }

  /** `idle`, `running`, `waiting`, `done` or `failed`. */
  async state(letter) {
    return this.lane(letter).locator('.lane__state').textContent();
  }

  /** What a client remembers or believes: `{ first: '18', … }`; what it should not believe any more ends in `stale …`. */
  async memory(letter, title = 'Remembers') {
    return this.lane(letter).locator('.memory').evaluateAll((memories, title) => Object.fromEntries(memories
      .filter(memory => memory.querySelector('h3').textContent === title)
      .flatMap(memory => [...memory.querySelectorAll('.memory__item')])
      .map(item => [item.children[0].textContent, [...item.children].slice(1).map(part => part.textContent).join(' ')])), title);
  }

  /** The counters of the operation at work that are not zero. */
  async cost() {
    const table = this.page.getByRole('tabpanel', { name: 'Cost' }).getByRole('region', { name: 'Cost' }).getByRole('table');
    return table.evaluate(table => Object.fromEntries([...table.querySelectorAll('tbody tr')]
      .map(row => [row.querySelector('.mono').textContent, Number(row.querySelector('td').textContent)])
      .filter(([, count]) => count > 0)));
  }

  /** What came back last: its title, how much it was, and each line: a row, or a cell as `column value`. */
  async answer() {
    const section = this.page.getByRole('region', { name: 'What came back' });
    return {
      title: await section.getByRole('heading').textContent(),
      count: await section.locator('.answer__count').textContent(),
      lines: await section.locator('tbody tr').evaluateAll(rows =>
        rows.map(row => [...row.cells].map(cell => cell.textContent).filter(Boolean).join(' '))),
    };
  }

  /** What is said at a field, in sentences. */
  async said(label) {
    const names = await this.field(label).getAttribute('aria-describedby');
    return this.page.locator(names.split(' ').map(name => `[id="${name}"]`).join()).locator('p').allTextContents();
  }
}
