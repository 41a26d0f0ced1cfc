// Firefox and WebKitGTK, driven over WebDriver: what the suite of engines needs of a browser, and whether it is there.
// `ENGINE` names the browser: `firefox` or `webkit`. Nothing is downloaded. With `MUST_RUN`, as in the public CI, a browser
// that is not installed is a failure.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { Builder, By, Capabilities, Key } from 'selenium-webdriver';
import firefox from 'selenium-webdriver/firefox.js';
import { until } from '../person.mjs';

export { By, Key, until };

/** Where a program is, in the environment variable or on the path; `undefined` where it is not. */
function program(name, variable) {
  const folders = process.env.PATH.split(delimiter);
  return [process.env[variable], ...folders.map(folder => join(folder, name))].find(path => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** MiniBrowser, the small browser that comes with the driver of WebKitGTK; its folder has the version in its name. */
function miniBrowser() {
  const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec', '/usr/lib'];
  return folders.filter(existsSync).flatMap(folder => readdirSync(folder)
    .filter(name => name.startsWith('webkit2gtk-') || name.startsWith('webkitgtk-'))
    .map(name => join(folder, name, 'MiniBrowser'))).filter(existsSync).sort().at(-1);
}

async function freePort() {
  const server = createServer();
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  await new Promise(done => server.close(done));
  return port;
}

const engines = {
  firefox: {
    parts: () => ({
      browser: program('firefox-esr', 'FIREFOX') ?? program('firefox'),
      geckodriver: program('geckodriver', 'GECKODRIVER'),
    }),
    advice: 'On Debian: sudo apt-get install firefox-esr, and cargo install geckodriver',
    async start({ browser, geckodriver }) {
      const options = new firefox.Options().addArguments('-headless').setBinary(browser);
      const service = new firefox.ServiceBuilder(geckodriver);
      return { driver: await new Builder().forBrowser('firefox').setFirefoxOptions(options).setFirefoxService(service).build() };
    },
  },
  webkit: {
    parts: () => ({ driver: program('WebKitWebDriver', 'WEBKIT_DRIVER'), browser: miniBrowser(), xvfb: program('xvfb-run') }),
    advice: 'On Debian: sudo apt-get install webkit2gtk-driver xvfb xauth',
    async start({ driver: path, browser, xvfb }) {
      const port = await freePort();
      const server = spawn(xvfb, ['-a', path, `--port=${port}`], { stdio: 'ignore', detached: true });
      const stop = () => process.kill(-server.pid);
      const capabilities = new Capabilities({
        browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
      });
      const build = () => new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
      for (let attempt = 0; ; attempt++) { // the server of pictures and the driver take a moment
        try {
          return { driver: await build(), stop };
        } catch (error) {
          if (attempt === 40) {
            stop();
            throw error;
          }
          await new Promise(done => setTimeout(done, 250));
        }
      }
    },
  },
};

const engine = engines[process.env.ENGINE];
assert.ok(engine, `ENGINE has to be one of ${Object.keys(engines).join(', ')}`);
const parts = engine.parts();
const lacking = Object.keys(parts).filter(name => !parts[name]);
assert.ok(!lacking.length || !process.env.MUST_RUN, `MUST_RUN is set, and these are not installed: ${lacking.join(', ')}`);

/** Why the tests are left out; `false` where the browser is there. */
export const lack = lacking.length > 0 && `${process.env.ENGINE} is not installed here (${lacking.join(', ')}). ${engine.advice}`;

/** A browser with a person at it, who finds things by the words on them. */
export class Visitor {
  static async come() {
    const { driver, stop = () => {} } = await engine.start(parts);
    await driver.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 900 });
    return Object.assign(new Visitor(), { driver, stop });
  }

  async leave() {
    try {
      await this.driver.quit();
    } finally {
      this.stop();
    }
  }

  run(script, ...values) {
    return this.driver.executeScript(script, ...values);
  }

  /** Waits until the page has started. */
  async started() {
    const mark = () => performance.getEntriesByName('splitpoint:started').length > 0 &&
      Boolean(document.querySelector('#app > .page:not([inert])') || document.querySelector('.failure'));
    await until(() => this.run(mark), true, 30_000);
  }

  /** The element below `scope` with this role or tag and this name, once there is one that can be pressed. */
  async find(selector, name, scope = 'body') {
    const look = (selector, name, scope) => [...document.querySelectorAll(`${scope} :is(${selector})`)].find(element =>
      (element.getAttribute('aria-label') ?? element.innerText).trim().replace(/\s+/g, ' ') === name && !element.disabled);
    await until(async () => Boolean(await this.run(look, selector, name, scope)), true);
    return this.run(look, selector, name, scope);
  }

  async press(name, scope) {
    await (await this.find('button', name, scope)).click();
    await until(() => this.run(() => Boolean(document.querySelector('.page[aria-busy=true]'))), false);
  }

  /** The field of the form below this label; what stands in it gives way to the text. */
  async type(label, text) {
    const look = label => {
      const named = [...document.querySelectorAll('#pane-do label')].find(other => other.innerText.trim() === label);
      return named?.control ?? document.querySelector(`#pane-do [aria-label="${label}"]`);
    };
    await until(async () => Boolean(await this.run(look, label)), true);
    const field = await this.run(look, label);
    // Typed over, as a person does: the page hears nothing of what the driver clears, and would draw it again.
    await this.run(field => field.select(), field);
    await field.sendKeys(text);
  }

  /** Lines at the prompt of the console, each to its end. */
  async console(...lines) {
    const isOpen = () => Boolean(document.querySelector('#console-field'));
    if (!await this.run(isOpen)) await this.driver.actions().sendKeys('/').perform();
    await until(() => this.run(isOpen), true);
    for (const line of lines) {
      // Each time anew: after a line the field may be another one.
      await this.driver.findElement(By.css('#console-field')).sendKeys(line, Key.ENTER);
      await until(() => this.run(() => document.querySelector('#console-field').value), '');
    }
  }

  texts(selector) {
    return this.run(selector => [...document.querySelectorAll(selector)].map(element => element.textContent), selector);
  }

  /** The cells that are drawn: `['18 c:text Cool', …]`. */
  cells() {
    return this.run(() => [...document.querySelectorAll('[role=grid] [role=row]:has([role=gridcell])')].map(row => {
      const [column, value] = row.querySelectorAll('[role=gridcell]');
      const text = value.querySelector('.line__text, .line__marker')?.textContent;
      return [row.querySelector('[role=rowheader]').textContent, column.textContent, text].filter(Boolean).join(' ');
    }));
  }

  async sentence() {
    return (await this.texts('.sentence > *')).join(' ');
  }

  /** `3 of 5`. */
  async position() {
    return (await this.texts('.dock__count'))[0]?.replace(/^step /, '').replace('/', ' of ');
  }
}
