// Visits that end with a first step, or with what is told where more is asked for. Only code is loaded that every such visit
// loads at once; the server holds back all other chunks, or refuses them. `profile.mjs` notes which functions run in them,
// and `chunk.test.mjs` holds that none of these is called before it is loaded.

import assert from 'node:assert/strict';
import { Person, until } from './person.mjs';
import { article, enter, open, started } from './stage.mjs';

/** What a visit may load before a first step. */
const early = /^chunk\/(page|host|scenario|heat|bytes|chunk_\d+)-/;

const pause = (page, milliseconds) => page.waitForTimeout(milliseconds);

const first = async ({ person, page }) => {
  await person.button(/^Start: /).click();
  await pause(page, 300);
  await person.button(/^Send/).click();
  await pause(page, 1000);
};

const prepend = async ({ person, page }) => {
  await person.choose('Prepend');
  await person.run();
  await pause(page, 1000);
};

/** Keys, the wheel, and another size of the window. */
const look = async ({ page }) => {
  await page.keyboard.press('Control+Enter');
  await pause(page, 700);
  await page.mouse.move(500, 300);
  await page.mouse.wheel(0, 300);
  await page.setViewportSize({ width: 1000, height: 800 });
  await pause(page, 500);
};

const type = async ({ page }) => {
  await page.keyboard.type("/scan 'c");
  await pause(page, 400);
};

const banner = (frame, text) => frame.locator('.banner').getByText(text).waitFor();

/** Asks for more than a first step, waits until the reader is told that it takes long, and does not wait. */
const leave = async ({ frame, person }) => {
  await person.button('Table inside a row', frame.getByRole('region', { name: 'Start from' })).click();
  await banner(frame, 'still on its way');
  await person.button('Do not wait', frame.locator('.banner')).click();
  await until(() => frame.locator('.banner').count(), 0);
};

/** Asks for more than a first step, which does not come. */
const fail = async ({ frame, person }) => {
  await person.button('Table inside a row', frame.getByRole('region', { name: 'Start from' })).click();
  await banner(frame, 'could not be loaded');
};

/** Prepends, and asks for the prompt, which does not come. */
const prependAndFail = async given => {
  await prepend(given);
  await given.page.keyboard.press('/');
  await banner(given.frame, 'could not be loaded');
  await pause(given.page, 500);
};

/** Types for a prompt that does not come. */
const typeAndFail = async given => {
  await type(given);
  await banner(given.frame, 'could not be loaded');
  await given.page.keyboard.press('/');
  await pause(given.page, 500);
};

const next = async ({ frame, page }) => {
  const button = frame.getByRole('button', { name: /^Next/ });
  if (!await button.count() || await button.first().getAttribute('aria-disabled') === 'true') return;
  await button.first().click();
  await pause(page, 700);
};

const send = async ({ person, page }) => {
  await person.run();
  await pause(page, 700);
};

const steps = async given => {
  await next(given);
  await next(given);
};

