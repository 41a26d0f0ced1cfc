// Makes the first view: what the program draws first, saved as markup that needs no program.

import { readFile, writeFile } from 'node:fs/promises';
import { enter, open } from './stage.mjs';

/** A window for each layout. It is so low that the axis of keys is longer than its pane, and so shows its own
 * length. */
const windows = { wide: 1440, medium: 900, phone: 390 };

export const arrangements = Object.keys(windows);

const file = name => new URL(`../first/${name}.html`, import.meta.url);

/** The text of a file in the repository. */
export const kept = name => readFile(file(name), 'utf8');

export const keep = (name, text) => writeFile(file(name), text);

/**
 * The page as markup. What only scripts can set stands in attributes: fields as they are filled in, and styles, which the
 * policy forbids in markup, in `data-style`. Attributes for who can point at things or hear of them are left out, but for
 * those that have a look: nobody can reach the first view.
 */
const markup = page => page.evaluate(() => {
  const live = document.querySelector('#app > .page:not([inert])');
  const map = live.querySelector('.map');
  const [all, drawn] = [Number(map.ariaRowCount) - 1, map.querySelectorAll('.line').length];
  if (all !== drawn) throw new Error(`${drawn} of ${all} lines are drawn`);
  if (map.scrollHeight <= map.clientHeight) throw new Error('all lines fit into the window, so the axis is as long as that');
  const copy = live.cloneNode(true);
  const copies = [copy, ...copy.querySelectorAll('*')];
  [live, ...live.querySelectorAll('*')].forEach((element, index) => {
    const other = copies[index];
    if (element.style.cssText) other.dataset.style = element.style.cssText;
    for (const { name } of [...other.attributes]) {
      if (/^(style|title|id|for|list|tabindex|role|aria-(?!selected|pressed|disabled).*)$/.test(name)) other.removeAttribute(name);
    }
    if (element.matches('[type=radio], [type=checkbox]')) other.toggleAttribute('checked', element.checked);
    else if (element.matches('input')) other.setAttribute('value', element.value);
    else if (element.matches('textarea')) other.textContent = element.value;
    else if (element.matches('option')) other.toggleAttribute('selected', element.selected);
  });
  return copy.outerHTML;
});

async function draw(name, context) {
  const { page, site, leave } = await enter({ context: { viewport: { width: windows[name], height: 640 }, ...context } });
  await open(page, site);
  const text = await markup(page);
  const least = name === 'phone' ? '' : await leastWidths(page);
  const problems = await leave();
  if (problems.length) throw new Error(problems.join('\n'));
  return text.replace(/class="map[ "]/, `${least}$&`);
}

/** The width of the picture from which on each column has room, and from which on it is not drawn as on a phone. */
async function leastWidths(page) {
  const at = async width => {
    await page.setViewportSize({ width, height: 640 });
    // The columns follow the width a little later, on a busy machine much later.
    return page.locator('.map').evaluate(async map => {
      for (let [last, same] = ['', 0]; same < 3;) {
        await new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)));
        const now = `${map.className} ${map.clientWidth}`;
        [last, same] = [now, now === last ? same + 1 : 0];
      }
      return [map.className, map.clientWidth];
    });
  };
  const found = [];
  for (const state of ['no-column', 'no-stores', 'no-time', 'narrow']) {
    let [without, having] = [720, 1119]; // the narrowest and the widest window of the medium layout
    let least = 0;
    while (having - without > 1) {
      const middle = (without + having) >> 1;
      const [classes, width] = await at(middle);
      if (classes.includes(`map--${state}`)) without = middle;
      else [having, least] = [middle, width];
    }
    found.push(`${state}:${least}`);
  }
  return `data-fit="${found.join(' ')}" `;
}

const number = /-?\d+(?:\.\d+)?(?=px)/g;

/** Joins two drawings that differ in the height of a line (26 and 32 pixels) into one, in which lengths depend on
 * that height. */
function join(fine, coarse) {
  const others = coarse.matchAll(/data-style="([^"]*)"/g);
  return fine.replace(/data-style="([^"]*)"/g, (_, style) => {
    const lengths = others.next().value[1].match(number);
    const joined = style.replace(number, length => {
      const lines = (Number(lengths.shift()) - Number(length)) / 6;
      return lines ? `\0${Number(length) - 26 * lines}\0${lines}\0` : length;
    });
    const told = joined.replace(/\0(.*?)\0(.*?)\0px/g, (_, rest, lines) => `calc(${rest}px + ${lines} * var(--row-height))`);
    return `data-style="${told}"`;
  });
}

/** The first view of a layout, as its file should be. */
export async function firstView(name) {
  const text = join(await draw(name, {}), await draw(name, { hasTouch: true, isMobile: true }));
  return `${text.replace(/<([a-z]\w*) /g, '<$1\n')}\n`; // line breaks make a diff readable
}
