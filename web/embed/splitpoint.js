// Defines <split-point>: a playground in another page. It is a frame with the page beside this file. The content of the
// element is shown until the first picture is there. docs/embed.md lists attributes, methods and events. Nothing is
// loaded before the element enters the viewport or is clicked.

const home = new URL('.', import.meta.url);

/** How many frames may be open at the same time. Others are closed, and restored later. */
const most = 3;

/** The views, with the height in pixels that is reserved until the real one is known, unless an attribute or a style
 * says another. */
const heights = { mini: 420, race: 520, heat: 450, bytes: 420, full: 640, story: 642 };

const commands = ['seek', 'next', 'prev', 'play', 'pause', 'run', 'promise', 'state', 'link'];
const events = ['ready', 'step', 'operation', 'goal', 'promise', 'resize', 'error'];
/** Passed on to the frame unchanged. After the first time, the reader's own place counts instead of these. */
const places = ['step', 'grain'];
const values = ['controls', 'from-step', 'to-step', 'font-scale', 'api'];
const switches = ['loop', 'readonly'];
const sources = ['start', 'lesson', 'script', 'link', 'src', 'from'];

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { display: block; position: relative; box-sizing: border-box; overflow: hidden;
    border: 1px solid color-mix(in srgb, currentcolor 22%, transparent); border-radius: var(--sp-radius, 10px); }
  :host([hidden]) { display: none; }
  .rest { box-sizing: border-box; height: 100%; padding: 12px 16px; overflow: auto; }
  .ways { position: absolute; inset: auto 0 0; display: grid; justify-items: center; gap: 8px; margin: 0; padding: 12px;
    pointer-events: none; font: 14px/20px system-ui, sans-serif; text-align: center; }
  .ways:not(:has(~ .filled)) { inset: 0; align-content: center; }
  p { margin: 0; }
  button, p:not(:empty) { pointer-events: auto; margin: 0; padding: 8px 16px; border-radius: 6px; font: inherit;
    border: 1px solid #3d4fd1; background: #3d4fd1; color: #fff; cursor: pointer; }
  p:not(:empty) { border-color: light-dark(#c9c9c3, #41454d); background: light-dark(#fff, #191b1f); cursor: default;
    color: light-dark(#1c1d20, #e8e9ec); }
  button:focus-visible { outline: 2px solid #3d4fd1; outline-offset: 2px; }
  iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; opacity: 0; pointer-events: none; }
  :host([data-open]) iframe { opacity: 1; pointer-events: auto; }
  :host([data-open]) :is(.rest, .ways), [hidden] { display: none; }
`);

/** The elements with a frame, in the order in which they were opened. */
const open = new Set();
const all = new Set();

// A page in a sandbox has no origin, nor has the frame in it. A page that is opened from a file has none either, but its frame has.
const isOurs = origin => origin === home.origin || (self.origin === 'null' && origin === 'null');

addEventListener('message', ({ source, origin, data }) => {
  if (data?.splitpoint !== 1 || !isOurs(origin)) return;
  for (const element of all) if (element.isFrom(source)) element.hear(data);
});

const seen = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) target.see(isIntersecting);
});

/** Opens elements in the viewport, up to the limit. */
function settle() {
  for (const element of all) {
    if (!element.wants) continue;
    const idle = [...open].find(other => !other.isSeen);
    if (open.size >= most && !idle) return;
    if (open.size >= most) idle.rest();
    element.open();
  }
}

/** The present theme of the page around an element: from the attributes of known generators, or else from its
 * computed style. */
function scheme(element) {
  for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
    for (const name of ['data-theme', 'data-bs-theme', 'data-md-color-scheme']) {
      const said = at.getAttribute(name);
      if (/dark|slate|night|black/i.test(said)) return 'dark';
      if (/light|default|day|white/i.test(said)) return 'light';
    }
    if (at.matches('.dark, .dark-theme, .dark-mode, html:is(.coal, .navy, .ayu)')) return 'dark';
    if (at.matches('.light, .light-theme, .light-mode, html.rust')) return 'light';
  }
  const { colorScheme, color } = getComputedStyle(element);
  if (/^(only )?dark/.test(colorScheme)) return 'dark';
  if (/^(only )?light( only)?$/.test(colorScheme)) return 'light';
  // If the colour scheme follows the system, or is not set, the theme is dark if the text is light.
  const [red, green, blue] = color.match(/[\d.]+/g).map(Number);
  const light = color.startsWith('rgb') ? (red * 0.3 + green * 0.6 + blue * 0.1) / 255 : color.startsWith('l') ? red / 100 : red;
  return light > 0.5 ? 'dark' : 'light';
}

const switched = new MutationObserver(follow);
function follow() {
  for (const element of all) element.follow();
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', follow);
addEventListener('transitionend', follow);

/** The code block before an element, also if the element is in a paragraph of its own. */
function before(element) {
  for (let at = element; at; at = at.parentElement) {
    let block = at.previousElementSibling;
    while (block?.matches('script, style')) block = block.previousElementSibling;
    if (block) {
      const blocks = block.matches('pre') ? [block] : [...block.querySelectorAll('pre')];
      const last = blocks.at(-1);
      return typed((last?.querySelector('code') ?? last)?.textContent ?? '');
    }
  }
}

/** The lines that were typed: if some begin with a prompt of the shell, what follows the prompts, since the others
 * are output. */
function typed(text) {
  const prompted = [...text.matchAll(/^[ \t]*hbase(?:>|(?:\(\w+\))?:\d+:\d+[>*'"]) ?(.*)/gm)];
  return prompted.length ? prompted.map(line => line[1]).join('\n') : text;
}

customElements.define('split-point', class extends HTMLElement {
  static observedAttributes = ['theme', 'height', 'view', ...sources, ...places, ...values, ...switches];

  #box = new CSSStyleSheet();
  #rest; #ways; #button; #status; #frame;
  #ready = false;
  /** Whether a page of ours has answered from the frame. */
  #alive = false;
  /** Why the program in the frame has stopped, if it has. */
  #stopped;
  /** The link to where the reader left it, and whether the reader has moved at all. */
  #left; #moved = false;
  /** Whether it was playing when it left the viewport. */
  #plays = false;
  /** Requests to the frame before it is ready, those that it has not answered yet, and the number of the last one. */
  #queue = []; #asked = new Map(); #count = 0;
  /** The height that the content needs and the one that was set, in pixels, and whether the reader clicked. */
  #needs; #height; #clicked = false; #theme; #late; #styled; #handed; #changes = false;
  isSeen = false;

  connectedCallback() {
    if (!this.shadowRoot) this.#build();
    all.add(this);
    for (let at = this; at; at = at.parentElement ?? at.getRootNode().host) {
      switched.observe(at, { attributes: true, attributeFilter: ['class', 'style', 'data-theme', 'data-bs-theme', 'data-md-color-scheme'] });
    }
    this.#size();
    this.#offer();
    seen.observe(this);
    if (this.getAttribute('loading') === 'eager') this.#click();
  }

  disconnectedCallback() {
    seen.unobserve(this);
    all.delete(this);
    this.#close();
    this.isSeen = this.#clicked = false;
  }

  attributeChangedCallback(name, old, value) {
    if (!this.isConnected || !this.shadowRoot || old === value) return;
    if (name === 'theme') return this.follow();
    this.#size();
    if (name === 'height') return;
    this.#left = undefined;
    this.#moved = false;
    if (this.#frame && !this.#changes) queueMicrotask(() => { // several attributes may change together
      this.#changes = false;
      this.#close();
      if (this.isConnected) this.#click();
    });
    this.#changes = Boolean(this.#frame);
  }

  #build() {
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet, this.#box];
    const make = (tag, into, more) => into.appendChild(Object.assign(document.createElement(tag), more));
    this.#ways = make('div', root, { className: 'ways' });
    this.#button = make('button', this.#ways, { type: 'button' });
    this.#button.part = 'button';
    this.#button.addEventListener('click', () => this.#click());
    this.#status = make('p', this.#ways, { role: 'status' });
    this.#rest = make('div', root, { className: this.childElementCount ? 'rest filled' : 'rest', tabIndex: 0 });
    make('slot', this.#rest);
  }

  /** Whether it should be open and is not. */
  get wants() {
    return !this.#frame && (this.#clicked || this.isSeen && this.getAttribute('loading') !== 'click');
  }

  #click() {
    this.#clicked = true;
    seen.observe(this); // after a failure it was not
    if (open.size >= most && !this.#frame) ([...open].find(other => !other.isSeen) ?? [...open][0]).rest();
    settle();
  }

  async see(isSeen) {
    this.isSeen = isSeen;
    this.#fit();
    settle();
    if (!this.#ready) return;
    // An element outside of the viewport is paused, and plays on when it is back.
    if (isSeen && this.#plays) this.#post({ command: 'play' });
    const plays = !isSeen && (this.#plays || (await this.state().catch(() => ({}))).playing);
    this.#plays = plays && !this.isSeen; // it may be back meanwhile
    if (this.#plays && this.#ready) this.#post({ command: 'pause' });
  }

  async open() {
    open.add(this);
    this.#button.hidden = true;
    this.#late = setTimeout(() => this.#say('Loading …'), 300);
    const frame = document.createElement('iframe');
    this.#frame = frame; // set at once, so that it is not opened twice
    frame.title = this.title || 'Splitpoint';
    frame.allow = 'clipboard-write';
    let handed;
    try {
      handed = this.#left ? { link: this.#left } : await this.#source();
    } catch (error) {
      if (this.#frame === frame) this.#fail(error.message);
      return;
    }
    if (this.#frame !== frame) return; // it was closed meanwhile
    this.#handed = handed;
    frame.src = `${home}#${this.#fragment(handed)}`;
    // If the loaded document does not answer, it is not ours: there was an error of the network, or of a policy.
    frame.addEventListener('load', () => setTimeout(() => {
      if (this.#frame === frame && !this.#alive) this.#fail(`${home} does not answer.`);
    }, 2000));
    this.shadowRoot.append(frame);
  }

  /** What the surrounding page opens: a script in the element, the code block before it, or a file. */
  async #source() {
    const child = this.querySelector('script[type="text/hbase-shell"]');
    if (child) return { text: child.textContent };
    if (this.getAttribute('from') === 'prev') {
      const text = before(this);
      if (!text) throw new Error('no code block stands directly before it.');
      return { text };
    }
    if (!this.hasAttribute('src')) return;
    const address = new URL(this.getAttribute('src'), document.baseURI);
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address.pathname} was answered with ${answer.status}.`);
    return { text: await answer.text() };
  }

  #fragment(handed) {
    const said = name => this.getAttribute(name);
    const parts = [];
    const add = name => { if (said(name)) parts.push(`${name}=${encodeURIComponent(said(name))}`); };
    if (!handed?.link) {
      // Only the first that is there, since of two names in a link the page takes another one.
      const source = handed ? 'start' : ['link', 'script', 'lesson'].find(said) ?? 'start';
      if (source === 'link') parts.push(said('link').replace(/^[^#]*#/, ''));
      else add(source);
      if (source === 'script') add('start');
      places.forEach(add);
    }
    values.forEach(add);
    for (const name of switches) if (this.hasAttribute(name) && said(name) !== 'no') parts.push(`${name}=yes`);
    parts.push(`view=${this.#view}`, `theme=${this.#theme = this.#scheme()}`, 'keep=no');
    if (self.origin !== 'null') parts.push(`host=${self.origin}`);
    if (handed) parts.push('source=host');
    return parts.join('&');
  }

  /** The view to show: that of the attribute, if there is one of that name. */
  get #view() {
    const said = this.getAttribute('view');
    return Object.hasOwn(heights, said) ? said : this.hasAttribute('lesson') ? 'story' : 'mini';
  }

  /** The height in the attribute, in pixels; 0 if there is none. */
  get #pixels() {
    return Number(/^\s*([\d.]+)(px)?\s*$/.exec(this.getAttribute('height'))?.[1]) || 0;
  }

  /** The factor of `font-scale`, as the page in the frame reads it. */
  get #scale() {
    return Math.min(Math.max(Number(this.getAttribute('font-scale')) || 1, 0.5), 3);
  }

  /** Closes the frame of an element outside of the viewport, and remembers where the reader was. A frame that does
   * not answer, or whose work no link can hold, stays open: what was done in it would be lost. */
  async rest() {
    open.delete(this);
    this.#clicked = false;
    const frame = this.#frame;
    const left = this.#ready && this.#moved ? await this.link().catch(() => undefined) : this.#left;
    if (this.#frame !== frame) return; // it was closed meanwhile
    if (this.#moved && !left) return open.add(this);
    this.#left = left;
    this.#close();
    settle();
  }

  #close() {
    open.delete(this);
    clearTimeout(this.#late);
    this.#frame?.remove();
    this.#frame = undefined;
    this.#ready = this.#alive = this.#plays = false;
    delete this.dataset.open;
    this.#refuse('The frame was closed.');
    this.#stopped = undefined;
    this.#queue.length = 0;
    this.#say('');
    this.#offer();
  }

  /** Refuses all that was asked and is not answered. */
  #refuse(message) {
    for (const { fail } of this.#asked.values()) fail(new Error(message));
    this.#asked.clear();
  }

  #offer() {
    this.#button.textContent = `▶ Open ${this.title || 'Splitpoint'}`;
    this.#button.hidden = false;
  }

  #say(words) {
    this.#status.textContent = words;
  }

  #fail(message) {
    const { title } = this;
    this.#close();
    this.#clicked = false;
    seen.unobserve(this); // only a click tries again
    this.isSeen = false;
    this.#say(`Splitpoint could not start${title ? ` (${title})` : ''}: ${message}`);
    this.#dispatch('error', { message });
  }

  isFrom(source) {
    return Boolean(this.#frame) && source === this.#frame.contentWindow;
  }

  hear({ event, detail, answer, value, error }) {
    if (answer) {
      const asked = this.#asked.get(answer);
      this.#asked.delete(answer);
      return error === undefined ? asked?.done(value) : asked?.fail(new Error(error));
    }
    this.#alive = true;
    if (event === 'source') return this.#post({ command: 'open', value: this.#handed });
    if (event === 'error' && detail.fatal) {
      if (!this.#ready) return this.#fail(detail.message);
      this.#refuse(this.#stopped = detail.message);
    }
    if (event === 'step') this.#moved = true;
    if (event === 'resize') {
      this.#needs = detail.height + 2; // with its border
      this.#fit();
    }
    if (event === 'ready') {
      clearTimeout(this.#late);
      this.#say('');
      this.#ready = true;
      this.dataset.open = '';
      this.follow();
      for (const message of this.#queue.splice(0)) this.#post(message);
    }
    if (events.includes(event)) this.#dispatch(event, detail);
  }

  #dispatch(event, detail) {
    this.dispatchEvent(new CustomEvent(event, { detail }));
  }

  #post(message) {
    const target = self.origin === 'null' || home.origin === 'null' ? '*' : home.origin;
    this.#frame.contentWindow.postMessage({ splitpoint: 1, ...message }, target);
  }

  /** Sends a request to the frame, and opens the frame if it is closed. Resolves with the answer. */
  ask(command, value) {
    // What follows a change of attributes is for what these open.
    if (this.#changes) return Promise.resolve().then(() => this.ask(command, value));
    return new Promise((done, fail) => {
      if (this.#stopped) return fail(new Error(this.#stopped));
      const message = { command, value, id: ++this.#count };
      if (this.#ready) this.#post(message);
      else {
        this.#queue.push(message);
        if (!this.#frame) this.#click();
      }
      this.#asked.set(message.id, { done, fail });
    });
  }

  theme(name = 'auto') {
    this.setAttribute('theme', name);
  }

  #scheme() {
    const said = this.getAttribute('theme');
    return said === 'light' || said === 'dark' ? said : scheme(this);
  }

  follow() {
    const now = this.#scheme();
    if (!this.#ready || now === this.#theme) return;
    this.#theme = now;
    this.#post({ command: 'theme', value: now });
  }

  /** The height before the content is known: that of an attribute, or else of a style. */
  #size() {
    if (this.getAttribute('height') === 'fill') return this.#set('100%');
    this.#styled ??= parseFloat(getComputedStyle(this).minHeight);
    this.#set(`${this.#pixels || this.#height || this.#styled || heights[this.#view] * this.#scale}px`);
  }

  #set(height) {
    this.#box.replaceSync(`:host { height: ${height} !important; min-height: 0 !important; }`);
  }

  /** Takes the height that the content needs, unless that would move anything in the viewport. */
  #fit() {
    if (!this.#needs || this.#pixels || this.getAttribute('height') === 'fill') return;
    const { top, bottom, height } = this.getBoundingClientRect();
    const isBelow = Math.min(bottom, top + this.#needs) >= innerHeight;
    const isAbove = bottom <= 0 && CSS.supports('overflow-anchor', 'auto');
    if (isBelow || isAbove || Math.abs(height - this.#needs) <= innerHeight / 100) {
      this.#height = this.#needs;
      this.#set(`${this.#needs}px`);
    }
  }

  static {
    for (const name of commands) this.prototype[name] = function (value) { return this.ask(name, value); };
  }
});
