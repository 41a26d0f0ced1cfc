// Every width: all forms, panes and dialogs of the page fit a phone, and nothing scrolls sideways.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { open, play, sizes } from './stage.mjs';

const phone = width => ({ context: { ...sizes.phone, viewport: { width, height: 844 } } });

/** Fails if the page is wider than the window, or a pane than its place, unless that pane may scroll. */
async function fits(page, where) {
  const wide = await page.evaluate(() => {
    const root = document.documentElement;
    const found = root.scrollWidth > root.clientWidth ? [`the page by ${root.scrollWidth - root.clientWidth} px`] : [];
    for (const element of document.querySelectorAll('.page__pane, .dialog, .page__dock, .page__header')) {
      if (element.scrollWidth > element.clientWidth + 1) found.push(`${element.className} by ${element.scrollWidth - element.clientWidth} px`);
    }
    for (const element of document.querySelectorAll('button, input, select, textarea, [role=tab]')) {
      const box = element.getBoundingClientRect();
      const shown = box.width > 0 && box.height > 0 && !element.closest('.map, .mapping__scroll, .spoken') && getComputedStyle(element).opacity !== '0';
      if (shown && (box.left < -1 || box.right > root.clientWidth + 1)) found.push(`${element.textContent || element.id || element.className} sticks out`);
    }
    return found;
  });
  assert.deepEqual(wide, [], where);
}

for (const width of [390, 320]) {
  play(`width: all of it fits ${width} px`, phone(width), async ({ person, page }) => {
    await fits(page, 'at the start');
    await person.tab('Do');
    for (const [verb, menu] of [
      ['Insert'], ['Prepend'], ['Scan pages'], ['Transaction'], ['Get', 'Row'], ['Last row', 'Row'], ['Delete', 'Row'],
      ['Create table', 'Table'], ['Split', 'Table'], ['Merge regions', 'Table'], ['Balance servers', 'Table'], ['Crash a server', 'Table'],
    ]) {
      await person.choose(verb, menu);
      await fits(page, verb);
    }
    await person.choose('Transaction');
    await person.run();
    await fits(page, 'with a refused transaction');
    await person.tab('Clients');
    await person.lane('A').getByRole('listitem').first().waitFor();
    await fits(page, 'clients');
    await person.tab('Cost');
    await fits(page, 'cost');
    await person.button('Help and keys').click();
    await person.dialog.getByRole('heading', { name: 'Help' }).waitFor();
    await fits(page, 'help');
    await page.keyboard.press('Escape');
    await person.tab('Do');
    await person.startFrom('Your file …');
    await person.dialog.locator('input[type=file]').setInputFiles(
      { name: 'pets.csv', mimeType: 'text/csv', buffer: Buffer.from('id,a long name of a column,note\n1,fluffy,x\n') });
    await person.button('Load', person.dialog).waitFor();
    await fits(page, 'import');
    await person.button('Cancel', person.dialog).click();
    await person.startFrom('User actions');
    await person.tab('Map');
    await fits(page, 'long keys');
  });
}

// A low window of 1440 pixels, 1280 × 720 at 150 % and at 200 %, and the smallest supported window: the document never
// scrolls, and the picture keeps at least a third of the window while it is shown.
for (const [width, height] of [[1440, 580], [853, 480], [640, 360], [320, 568]]) {
  play(`width: nothing scrolls the document at ${width} × ${height}`, { context: { viewport: { width, height } } }, async ({ person, page }) => {
    const bring = async name => {
      const tab = page.getByRole('tab', { name, exact: true });
      if (await tab.count()) await tab.click();
    };
    for (const [verb, menu] of [['Transaction'], ['Scan pages'], ['Create table', 'Table']]) {
      await bring('Do');
      await person.choose(verb, menu);
      const [document, window] = await page.evaluate(() => [globalThis.document.documentElement.scrollHeight, innerHeight]);
      assert.ok(document <= window, `${verb}: the document is ${document} px high in a window of ${window} px`);
    }
    await bring('Map');
    const map = await page.locator('.map').evaluate(map => map.clientHeight);
    assert.ok(map * 3 >= height, `the picture is ${map} px high in a window of ${height} px`);
  });
}

