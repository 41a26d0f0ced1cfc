// The package `splitpoint`: sessions as objects, everything else as plain data. index.d.ts says what each does.

import init, { Handle, bring, needs } from './main.js';
import { compile, findParts } from './load.js';

/** Milliseconds of work between two breaths. */
const SLICE = 12;

/** Atoms of a script, and states of a search, between two looks at the clock. */
const ATOMS = 100;
const STATES = 50;

/** Lines that are asked for at once. */
const WINDOW = 256;

let starting;

/** Whether the engine has stopped for good. */
let stopped = false;

export function load({ module, part } = {}) {
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

export async function open({ start, script, link, file, lesson, signal, ...sources } = {}) {
  signal?.throwIfAborted();
  await load(sources);
  if (lesson !== undefined) link ??= `lesson=${encodeURIComponent(lesson)}`;
  const text = link ?? file;
  if (text !== undefined) await bringPart('kept');
  const wanted = text !== undefined ? guarded(() => needs(String(text), link === undefined)) : script !== undefined ? ['language'] : [];
  for (const part of wanted) await bringPart(part);
  const handle = guarded(() => {
    if (link !== undefined) return Handle.link(String(link));
    if (file !== undefined) return Handle.file(String(file));
    if (script !== undefined) return Handle.script(start ?? 'empty', String(script));
    return Handle.start(start ?? 'empty');
  });
  try {
    await inSlices(() => !handle.open_on(), signal);
  } catch (error) {
    handle.free();
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

  async run(text, { client = 'A', signal } = {}) {
    signal?.throwIfAborted();
    this.#call('notes');
    await bringPart('language');
    if (this.#runs) throw failure('Busy', 'A script of this session is at work.', 'Wait for it, or abort it by its signal.');
    this.#call('run', client, String(text));
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

  do(operation, { client = 'A' } = {}) {
    const { done, answers } = this.#call('do', client, operation, false);
    const last = answers.at(-1);
    return { done, success: last?.success ?? null, rows: answers.flatMap(answer => answer.rows), answers };
  }

  async queue(work, { client = 'A' } = {}) {
    this.#call('notes');
    if (typeof work !== 'string') return void this.#call('do', client, work, true);
    await bringPart('language');
    this.#call('queue', client, work);
  }

  step(actor) {
    const stepped = actor === undefined ? this.#call('next')
      : typeof actor === 'number' ? this.#call('step_job', actor) : this.#call('step_client', actor);
    return stepped ? this.moment() : null;
  }

  back() {
    return this.#call('back') ? this.moment() : null;
  }

  seek(position) {
    if (typeof position !== 'string' || position === 'end') {
      this.#call('seek', position === 'end' ? Infinity : Number(position));
    } else if (!this.#call('seek_marker', position)) {
      throw failure('Refusal', `There is no marker “${position}”.`, 'mark() names a place, and moment().timeline.markers lists those of this branch.');
    }
    return this.moment();
  }

  mark(name) {
    this.#call('mark', String(name));
    return this.moment();
  }

  moment() {
    return this.#call('moment');
  }

  view(look = {}) {
    return this.#call('view', given(look));
  }

  *lines({ from = 0, ...look } = {}) {
    for (let at = from; ; at += WINDOW) {
      const { table, lines } = this.view({ ...look, lines: [at, at + WINDOW] });
      yield* lines;
      if (!table || at + WINDOW >= table.lines) return;
    }
  }

  cost() {
    return this.#call('cost');
  }

  answer({ rows = 20 } = {}) {
    return this.#call('answer', rows);
  }

  async promise(text, { name = '' } = {}) {
    this.#call('notes');
    await bringPart('orders');
    this.#call('promise', String(text), String(name));
  }

  async release(text) {
    this.#call('notes');
    await bringPart('orders');
    return this.#call('release', String(text));
  }

  async promises() {
    this.#call('notes');
    await bringPart('orders');
    return this.#call('promises');
  }

  async orders({ signal, onProgress, ...request } = {}) {
    signal?.throwIfAborted();
    this.#call('notes');
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
    this.#call('notes');
    await bringPart('kept');
    return this.#call('to_link', given(look)) ?? null;
  }

  async svg({ theme = 'light', ...wish } = {}) {
    this.#call('notes');
    await bringPart('picture');
    return this.#call('svg', given({ ...wish, dark: theme === 'dark' }));
  }

  transcript() {
    return this.#call('transcript');
  }

  async save() {
    this.#call('notes');
    await bringPart('kept');
    return this.#call('save');
  }

  dispose() {
    const handle = this.#handle;
    this.#handle = undefined;
    if (!stopped) handle?.free();
  }

  #call(name, ...given) {
    const handle = this.#handle;
    if (!handle) throw failure('Disposed', 'This session was disposed of.', 'Open another one by open().');
    return guarded(() => handle[name](...given));
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
    if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof RangeError)) throw error;
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
