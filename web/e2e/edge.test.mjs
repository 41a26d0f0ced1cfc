// Edges: the panes beside the picture are resized by keys and by dragging, and keep their widths.

import assert from 'node:assert/strict';
import { until } from './person.mjs';
import { accessible, play } from './stage.mjs';

const edge = (page, side) => page.getByRole('separator', { name: `Width of the ${side} pane` });
const width = (page, selector) => page.locator(selector).evaluate(pane => Math.round(pane.getBoundingClientRect().width));

/** What does not fit: a document that scrolls, or a pane that is cut off. */
const wrong = page => page.evaluate(() => {
  const root = document.documentElement;
  const found = root.scrollWidth > innerWidth || root.scrollHeight > innerHeight ? ['the document scrolls'] : [];
  for (const pane of document.querySelectorAll('.page__do, .page__map, .page__inspector')) {
    const { left, right, width } = pane.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1 || width < 200) found.push(`${pane.className}: ${Math.round(left)} to ${Math.round(right)}`);
  }
  return found;
});

play('edge: panes are resized by keys and by dragging, Home and a double click give the first width back, and a reload has it', {}, async ({ page }) => {
  const [left, right] = [edge(page, 'left'), edge(page, 'right')];
  const first = [await width(page, '#pane-do'), await width(page, '#pane-clients')];
  await left.focus();
  await left.press('ArrowRight');
  await until(() => width(page, '#pane-do'), 320);
  await until(() => left.getAttribute('aria-valuenow'), '320');
  await left.press('ArrowLeft');
  await left.press('ArrowLeft');
  await until(() => width(page, '#pane-do'), 280);
  await left.press('Home');
  await until(() => width(page, '#pane-do'), first[0]);
  assert.equal(await page.locator('.dock__count').textContent(), 'step 0 of 0', 'keys moved the edge, not time');

  const drag = async (handle, by) => {
    const { x, y, height } = await handle.boundingBox();
    await page.mouse.move(x + 3, y + height / 3);
    await page.mouse.down();
    await page.mouse.move(x + 3 + by, y + height / 2, { steps: 5 });
    await page.mouse.up();
  };
  await drag(left, 120);
  await until(async () => Math.abs(await width(page, '#pane-do') - first[0] - 120) < 9, true);
  await drag(right, -90);
  await until(async () => Math.abs(await width(page, '#pane-clients') - first[1] - 90) < 9, true);
  await accessible(page);
  const kept = [await width(page, '#pane-do'), await width(page, '#pane-clients')];
  await page.waitForTimeout(500); // longer than the delay of keeping
  await page.reload();
  await left.waitFor();
  await until(async () => [await width(page, '#pane-do'), await width(page, '#pane-clients')], kept);
  await left.dblclick();
  await right.dblclick();
  await until(async () => [await width(page, '#pane-do'), await width(page, '#pane-clients')], first);
});

play('edge: what was made as wide as it gets breaks no narrower window', {}, async ({ page, person }) => {
  for (const side of ['left', 'right']) {
    await edge(page, side).focus();
    await edge(page, side).press('End');
  }
  await until(() => width(page, '#pane-do'), 560); // the picture keeps a minimum width
  for (const [width, height] of [[1440, 860], [1280, 720], [1120, 700], [1119, 700], [853, 480], [720, 450], [640, 360], [320, 568]]) {
    await page.setViewportSize({ width, height });
    await page.locator(width < 720 ? '.page--phone' : width < 1120 ? '.page--medium' : '.page--wide').waitFor();
    assert.deepEqual(await wrong(page), [], `${width} × ${height}`);
    const map = page.locator('.map');
    if (width >= 720) assert.ok(await map.evaluate(map => map.clientWidth) >= 280, `the picture at ${width}`);
  }
  await page.setViewportSize({ width: 900, height: 700 });
  await edge(page, 'left').waitFor();
  assert.equal(await edge(page, 'right').count(), 0, 'there is no pane at the right');
  await person.tab('Clients');
  await edge(page, 'left').press('Home');
  await until(() => width(page, '#pane-clients'), 300);
});
