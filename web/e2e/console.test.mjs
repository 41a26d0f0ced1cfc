// The console: commands at a prompt, scripts with a line for each client, and forms as commands.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { until } from './person.mjs';
import { accessible, play, started } from './stage.mjs';

const field = page => page.locator('#console-field');
const pane = page => page.locator('#pane-console');

play('console: every job of the page can be done from it, and shows in the picture', {}, async ({ person, page }) => {
  await person.console("create 'posts', 'c', SPLITS => ['m']");
  await until(() => person.regions(), ['r1 [−∞, m) on S1', 'r2 [m, +∞) on S2']);
  await person.console("put 'posts', 'b', 'c:text', 'second'", "put 'posts', 'a', 'c:text', 'first'", "put 'posts', 'x', 'c:text', 'last'");
  await until(() => person.cells(), ['a c:text first', 'b c:text second', 'x c:text last']);
  await person.console("scan 'posts', {LIMIT => 1}");
  assert.match((await person.printed()).join('\n'), / a +column=c:text, timestamp=.*, value=first *\n *1 row\(s\)/);
  await person.console("scan 'posts', {REVERSED => true, LIMIT => 1}");
  assert.match((await person.printed()).join('\n'), / x +column=c:text, .*, value=last/);
  await person.console("check_and_put 'posts', 'a', 'c:text', 'second', 'c:text', 'third'");
  assert.match((await person.printed()).at(-3), /^false *$/);
  await person.console("mutate_rows 'posts', ['put', 'a', 'c:n', '1'], ['deleteall', 'b']");
  await until(async () => (await person.cells()).slice(0, 2), ['a c:n 1', 'a c:text first']);
  await person.console("mutate_rows 'posts', ['put', 'a', 'c:n', '2'], ['put', 'x', 'c:n', '2']");
  assert.match((await person.printed()).join('\n'), /ERROR: .*out of range/);
  await person.console("flush 'posts'", "split 'posts', 'b'");
  await until(() => person.regions(), ['r3 [−∞, b) on S1', 'r4 [b, m) on S1', 'r2 [m, +∞) on S2']);
  await person.console("disable 'posts'", "drop 'posts'", 'list');
  await until(async () => (await person.cells())[0], '18 c:date May 24');
});

play('console: it is reached and left by keyboard, remembers, and completes', {}, async ({ person, page }) => {
  await page.keyboard.press('/');
  await field(page).waitFor();
  await until(() => page.evaluate(() => document.activeElement.id), 'console-field');
  await page.keyboard.type("sca");
  await page.keyboard.press('Tab');
  assert.equal(await field(page).inputValue(), 'scan');
  await page.keyboard.type(" 'com");
  await page.keyboard.press('Tab');
  assert.equal(await field(page).inputValue(), "scan 'comments");
  await page.keyboard.type("'");
  await page.keyboard.press('Enter');
  await until(async () => (await person.printed()).some(line => /^3 row\(s\)/.test(line.trim())), true);
  await page.keyboard.type('cre');
  await page.keyboard.press('Tab');
  await until(() => field(page).inputValue(), 'create');
  assert.match(await pane(page).getByRole('status').textContent(), /possibilities: .*create_namespace/);
  await page.keyboard.press('ArrowUp');
  assert.equal(await field(page).inputValue(), "scan 'comments'");
  await page.keyboard.press('ArrowDown');
  assert.equal(await field(page).inputValue(), 'create');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'pane-console');
  await page.keyboard.press('u');
  await until(() => person.position(), '0 of 2');
  assert.deepEqual(await person.printed(), []);
});

play('console: a statement of several lines is run when it is whole, and a question is answered', {}, async ({ person, page }) => {
  await person.console('5');
  await field(page).pressSequentially("3.times do |i|\nput 'comments', \"k#{i}\", 'c:text', i\n");
  assert.equal(await field(page).inputValue(), "3.times do |i|\nput 'comments', \"k#{i}\", 'c:text', i\n");
  await field(page).pressSequentially('end\n');
  await until(async () => (await person.cells()).slice(-3).map(cell => cell.replace(/^.*c:text/, 'c:text')), ['c:text 0', 'c:text 1', 'c:text 2']);
  await person.console("disable_all 'comm.*'");
  await until(async () => pane(page).getByText('(y/n)? ', { exact: true }).count(), 1);
  await person.console('y', "is_disabled 'comments'");
  assert.match((await person.printed()).join('\n'), /1 tables successfully disabled/);
  assert.match((await person.printed()).join('\n'), /true/);
});