// Frames in other pages: buttons, choices and switches are complete, and the slider is long enough to be dragged.
for (const [width, height] of [[720, 480], [640, 480], [800, 600]]) {
  play(`width: nothing is cut at ${width} × ${height}`, { context: { viewport: { width, height } } }, async ({ person, page }) => {
    await fits(page, 'at the start');
    if (width >= 720) await person.choose('Prepend');
    await page.locator('body').press('m');
    await fits(page, 'with another form');
    const track = await page.locator('.track').boundingBox();
    assert.ok(track.width >= 140, `the track is ${track.width} px long`);
    for (const control of ['.dock__more .segments', '.dock__more .button', '.dock__count']) {
      const box = await page.locator(control).first().boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, control);
    }
  });
}

play('width: on a phone the menus of the head lie inside of the page, to their last entry', phone(390), async ({ page }) => {
  for (const menu of ['start', 'lessons']) {
    await page.locator(`#menu-${menu}`).click();
    const list = page.getByRole('menu');
    const box = await list.boundingBox();
    assert.ok(box.x >= 8 && box.x + box.width <= 382 && box.y + box.height <= 836, `${menu}: ${JSON.stringify(box)}`);
    await list.getByRole('menuitem').last().scrollIntoViewIfNeeded();
    const last = await list.getByRole('menuitem').last().boundingBox();
    assert.ok(last.y + last.height <= box.y + box.height, menu);
    await page.keyboard.press('Escape');
  }
});

play('width: on a phone a prepend is done from form to picture', phone(390), async ({ person }) => {
  await person.tab('Do');
  await person.choose('Prepend');
  await person.step();
  await until(() => person.sentence(), /^A reads the first row: it is 18/);
  await person.next(); // the picture is shown now
  await until(async () => (await person.cells())[0], '17 c:text I like your post');
  await person.button('Step back', person.time).click();
  await until(() => person.position(), '1 of 2');
});

play('width: controls are large enough for fingers', phone(390), async ({ person, page }) => {
  await person.tab('Do');
  const small = await page.evaluate(() => [...document.querySelectorAll('button, select, input, [role=tab]')].flatMap(element => {
    const target = element.matches('[type=radio], [type=checkbox]') ? element.closest('label') : element;
    const box = target.getBoundingClientRect();
    const shown = box.width > 0 && box.height > 0 && !element.closest('.map');
    return shown && (box.width < 24 || box.height < 24) ? [`${element.textContent || element.ariaLabel || element.id}: ${box.width} × ${box.height}`] : [];
  }));
  assert.deepEqual(small, []);
  // Browsers enlarge the page around a field whose letters are smaller; and a number may need a minus.
  const letters = await page.locator('.do :is(input:not([type=radio], [type=checkbox], [hidden]), select)').evaluateAll(fields =>
    fields.map(field => parseFloat(getComputedStyle(field).fontSize)));
  assert.ok(letters.length > 2 && letters.every(size => size >= 16), `${letters}`);
  await person.tab('Map');
  const names = await page.locator('.card__name').evaluateAll(names => names.map(name => name.getBoundingClientRect()).map(({ width, height }) => [width, height]));
  assert.ok(names.length > 1 && names.every(([width, height]) => width >= 24 && height >= 24), `${names}`);
});

play('width: on the smallest phones Send stands above the transport, and columns keep their names', { context: { ...sizes.phone, viewport: { width: 360, height: 640 } } }, async ({ person, page }) => {
  for (const idea of ['A table inside a row', 'Last row, four ways']) {
    await page.locator('#menu-lessons').click();
    await page.getByRole('menuitem', { name: 'First minutes' }).click();
    await person.button(idea, page.getByRole('region', { name: 'First minutes' })).click();
    await page.locator('.do__story', { hasText: idea }).waitFor();
    await until(() => person.button('Send', person.form).evaluate(button => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }), true);
  }
  await person.startFrom('Table inside a row');
  await person.tab('Map');
  await until(() => person.grid.getByRole('gridcell', { name: 't:ada|pet' }).first().isVisible(), true);
});

