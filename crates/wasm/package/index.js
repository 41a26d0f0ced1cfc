// The package `splitpoint`: sessions as objects, everything else as plain data. index.d.ts says what each does.

import init, { Handle, bring, needs, speaks } from './main.js';
import { compile, findParts } from './load.js';
import { abortSignal, callable, fields, isWhole, known, misuse, operation, optionsOf, readable, text, wellFormed, whole } from './known.js';

/** Milliseconds of work between two breaths. */
const SLICE = 12;

/** Atoms of a script, and states of a search, between two looks at the clock. */
const ATOMS = 100;
const STATES = 50;

/** Lines that are asked for at once. */
const WINDOW = 256;

/** The fields of the objects that calls take. */
const SOURCES = fields('module', { part: callable });
const OPENING = fields('start script link file lesson', { signal: abortSignal, ...SOURCES }, text);
const SPEAKING = fields('client', {}, text);
const RUNNING = { ...SPEAKING, signal: abortSignal };
const LOOK = fields('table visible notation');
const VIEW = fields('lines', LOOK);
const LINES = { from: whole, ...LOOK };
const ANSWER = { rows: whole };
const PROMISE = { name: text };
const PICTURE = fields('width', { theme: text, ...VIEW });
const SEARCH = fields('grain most interfere background promises', { signal: abortSignal, onProgress: callable });

let starting;

/** Whether the engine has stopped for good. */
let stopped = false;

export async function load(sources = {}) {
  known(optionsOf('load'), sources, SOURCES);
  const { module, part } = sources;
  findParts(part);
  starting ??= compile(module ?? new URL('./splitpoint.wasm', import.meta.url))
    .then(module_or_path => init({ module_or_path }))
    .catch(error => {
      starting = undefined;
      throw notLoaded('splitpoint.wasm', error);
    });
  await starting;
}