play('console: errors stand there in the words of the shell, and what is no statement is not sent', {}, async ({ person, page }) => {
  await person.console("put 'nowhere', 'r', 'f:q', 'v'", 'scna', "get 'comments'");
  const printed = (await person.printed()).join('\n');
  assert.match(printed, /ERROR: Unknown table nowhere!/);
  assert.match(printed, /NameError \(undefined local variable or method `scna'/);
  assert.match(printed, /wrong number of arguments/);
  await field(page).fill("client 'Z'");
  await field(page).press('Enter');
  await pane(page).getByRole('alert').getByText('Line 1: name a client by its letter').waitFor();
  assert.equal(await field(page).inputValue(), "client 'Z'");
});

play('console: a script is stepped as it runs, line by line', {}, async ({ person, page }) => {
  await person.console();
  await pane(page).getByRole('tab', { name: 'Script' }).click();
  await field(page).fill("put 'comments', '17', 'c:text', 'A', 17\nput 'comments', '16', 'c:text', 'A', 17\nclient 'B'\nput 'comments', '15', 'c:text', 'B', 17\n");
  await pane(page).getByRole('button', { name: 'Step' }).click();
  const marks = () => pane(page).locator('.console__mark').allTextContents();
  await until(marks, ['A2']);
  await pane(page).getByRole('button', { name: 'Step' }).click();
  await until(marks, ['B4']);
  await pane(page).getByRole('button', { name: 'Step' }).click();
  await until(marks, []);
  assert.deepEqual(await person.did('B'), ['put "15" done']);
  // The end of the script is announced, and nothing is sent again.
  await pane(page).getByRole('button', { name: 'Step' }).click();
  await pane(page).getByRole('alert').getByText('The script is at its end. Step begins it again.').waitFor();
  assert.equal((await person.printed()).filter(line => line.includes("'15'")).length, 1);
  await field(page).press('Control+Enter');
  await until(() => person.state('B'), 'done');
  assert.equal((await person.printed()).filter(line => line.includes("'15'")).length, 2);
});

play('console: of a line of millions the beginning is drawn, and the next command prints', {}, async ({ person, page }) => {
  await person.console("puts 'y' * 16_000_000", "'z' * 1_000_000");
  await until(async () => (await person.printed()).filter(line => / … and \d+ more bytes, which are not drawn$/.test(line)).length, 2);
  const longest = () => page.evaluate(() => Math.max(...[...document.querySelectorAll('.console__line')].map(line => line.textContent.length)));
  assert.ok(await longest() < 11_000, `${await longest()}`);
  await person.console('puts 40 + 2');
  await until(async () => (await person.printed()).some(line => line.trim() === '42'), true);
});

play('console: an endless loop does not stop the page, and can be stopped', {}, async ({ person, page }) => {
  await person.console();
  // The last one once blocked the page for minutes: single operations on large arrays were not counted as work.
  const loops = ['loop { x = 1 }', "loop { put 'comments', 'r', 'c:q', 'v' }", 'a = (1..1_000_000).to_a; loop { a.include?(0) }'];
  for (const [round, loop] of loops.entries()) {
    await field(page).fill(loop);
    await field(page).press('Enter');
    await page.waitForTimeout(300);
    await pane(page).getByRole('button', { name: 'Stop' }).click();
    await until(async () => pane(page).getByRole('button', { name: 'Stop' }).count(), 0);
    await person.console(`puts 'free ${round}'`);
    await until(async () => (await person.printed()).filter(line => line.trim() === `free ${round}`).length, 1);
  }
});

play('console: a form says its calls in Java, what the articles called them, and both are copied', {}, async ({ person, page, site }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const ways = page.getByRole('radiogroup', { name: 'Written as' });
  const pre = page.getByRole('region', { name: 'As Java' }).locator('pre').first();
  assert.equal(site.requests.filter(path => path.includes('/chunk/code-')).length, 0);
  await ways.getByRole('radio', { name: 'As Java' }).click();
  await until(() => pre.textContent(), /^try \(Table table = connection\.getTable\(TableName\.valueOf\("comments"\)\)\) \{\n {2}Put put/);
  await person.choose('Prepend');
  await until(() => pre.textContent(), /while \(true\) \{/);
  await page.getByRole('region', { name: 'As Java' }).getByText('In HBase 0.94').click();
  await page.getByText('table.checkAndPut(put.getRow()').waitFor();
  await person.button('Copy', page.getByRole('region', { name: 'As Java' })).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^import org\.apache\.hadoop\.hbase\.TableName;/);
  assert.ok(copied.endsWith(await pre.textContent()));
  await ways.getByRole('radio', { name: 'As shell' }).click();
  await page.getByRole('region', { name: 'As shell' }).waitFor();
  const own = page.getByRole('region', { name: 'As shell' }).getByText("HBase's shell has none");
  await own.waitFor();
  await person.choose('Insert');
  await until(() => own.count(), 0);
});

play('console: what a form brought back is shown as a table and as the shell prints it', {}, async ({ person, page }) => {
  await person.choose('Get', 'Row');
  await person.type({ 'Row key': '18' });
  await person.run();
  const came = page.getByRole('region', { name: 'What came back' });
  await came.getByRole('table').waitFor();
  await person.button('as the shell prints it', came).click();
  const lines = async () => (await came.locator('pre').textContent()).split('\n').map(line => line.trim());
  await until(async () => (await lines())[0], /^COLUMN +CELL$/);
  assert.match((await lines())[1], /^c:date +timestamp=.*, value=May 24$/);
  assert.equal((await lines()).at(-2), '1 row(s)');
  await person.button('as a table', came).click();
  await came.getByRole('table').waitFor();
});

play('console: the table of regions keeps its columns, and their names are copied', {}, async ({ person, page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await person.console("list_regions 'comments'");
  const log = page.locator('#console-log');
  await log.getByText('SERVER_NAME').waitFor();
  const [wide, room] = await log.evaluate(element => [element.scrollWidth, element.clientWidth]);
  assert.ok(wide > room, 'it scrolls sideways');
  const bars = line => [...line.matchAll(/\|/g)].map(bar => bar.index);
  const rows = (await person.printed()).filter(line => line.includes(' | ') && !line.includes('--'));
  assert.equal(rows.length, 3);
  for (const row of rows) assert.deepEqual(bars(row), bars(rows[0]), row);
  const heights = await log.locator('.console__line--wide').evaluateAll(all => all.map(line => line.clientHeight));
  assert.deepEqual([...new Set(heights)], [20], 'no line is broken');
  await person.console("merge_region 'r1', 'r2'");
  await log.getByText('HBase takes the encoded name').waitFor();
  await person.button('Fold the console').click();
  await page.locator('.card__name').first().click();
  const copy = person.button('Copy the encoded name');
  await copy.click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^[0-9a-f]{32}$/);
});

play('console: a form says its command, the command does the same, and both stand in the console', {}, async ({ person, page }) => {
  await person.button('+ column', person.form).click();
  await person.type({ 'Row key': '17', 'Value 1': 'by hand', 'Column 2': 'c:who', 'Value 2': 'Ada' });
  const shell = page.getByRole('region', { name: 'As shell' });
  await until(async () => (await shell.locator('pre').textContent()).startsWith("get_table('comments').table.put("), true);
  await person.button('Leave out column 2', person.form).click();
  const command = "put 'comments', \"\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x11\", 'c:text', 'by hand'";
  await until(() => shell.locator('pre').textContent(), command);
  await person.run();
  await until(async () => (await person.cells())[0], '17 c:text by hand');
  await person.console();
  await until(() => person.printed(), [`Aform> ${command}`, '# done']);
  await field(page).press('ArrowUp');
  assert.equal(await field(page).inputValue(), command);
  await field(page).fill(command.replace('x11', 'x10'));
  await field(page).press('Enter');
  await until(async () => (await person.cells()).slice(0, 2), ['16 c:text by hand', '17 c:text by hand']);
  await person.choose('Prepend');
  const row = '"\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x0F"';
  const writes = "['put', 'c:text', 'I like your post'], ['put', 'c:who', 'Ada']";
  const check = `check_and_mutate 'comments', ${row}, {COLUMN => 'c:text', 'VALUE' => nil}, ${writes}`;
  await until(() => shell.locator('pre').textContent(), `scan 'comments', {LIMIT => 1}\n${check}`);
});

play('console: what a shell printed becomes a table, and all tables can be taken away', {}, async ({ person, page }) => {
  await person.console();
  await field(page).fill([
    "hbase:001:0> scan 'pets'",
    'ROW                     COLUMN+CELL',
    ' cat                    column=f:name, timestamp=2026-01-01T00:00:00.005, value=Tom',
    ' dog                    column=f:name, timestamp=2026-01-01T00:00:00.006, value=Rex',
    '2 row(s)',
  ].join('\n'));
  await person.button('Make its table', pane(page)).click();
  await until(async () => (await field(page).inputValue()).startsWith("create 'pets', {NAME => 'f', VERSIONS => 1"), true);
  await field(page).press('Control+Enter');
  await until(() => person.cells(), ['cat f:name Tom', 'dog f:name Rex']);

  const saved = async (name, count) => {
    const files = [];
    page.on('download', file => files.push(file));
    await person.button('Save', pane(page)).click();
    await pane(page).getByRole('menuitem', { name }).click();
    await until(() => files.length, count);
    page.removeAllListeners('download');
    return Promise.all(files.map(async file => [file.suggestedFilename(), await readFile(await file.path(), 'utf8')]));
  };
  const [[name, tables]] = await saved(/^All tables/, 1);
  assert.equal(name, 'splitpoint-tables.rb');
  assert.match(tables, /^create 'comments', /m);
  assert.match(tables, /^put 'pets', 'dog', 'f:name', 'Rex', 1767225600006$/m);
  const lines = new Map(await saved(/^This table/, 2));
  assert.equal(lines.get('pets.tsv'), 'cat\t1767225600005\tTom\ndog\t1767225600006\tRex\n');
  assert.match(lines.get('pets.rb'), /ImportTsv/);
  const [[, actions]] = await saved(/^All actions/, 1);
  assert.match(actions, /^create 'comments', [^]*^create 'pets', /m);
  assert.match(actions, /\nexit\n$/);
  const [[, commands]] = await saved(/^The commands/, 1);
  assert.match(commands, /^create 'pets'/m);
});

play('console: what was typed is there after a reload, and so are its variables', {}, async ({ person, page }) => {
  await person.console("row = '17'", "put 'comments', row, 'c:text', 'kept'");
  await page.waitForFunction(() => localStorage.getItem('splitpoint./docs/try/v1/session')?.includes('kept'));
  await page.reload();
  await started(page);
  await until(async () => (await person.cells()).some(cell => cell.endsWith('c:text kept')), true);
  await person.console('row');
  assert.match((await person.printed()).join('\n'), /=> "17"/);
});

for (const size of ['wide', 'medium', 'phone']) {
  play(`console: open, it is accessible on ${size}`, { size }, async ({ person, page }) => {
    if (size === 'phone') await person.tab('Console');
    else await page.keyboard.press('/');
    await field(page).waitFor();
    await person.console("scan 'comments'");
    await accessible(page);
    await pane(page).getByRole('tab', { name: 'Script' }).click();
    await accessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(overflow, false);
  });
}

play('console: its upper edge makes it higher, by arrow keys and by dragging, and a reload has it', {}, async ({ person, page }) => {
  await person.console();
  const edge = page.getByRole('separator', { name: 'Height of the console' });
  const share = () => page.evaluate(() => {
    const height = selector => document.querySelector(selector).getBoundingClientRect().height;
    return Math.round(100 * height('#pane-console') / height('.page'));
  });
  await edge.focus();
  await edge.press('ArrowUp');
  await until(share, 45);
  await edge.press('ArrowDown');
  await edge.press('ArrowDown');
  await until(share, 35);
  const bar = page.locator('.page__bottom');
  const foot = () => bar.evaluate(bar => Math.round(bar.getBoundingClientRect().top));
  const before = await foot();
  await edge.press('End');
  await until(async () => (await page.locator('.map').boundingBox()).height < 2, true);
  assert.equal(await foot(), before, 'the transport stands still');
  const { x, y, width } = await edge.boundingBox();
  await page.mouse.move(x + width / 2, y + 2);
  await page.mouse.down();
  const pane = await page.locator('#pane-console').boundingBox();
  const page_ = await page.locator('.page').boundingBox();
  await page.mouse.move(x + width / 2, pane.y + pane.height - page_.height * 0.5, { steps: 4 });
  await page.mouse.up();
  await until(share, 50);
  await until(() => edge.getAttribute('aria-valuenow'), '50');
  await page.waitForTimeout(500); // longer than the delay of keeping
  await page.reload();
  await page.locator('.console > .edge').waitFor();
  await until(share, 50);
});

play('console: what takes no step is answered', {}, async ({ page, person }) => {
  await person.console("get 'comments', 'a'", "mark 'the get'");
  await until(() => page.locator('.banner').textContent(), /This step is “the get”/);
  await person.time.getByRole('button', { name: /the get/ }).waitFor();
  await person.console("must 'rows 3'");
  await until(() => page.locator('.banner').textContent(), /“rows 3” must hold/);
  await page.getByRole('region', { name: 'Must hold' }).getByText('there are 3 rows').waitFor();
});