const keys = async ({ frame, page }) => {
  await frame.locator('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await pause(page, 400);
  await page.mouse.move(300, 200);
  await page.mouse.wheel(0, 200);
  await page.setViewportSize({ width: 800, height: 700 });
  await pause(page, 300);
  await page.evaluate(() => document.querySelector('split-point').setAttribute('theme', 'dark'));
  await pause(page, 300);
};

/** Points at a line, chooses it, goes on by keys, and asks for help. None of that comes before the rest of the program. */
const choose = async ({ frame, page }) => {
  await frame.locator('.line').first().click();
  await pause(page, 300);
  for (const key of ['ArrowDown', 'Enter', 'Tab', 'ArrowRight', 'Escape']) await page.keyboard.press(key);
  await frame.locator('[aria-label="Help and keys"]').click();
  await pause(page, 500);
};

/** In a frame, a step back is more than a first step. */
const back = told => async given => {
  const { frame, page } = given;
  await next(given);
  await frame.locator('.page').focus();
  await page.keyboard.press('ArrowLeft');
  await banner(frame, told);
};

/** Asks, as the host, for what needs more than a first step, and tells whether it was answered or refused. */
const ask = ({ page }) => page.evaluate(() => document.querySelector('split-point').state().then(() => 'answered', () => 'refused'));

const askAndFail = async given => {
  assert.equal(await ask(given), 'refused');
  await banner(given.frame, 'could not be loaded');
};

const askAndLeave = async given => {
  const answer = ask(given);
  await banner(given.frame, 'still on its way');
  await given.person.button('Do not wait', given.frame.locator('.banner')).click();
  assert.equal(await answer, 'refused');
};

const missing = { answer: name => name.startsWith('chunk/') && !early.test(name) ? { status: 404 } : {} };
const absent = delay => ({ answer: name => name.startsWith('chunk/') && !name.startsWith('chunk/page-') ? { status: 404, delay } : {} });
const phone = { size: 'phone' };
const frame = (fragment, height) => ({ isFrame: true, body: address => `<iframe title="Example" src="${address}#${fragment}" style="width: 100%; height: ${height}px"></iframe>` });
const element = attributes => ({ isFrame: true, body: () => `<split-point ${attributes}>It comes.</split-point>` });

/** The visits. Those to an excerpt in a frame need less. `body` is what stands in a document of another origin. */
export const visits = [
  { name: 'page', act: first },
  { name: 'page, left at once', act() {} },
  { name: 'page, by keys', act: look, theme: 'dark' },
  { name: 'page, medium', act: first, size: 'medium' },
  { name: 'page, prepend', act: prepend },
  { name: 'page, on a phone', act: first, ...phone },
  { name: 'page, at the prompt', act: type },
  { name: 'page, more is slow', act: leave },
  { name: 'page, more is missing', act: fail, server: missing },
  { name: 'page, prepend, all else is missing', act: prependAndFail, server: absent(0) },
  { name: 'page, at the prompt, all else is missing', act: typeAndFail, server: absent(0) },
  { name: 'page, at the prompt, all else is missing later', act: typeAndFail, server: absent(1500) },
  { name: 'page, a line is chosen', act: choose },
  { name: 'page, in a frame', ...frame('start=comments', 800), act: send, isFrame: false },
  { name: 'page, in an element', ...element('start="comments" view="full" height="640"'), act: send, isFrame: false, theme: 'dark' },
  ...['mini', 'race'].map(view => ({ name: `frame, ${view}`, ...frame(`start=comments&view=${view}`, 480), act: steps })),
  ...['actions', 'empty', 'partitions', 'pets'].map(start => ({ name: `frame, ${start}`, ...frame(`start=${start}&view=mini`, 480), act: next })),
  ...['mini', 'race'].map(view => ({ name: `element, ${view}`, ...element(`start="comments" view="${view}"`), act: steps, theme: 'dark' })),
  { name: 'element, left at once', ...element('start="comments"'), act() {} },
  { name: 'element, on a phone', ...element('start="comments"'), act: steps, ...phone },
  { name: 'element, at its end', ...element('start="comments" step="end"'), act: next },
  { name: 'element, with choices', ...element('start="comments" step="1" grain="operation" readonly font-scale="1.2" controls="full"'), act: steps },
  { name: 'element, by keys', ...element('start="comments"'), act: keys },
  { name: 'element, a line is chosen', ...element('start="comments"'), act: choose },
  { name: 'frame, a line is chosen', ...frame('start=pets&view=race', 640), act: choose },
  { name: 'element, more is slow', ...element('start="comments"'), act: back('still on its way') },
  { name: 'element, more is missing', ...element('start="comments"'), act: back('could not be loaded'), server: missing },
  { name: 'element, its host asks, more is slow', ...element('start="comments"'), act: askAndLeave },
  { name: 'element, its host asks, more is missing', ...element('start="comments"'), act: askAndFail, server: missing },
];

/** What the browser does when a document is left, without leaving it. */
const leaving = frame => frame.evaluate(() => {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  dispatchEvent(new Event('beforeunload', { cancelable: true }));
  document.dispatchEvent(new Event('visibilitychange'));
  dispatchEvent(new Event('pagehide'));
});

/**
 * Makes a visit: opens it after `prepare` has run in each of its documents, acts, leaves the document, and asks `look` at
 * the end, with the frame. A slow machine takes `times` as long: it does some things that a quick one does not.
 */
export async function make({ act, body, server = {}, ...options }, prepare, look, times = 1) {
  const stalls = { handle: name => name.startsWith('chunk/') && !early.test(name) };
  const { page, site, host, leave: close } = await enter({
    ...options,
    server: server.answer ? server : stalls,
    ...body && { host: address => ({ '/': article(address, body(address)) }) },
  });
  try {
    await page.addInitScript(prepare);
    page.setDefaultTimeout(10_000 * times);
    const engine = await page.context().newCDPSession(page);
    await engine.send('Emulation.setCPUThrottlingRate', { rate: times });
    let frame = page;
    if (body) {
      await page.goto(`${host.origin}/`);
      frame = await (await page.waitForSelector('iframe', { state: 'attached' })).contentFrame();
      await started(frame);
    } else {
      await open(page, site);
    }
    await act({ frame, page, person: new Person(frame) });
    await leaving(frame);
    await pause(page, 200);
    return await look(frame);
  } finally {
    await close();
  }
}
