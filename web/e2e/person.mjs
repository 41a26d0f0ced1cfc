// A person at the page: finds things by their text, as eyes or a screen reader do, and returns what is shown.

import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

/** Waits until `look` returns what is expected: a value, or a text that matches a pattern. Fails with the
 * difference. */
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

/** Chooses a radio button. What is chosen first in a page may wait for code, and is marked when that is there. */
async function chosen(radio) {
  await radio.click();
  await until(() => radio.isChecked(), true);
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
    const named = { name, exact: true }; // a list of choices inside its label is labelled with all of its choices, too
    return this.form.getByLabel(name, { exact: true }).or(this.form.getByRole('combobox', named));
  }

  // What a person can do.

  /** Opens an example. */
  async startFrom(title) {
    await this.button(title, this.page.getByRole('region', { name: 'Start from' })).click();
    await this.settled();
  }

  /** Waits, like a person, as long as the page says that it is busy loading code, up to a limit. */
  async settled() {
    const busy = this.page.locator('.page[aria-busy=true]');
    const end = performance.now() + 5_000;
    while (await busy.count() && performance.now() < end) await new Promise(done => setTimeout(done, 15));
  }

  /** Chooses a form: by its own button, or by an item of `menu`. */
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
    await chosen(this.form.getByRole('radio', { name: client }));
  }

  /** Types into fields, by their labels. */
  async type(texts) {
    for (const [label, text] of Object.entries(texts)) await this.field(label).fill(text);
    await this.settled();
  }

  async typeAs(field, encoding) {
    await this.form.getByLabel(`How ${field} is typed`).selectOption({ label: encoding });
  }

  /** Sends the form, which does the first step of its operation, or continues the operation that it sent. */
  async step() {
    const send = this.form.getByRole('button', { name: /^Send( again)?$/ });
    if (!await send.isEnabled()) return this.next();
    await send.click();
    await this.settled();
  }

  /** Does the next step, of any client or server. */
  async next() {
    await this.time.getByRole('button', { name: /^Next/ }).click();
    await this.settled();
  }

  /** Goes on until the sentence is like this, for at most so many steps. Returns the sentence. */
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
    await chosen(this.time.getByRole('radio', { name, exact: true }));
  }

  async tab(name) {
    await this.page.getByRole('tab', { name, exact: true }).click();
  }

  /** Presses the button for a client's next step. */
  async stepClient(letter) {
    await this.lane(letter).getByRole('button', { name: `${letter} next: ` }).click();
    await this.settled();
  }

  /** Opens the console, and runs lines at its prompt one after the other. */
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

  // What a person can see.

  /** The lines of the console. */
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

  /** The locked rows, with the owner of each lock: `['18 locked by A', …]`. */
  async locks() {
    return this.grid.evaluate(grid => [...grid.querySelectorAll('.lock')].map(lock => {
      const row = lock.closest('[role=row]:has([role=gridcell])')?.querySelector('[role=rowheader]').textContent;
      return [row, lock.textContent].filter(Boolean).join(' ');
    }));
  }

  /** The logs of the servers: `{ S1: ['11: 3 cells of r1', …] }`, with a note if an edit is not visible yet. */
  async logs() {
    return this.page.getByRole('list', { name: 'Servers and their logs' }).locator(':scope > li').evaluateAll(servers =>
      Object.fromEntries(servers.map(server => [
        [...server.querySelectorAll(':scope > .log__server, :scope > .log__dead')].map(part => part.textContent).join(' '),
        [...server.querySelectorAll('.log__edit')].map(edit => edit.textContent),
      ])));
  }

  /** Where the drawn cells are stored: `['18 c:text Cool in memory', …]`. */
  async homes() {
    return (await this.lines()).map(({ cell, home }) => `${cell} ${home}`);
  }

  /** Where HBase would split, according to the dashed lines in regions. */
  async cuts() {
    return this.grid.locator('.cut').allTextContents();
  }

  /** The sentence about this step: the client's letter, then the words. */
  async sentence() {
    return this.page.locator('.sentence').evaluate(sentence => [...sentence.children].map(part => part.textContent).join(' '));
  }

  /** The position, as `3 of 5`. */
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

  /** What a client remembers or believes: `{ first: '18', … }`. What is no longer true ends in `stale …`. */
  async memory(letter, title = 'Remembers') {
    return this.lane(letter).locator('.memory').evaluateAll((memories, title) => Object.fromEntries(memories
      .filter(memory => memory.querySelector('h3').textContent === title)
      .flatMap(memory => [...memory.querySelectorAll('.memory__item')])
      .map(item => [item.children[0].textContent, [...item.children].slice(1).map(part => part.textContent).join(' ')])), title);
  }

  /** The words of the buttons in the accent colour, of which there is one at most. */
  async accents() {
    return this.page.locator('.page').evaluate(root => {
      const accent = document.createElement('i');
      root.append(accent);
      accent.style.setProperty('background-color', 'var(--accent)');
      const colour = getComputedStyle(accent).backgroundColor;
      accent.remove();
      return [...root.querySelectorAll('.button')].filter(button => getComputedStyle(button).backgroundColor === colour)
        .map(button => button.textContent.trim());
    });
  }

  /** The counters of the present operation that are not zero. */
  async cost() {
    const table = this.page.getByRole('tabpanel', { name: 'Cost' }).getByRole('region', { name: 'Cost' }).getByRole('table');
    return table.evaluate(table => Object.fromEntries([...table.querySelectorAll('tbody tr')]
      .map(row => [(row.querySelector('.cost__counter') ?? row.querySelector('th').firstChild).textContent, Number(row.querySelector('td').textContent)])
      .filter(([, count]) => count > 0)));
  }

  /** The last result: its title, its size, and each line: a row, or a cell as `column value`. */
  async answer() {
    const section = this.page.getByRole('region', { name: 'What came back' });
    return {
      title: await section.getByRole('heading').textContent(),
      count: await section.locator('.answer__count').textContent(),
      lines: await section.locator('tbody tr').evaluateAll(rows =>
        rows.map(row => [...row.cells].map(cell => cell.textContent).filter(Boolean).join(' '))),
    };
  }

  /** The notes at a field, as sentences. */
  async said(label) {
    const names = await this.field(label).getAttribute('aria-describedby');
    return this.page.locator(names.split(' ').map(name => `[id="${name}"]`).join()).locator('p').allTextContents();
  }
}