export async function open(opening = {}) {
  known(optionsOf('open'), opening, OPENING);
  const { start, script, link, file, lesson, signal, ...sources } = opening;
  signal?.throwIfAborted();
  await load(sources);
  const address = link ?? (lesson == null ? lesson : `lesson=${encodeURIComponent(lesson)}`);
  const kept = address ?? file;
  if (kept != null) await bringPart('kept');
  const wanted = guarded(() => kept != null ? needs(kept, address == null) : script != null ? speaks(script) : []);
  for (const part of wanted) await bringPart(part);
  const handle = guarded(() => {
    if (kept != null) return address != null ? Handle.link(kept) : Handle.file(kept);
    return script != null ? Handle.script(start ?? 'empty', script) : Handle.start(start ?? 'empty');
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
  /** Whether a script is at work. */
  #runs = false;
  /** How often something was changed. */
  #changes = 0;

  constructor(handle) {
    if (!(handle instanceof Handle)) throw misuse('A session is opened by open().');
    this.#handle = handle;
  }

  get notes() {
    return this.#call('notes');
  }

  get grain() {
    return this.moment().timeline.grain;
  }

  set grain(grain) {
    readable(['grain'], grain, grain => this.#change('set_grain', grain));
  }

  get background() {
    this.#check();
    return this.#call('background');
  }

  set background(background) {
    if (typeof background !== 'boolean') throw misuse('background is true or false.');
    this.#change('set_background', background);
  }

  async run(text, options = {}) {
    words('run takes lines of the shell', text);
    known(optionsOf('run'), options, RUNNING);
    const { client, signal } = options;
    signal?.throwIfAborted();
    this.#still();
    this.#runs = true;
    try {
      await bringLanguage(text);
      this.#changed('run', client ?? 'A', text);
      await inSlices(() => !this.#changed('run_on', ATOMS), signal);
      return this.#call('printed');
    } catch (error) {
      if (this.#handle && !stopped) this.#changed('stop');
      throw error;
    } finally {
      this.#runs = false;
    }
  }

  do(work, options = {}) {
    operation(work);
    known(optionsOf('do'), options, SPEAKING);
    const { done, answers } = readable([], work, work => this.#change('do', options.client ?? 'A', work, false));
    const last = answers.at(-1);
    const rowsTotal = answers.reduce((sum, answer) => sum + answer.rowsTotal, 0);
    return { done, success: last?.success ?? null, rows: answers.flatMap(answer => answer.rows), rowsTotal, answers };
  }

  async queue(work, options = {}) {
    known(optionsOf('queue'), options, SPEAKING);
    const client = options.client ?? 'A';
    if (typeof work !== 'string') return void readable([], operation(work), work => this.#change('do', client, work, true));
    wellFormed(['The text'], work);
    this.#still();
    await bringLanguage(work);
    this.#changed('queue', client, work);
  }

  step(actor) {
    if (actor !== undefined && !isWhole(actor)) words('step takes the number of a job, or the letter of a client', actor);
    const stepped = actor === undefined ? this.#change('next') : this.#change(isWhole(actor) ? 'step_job' : 'step_client', actor);
    return stepped ? this.moment() : null;
  }

  back() {
    return this.#change('back') ? this.moment() : null;
  }

  seek(position) {
    const step = position === 'end' ? Infinity : position;
    const isStep = step === Infinity || Number.isInteger(step) && step >= 0;
    if (!isStep) words("seek takes a step (a whole number from 0), 'end', or the name of a marker", position);
    if (isStep) this.#change('seek', step);
    else if (!this.#change('seek_marker', position)) {
      throw failure('Refusal', `There is no marker “${position}”.`, 'mark() names a place, and moment().timeline.markers lists those of this branch.');
    }
    return this.moment();
  }

  mark(name) {
    words('mark takes a name', name);
    // The engine leaves out the space around a name.
    if (name.trim() === 'end') throw misuse("A marker cannot be called end: seek('end') goes to the end.");
    this.#change('mark', name);
    return this.moment();
  }

  moment() {
    return this.#call('moment');
  }

  view(look = {}) {
    known(optionsOf('view'), look, VIEW);
    return this.#view(look);
  }

  *lines(options = {}) {
    known(optionsOf('lines'), options, LINES);
    const { from, ...look } = options;
    for (let at = from ?? 0; ;) {
      const changes = this.#changes;
      const { table, lines } = this.#view({ ...look, lines: [at, at + WINDOW] }, 'lines');
      // Another table can be the first later.
      look.table = table?.name;
      for (const line of lines) {
        at = line.rank + 1;
        // Of a large table all cells have lines. A cell that is not visible yet has one everywhere.
        if (look.visible && line.hidden && line.hidden !== 'notYetVisible') continue;
        yield line;
        this.#check();
        if (changes !== this.#changes) break;
      }
      if (!lines.length || changes === this.#changes && at >= table.lines) return;
    }
  }

  cost() {
    return this.#call('cost');
  }

  answer(options = {}) {
    known(optionsOf('answer'), options, ANSWER);
    return this.#call('answer', options.rows ?? 20);
  }

  async promise(text, options = {}) {
    words('promise takes what must hold', text);
    known(optionsOf('promise'), options, PROMISE);
    this.#still();
    await bringPart('orders');
    this.#changed('promise', text, options.name ?? '');
  }

  async release(text) {
    words('release takes what must hold', text);
    this.#still();
    await bringPart('orders');
    return this.#changed('release', text);
  }

  async promises() {
    this.#check();
    await bringPart('orders');
    return this.#call('promises');
  }

  async orders(options = {}) {
    known(optionsOf('orders'), options, SEARCH);
    const { signal, onProgress, ...request } = options;
    if (Array.isArray(request.interfere)) request.interfere.forEach(operation);
    signal?.throwIfAborted();
    this.#check();
    await bringPart('orders');
    const search = this.#ask('orders', request);
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
    known(optionsOf('link'), look, LOOK);
    this.#has(look.table, 'link');
    await bringPart('kept');
    return this.#ask('to_link', look, 'link') ?? null;
  }

  async svg(picture = {}) {
    known(optionsOf('svg'), picture, PICTURE);
    const { theme = 'light', ...wish } = picture;
    if (theme !== 'light' && theme !== 'dark') throw misuse(`There is no theme “${theme}”: svg takes 'light' or 'dark'.`);
    this.#has(wish.table, 'svg');
    await bringPart('picture');
    return this.#ask('svg', { ...wish, dark: theme === 'dark' });
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
  #has(table, call) {
    if (table == null) this.#check();
    else this.#view({ table, lines: [0, 0] }, call);
  }

  #view(look, call) {
    const { table } = look;
    const view = this.#ask('view', look, call);
    if (view.table || table == null) return view;
    // What HBase throws of it.
    throw failure('TableNotFoundException', table, `There is no table ${table}: create it first.`);
  }

  /** Throws where the session was disposed of or the engine has stopped, before anything is loaded or begun for it. */
  #check() {
    if (!this.#handle) throw failure('Disposed', 'This session was disposed of.', 'Open another one by open().');
    if (stopped) throw gone();
  }

  /** Throws also while a script is at work, which would go on in what somebody else changed, or at another time. */
  #still() {
    this.#check();
    if (this.#runs) throw failure('Busy', 'A script of this session is at work.', 'Wait for it, or abort it by its signal.');
  }

  /** Calls what changes the session, or where it is in time. */
  #change(name, ...given) {
    this.#still();
    return this.#changed(name, ...given);
  }

  /** The same for a script at work, and for what was asked for before it. */
  #changed(name, ...given) {
    this.#changes++;
    return this.#call(name, ...given);
  }

  /** Calls with the fields that are given to a call of the package. */
  #ask(name, fields, call = name) {
    const held = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    return readable(optionsOf(call), held, held => this.#call(name, held));
  }

  #call(name, ...given) {
    this.#check();
    return guarded(() => this.#handle[name](...given));
  }
}

// Where there is no such symbol, nothing changes.
Session.prototype[Symbol.dispose ?? 'dispose'] = Session.prototype.dispose;

/** Brings a part of the engine; one that is there comes at once. */
async function bringPart(name) {
  try {
    await guarded(() => bring(name));
  } catch (error) {
    if (stopped) throw error;
    throw notLoaded(`part/${name}.wasm`, error);
  }
}

function notLoaded(file, cause) {
  return Object.assign(failure('NotLoaded', `${file} cannot be loaded.`, 'Try again, or hand it in by load({ module, part }).'), { cause });
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

/** Refuses what is no text, or one that the engine would get as another. */
function words(takes, given) {
  if (typeof given !== 'string') throw misuse(`${takes}, as a text.`);
  wellFormed(['The text'], given);
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
    if (!isOfMachine) {
      if (error instanceof Error) error.data ??= { field: null, retryable: false };
      throw error;
    }
    stopped = true;
    throw Object.assign(gone(), { cause: error });
  }
}

function gone() {
  return failure('EngineStopped', 'The engine has stopped: there is no memory left, or it has a fault.',
    'Load the program again, and do less at once.');
}

function failure(name, message, advice) {
  return Object.assign(new Error(message), { name, advice, data: { field: null, retryable: false } });
}