play('width: on a phone a value comes before the badge beside it', { context: { ...sizes.phone, viewport: { width: 360, height: 640 } } }, async ({ person, page }) => {
  await person.tab('Do');
  await person.choose('Get', 'Row');
  await person.run();
  await person.tab('Map');
  const cut = await page.locator('.line:has(.badge--read) .line__text').evaluateAll(values => values.filter(value => value.scrollWidth > value.clientWidth).map(value => value.textContent));
  assert.deepEqual(cut, []);
});

for (const width of [360, 390]) {
  play(`width: on a phone several badges leave a value readable and stay in their region, ${width} px`, { ...phone(width), inside: '#lesson=prepend-race&step=One%20less%2C%20and%20again' }, async ({ page }) => {
    await page.locator('.line__value > :nth-child(3) .badge').first().waitFor();
    const lines = await page.locator('.line__value:has(> :nth-child(3) .badge)').evaluateAll(values => values.map(value => {
      const text = value.querySelector('.line__text, .line__marker');
      const right = Math.max(...[...value.querySelectorAll('.badge:not(.spoken)')].map(badge => badge.getBoundingClientRect().right));
      return { text: text.textContent, room: text.clientWidth, out: right - value.getBoundingClientRect().right };
    }));
    assert.ok(lines.length > 0);
    for (const { text, room, out } of lines) {
      assert.ok(room >= 40, `${text} has ${room} px`);
      assert.ok(out <= 0, `a badge behind ${text} is outside by ${out} px`);
    }
  });
}

// If the reader has chosen larger letters in the browser, everything is drawn larger, as if the page were zoomed.
for (const letters of [20, 24]) {
  for (const [width, height] of [[1440, 860], [1280, 720], [900, 800], [390, 844]]) {
    play(`width: letters of ${letters} px are respected at ${width} × ${height}`, { opens: false, context: { viewport: { width, height } } }, async ({ person, page, site }) => {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: letters, fixed: 13 } });
      await open(page, site);
      const zoom = Math.min(letters / 16, Math.max(1, width / 320));
      const tall = await page.locator('.dock__count').evaluate(count => count.getBoundingClientRect().height);
      assert.ok(tall >= 20 * zoom - 1, `a line of words is ${tall} px high`);
      const look = async where => {
        const wrong = await page.evaluate(() => {
          const root = document.documentElement;
          const found = root.scrollHeight > innerHeight || root.scrollWidth > innerWidth ? ['the document scrolls'] : [];
          const parts = [...document.querySelectorAll('.page__header, .page__do, .page__map, .page__inspector, .page__console, .page__bottom, .page__main > .sentence')];
          const boxes = parts.map(part => [part.className, part.getBoundingClientRect()]).filter(([, box]) => box.width * box.height > 0);
          for (const [name, one] of boxes) {
            if (one.right > innerWidth + 1 || one.bottom > innerHeight + 1) found.push(`${name} sticks out`);
            for (const [other, two] of boxes) {
              const [across, down] = [Math.min(one.right, two.right) - Math.max(one.left, two.left), Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top)];
              if (name < other && across > 1 && down > 1) found.push(`${name} overlaps ${other}`);
            }
          }
          return found;
        });
        assert.deepEqual(wrong, [], where);
      };
      await look('at first');
      const tab = page.getByRole('tab', { name: 'Do', exact: true });
      if (await tab.count()) await tab.click();
      await person.choose('Transaction');
      await look('with a form');
      await person.button('Help and keys').click();
      await person.dialog.getByRole('heading', { name: 'Help' }).waitFor();
      const dialog = await person.dialog.boundingBox();
      assert.ok(dialog.x >= 0 && dialog.y >= 0 && dialog.x + dialog.width <= width && dialog.y + dialog.height <= height, JSON.stringify(dialog));
    });
  }
}

for (const [width, height] of [[1280, 720], [1440, 720], [900, 800]]) {
  play(`width: a fresh page of ${width} × ${height} shows the first table to its end`, { context: { viewport: { width, height } } }, async ({ page }) => {
    const [seen, all] = await page.locator('.map').evaluate(map => [map.clientHeight, map.scrollHeight]);
    assert.ok(all <= seen, `${all - seen} px are out of sight`);
    const [first, second] = await page.locator('.log').evaluateAll(logs => logs.map(log => log.getBoundingClientRect().top));
    assert.equal(first, second, 'short logs share a line');
  });
}
