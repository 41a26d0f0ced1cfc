// The package `splitpoint`: sessions as objects, everything else as plain data. index.d.ts says what each does.

import init, { Handle, bring, needs, speaks } from './main.js';
import { compile, findParts } from './load.js';
import { fields, known, misuse, operation } from './known.js';

/** Milliseconds of work between two breaths. */
const SLICE = 12;

/** Atoms of a script, and states of a search, between two looks at the clock. */
const ATOMS = 100;
const STATES = 50;

/** Lines that are asked for at once. */
const WINDOW = 256;

/** The fields of the objects that calls take. */
const OPENING = fields('start script link file lesson signal module part');
const SPEAKING = fields('client');
const RUNNING = fields('client signal');
const LOOK = fields('table visible notation');
const VIEW = fields('lines', LOOK);
const LINES = fields('from', LOOK);
const PICTURE = fields('width theme', VIEW);
const SOURCES = fields('module part');
const SEARCH = fields('grain most interfere background promises signal onProgress');

let starting;

/** Whether the engine has stopped for good. */
let stopped = false;

export async function load(sources = {}) {
  known('the options of load', sources, SOURCES);
  const { module, part } = sources;
  if (part !== undefined && typeof part !== 'function') throw misuse('Give a function for part: it gets the name of a file.');
  findParts(part);
  starting ??= compile(module ?? new URL('./splitpoint.wasm', import.meta.url))
    .then(module_or_path => init({ module_or_path }))
    .then(() => undefined)
    .catch(error => {
      starting = undefined;
      throw error;
    });
  return starting;
}

export async function open(opening = {}) {
  known('the options of open', opening, OPENING);
  let { start, script, link, file, lesson, signal, ...sources } = opening;
  signal?.throwIfAborted();
  await load(sources);
  if (lesson !== undefined) link ??= `lesson=${encodeURIComponent(lesson)}`;
  const text = link ?? file;
  if (text !== undefined) await bringPart('kept');
  const wanted = text !== undefined ? guarded(() => needs(String(text), link === undefined)) : script !== undefined ? guarded(() => speaks(String(script))) : [];
  for (const part of wanted) await bringPart(part);
  const handle = guarded(() => {
    if (link !== undefined) return Handle.link(String(link));
    if (file !== undefined) return Handle.file(String(file));
    if (script !== undefined) return Handle.script(String(start ?? 'empty'), String(script));
    return Handle.start(String(start ?? 'empty'));
  });
  try {
    await inSlices(() => !handle.open_on(), signal);
  } catch (error) {
    if (!stopped) handle.free();
    throw error;
  }
  return new Session(handle);
}

export class Session {
  #handle;
  #runs = false;

  constructor(handle) {
    if (!(handle instanceof Handle)) throw new TypeError('a session is opened by open()');
    this.#handle = handle;
  }

  get notes() {
    return this.#call('notes');
  }

  get grain() {
    return this.moment().timeline.grain;
  }

  set grain(grain) {
    this.#call('set_grain', grain);
  }

  set background(background) {
    this.#call('set_background', Boolean(background));
  }

  async run(text, options = {}) {
    words('run takes lines of the shell', text);
    known('the options of run', options, RUNNING);
    const { client = 'A', signal } = options;
    signal?.throwIfAborted();
    this.#check();
    await bringLanguage(text);
    if (this.#runs) throw failure('Busy', 'A script of this session is at work.', 'Wait for it, or abort it by its signal.');
    this.#call('run', String(client), text);
    this.#runs = true;
    try {
      await inSlices(() => !this.#call('run_on', ATOMS), signal);
      return this.#call('printed');
    } catch (error) {
      if (this.#handle && !stopped) this.#call('stop');
      throw error;
    } finally {
      this.#runs = false;
    }
  }

  do(work, options = {}) {
    operation(work);
    known('the options of do', options, SPEAKING);
    const { done, answers } = this.#call('do', String(options.client ?? 'A'), work, false);
    const last = answers.at(-1);
    return { done, success: last?.success ?? null, rows: answers.flatMap(answer => answer.rows), answers };
  }

  async queue(work, options = {}) {
    known('the options of queue', options, SPEAKING);
    const client = String(options.client ?? 'A');
    this.#check();
    if (typeof work !== 'string') return void this.#call('do', client, operation(work), true);
    await bringLanguage(work);
    this.#call('queue', client, work);
  }

  step(actor) {
    const stepped = actor === undefined ? this.#call('next')
      : typeof actor === 'number' ? this.#call('step_job', actor) : this.#call('step_client', String(actor));
    return stepped ? this.moment() : null;
  }

  back() {
    return this.#call('back') ? this.moment() : null;
  }

  seek(position) {
    if (typeof position !== 'string' || position === 'end') {
      const step = position === 'end' ? Infinity : position;
      if (typeof step !== 'number' || Number.isNaN(step)) {
        throw misuse("seek takes a step, counted from 0, 'end', or the name of a marker.");
      }
      this.#call('seek', step);
    } else if (!this.#call('seek_marker', position)) {
      throw failure('Refusal', `There is no marker “${position}”.`, 'mark() names a place, and moment().timeline.markers lists those of this branch.');
    }
    return this.moment();
  }

  mark(name) {
    words('mark takes a name', name);
    this.#call('mark', name);
    return this.moment();
  }

  moment() {
    return this.#call('moment');
  }

  view(look = {}) {
    known('the options of view', look, VIEW);
    const { table } = look;
    const view = this.#call('view', given(look));
    if (view.table || table == null) return view;
    // What HBase throws of it.
    const error = failure('TableNotFoundException', table, `There is no table ${table}: create it first.`);
    throw Object.assign(error, { data: { field: null, retryable: false } });
  }

  *lines(options = {}) {
    known('the options of lines', options, LINES);
    const { from = 0, ...look } = options;
    for (let at = from; ; at += WINDOW) {
      const { table, lines } = this.view({ ...look, lines: [at, at + WINDOW] });
      // Of a large table all cells have lines. A cell that is not visible yet has one everywhere.
      yield* look.visible ? lines.filter(line => !line.hidden || line.hidden === 'notYetVisible') : lines;
      if (!table || at + WINDOW >= table.lines) return;
    }
  }

  cost() {
    return this.#call('cost');
  }

  answer(options = {}) {
    known('the options of answer', options, fields('rows'));
    return this.#call('answer', options.rows ?? 20);
  }

  async promise(text, options = {}) {
    words('promise takes what must hold', text);
    known('the options of promise', options, fields('name'));
    this.#check();
    await bringPart('orders');
    this.#call('promise', text, String(options.name ?? ''));
  }

  async release(text) {
    words('release takes what must hold', text);
    this.#check();
    await bringPart('orders');
    return this.#call('release', text);
  }

  async promises() {
    this.#check();
    await bringPart('orders');
    return this.#call('promises');
  }

  async orders(options = {}) {
    known('the options of orders', options, SEARCH);
    const { signal, onProgress, ...request } = options;
    request.interfere?.forEach(operation);
    signal?.throwIfAborted();
    this.#check();
    await bringPart('orders');
    const search = this.#call('orders', given(request));
    try {
      let progress;
      await inSlices(() => {
        progress = guarded(() => search.go_on(STATES));
        return progress.going;
      }, signal, () => onProgress?.({ states: progress.states, orders: progress.orders }));
      return guarded(() => search.found());
    } finally {
      if (!stopped) search.free();
    }
  }

  async link(look = {}) {
    known('the options of link', look, LOOK);
    this.#has(look.table);
    await bringPart('kept');
    return this.#call('to_link', given(look)) ?? null;
  }

  async svg(picture = {}) {
    known('the options of svg', picture, PICTURE);
    const { theme = 'light', ...wish } = picture;
    if (theme !== 'light' && theme !== 'dark') throw misuse(`There is no theme “${theme}”: svg takes 'light' or 'dark'.`);
    this.#has(wish.table);
    await bringPart('picture');
    return this.#call('svg', given({ ...wish, dark: theme === 'dark' }));
  }

  transcript() {
    return this.#call('transcript');
  }

  async save() {
    this.#check();
    await bringPart('kept');
    return this.#call('save');
  }

  dispose() {
    const handle = this.#handle;
    this.#handle = undefined;
    if (!stopped) handle?.free();
  }

  /** Refuses a table that is not there at the cursor. */
  #has(table) {
    if (table == null) this.#check();
    else this.view({ table, lines: [0, 0] });
  }

  /** Throws where the session was disposed of or the engine has stopped, before anything is loaded or begun for it. */
  #check() {
    if (!this.#handle) throw failure('Disposed', 'This session was disposed of.', 'Open another one by open().');
    if (stopped) throw gone();
  }

  #call(name, ...given) {
    this.#check();
    return guarded(() => this.#handle[name](...given));
  }
}

if (Symbol.dispose) {
  Object.defineProperty(Session.prototype, Symbol.dispose, { value: Session.prototype.dispose, configurable: true, writable: true });
}

/** Brings a part of the engine; one that is there comes at once. */
async function bringPart(name) {
  try {
    await guarded(() => bring(name));
  } catch (error) {
    if (stopped) throw error;
    throw Object.assign(failure('NotLoaded', `part/${name}.wasm cannot be loaded.`, 'Try again, or hand it in by load({ part }).'), { cause: error });
  }
}

let speaking = Promise.resolve();

/** Brings what a text of the shell needs of its language: one after the other, so that texts are run in the order in which they were given. */
function bringLanguage(text) {
  const brought = speaking.then(async () => {
    for (const part of guarded(() => speaks(text))) await bringPart(part);
  });
  speaking = brought.catch(() => {});
  return brought;
}

/** Refuses what is no text. */
function words(takes, given) {
  if (typeof given !== 'string') throw misuse(`${takes}, as a text.`);
}

/** Without the fields that hold nothing. */
function given(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Works in slices until there is no more to do, and lets everybody else at the machine in between. */
async function inSlices(goesOn, signal, told = () => {}) {
  for (let more = true; more;) {
    const end = performance.now() + SLICE;
    do more = guarded(goesOn); while (more && performance.now() < end);
    told();
    if (more) {
      await breath();
      signal?.throwIfAborted();
    }
  }
}

/** Until everything else that waits has had its turn. */
function breath() {
  if (typeof setImmediate === 'function') return new Promise(done => setImmediate(done));
  return new Promise(done => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); done(); };
    port2.postMessage(null);
  });
}

/** Calls the engine. Where it stops for good, with no memory or no stack left, nothing of it can be used any more. */
function guarded(act) {
  if (stopped) throw gone();
  try {
    return act();
  } catch (error) {
    // Without stack V8 and WebKit throw a RangeError, Firefox an InternalError.
    const isOfMachine = error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error?.name === 'InternalError';
    if (!isOfMachine) throw error;
    stopped = true;
    throw Object.assign(gone(), { cause: error });
  }
}

function gone() {
  return failure('EngineStopped', 'The engine has stopped: there is no memory left, or it has a fault.',
    'Load the program again, and do less at once.');
}

function failure(name, message, advice) {
  return Object.assign(new Error(message), { name, advice, data: {} });
}
