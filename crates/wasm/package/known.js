// What calls take, so that nothing is passed over in silence: an operation or a field that is not known is refused by its
// name. The engine only asks for the fields that it knows, and would not notice the others. Where it cannot read what stands
// in one that it knows, the field is named here: the engine only says what it expected.

/** Fields by their names, all of one kind if any is given; each may have fields of its own inside, also as one of a list. */
export function fields(names, inner, kind) {
  return { ...Object.fromEntries(names.split(' ').map(name => [name, kind])), ...inner };
}

// Kinds of values that the engine does not read itself, or would read in silence: what they are in words, and the test.
export const text = ['a text', given => typeof given === 'string'];
export const callable = ['a function', given => typeof given === 'function'];
export const abortSignal = ['an AbortSignal', given => given.throwIfAborted];
export const whole = ['a whole number from 0 to 4294967295', isWhole];

export function isWhole(given) {
  return Number.isInteger(given) && given === given >>> 0;
}

const column = fields('family qualifier');
const cells = fields('value time', { column });
const put = fields('row value', { column });
const scope = fields('time', { column });
const range = fields('table start stop reversed caching filter');
const region = fields('table row');
const random = fields('among seed');
const mutations = { put, delete: fields('row', { column }), deleteRow: fields('row') };

/** What each operation takes, by its name. */
const operations = {
  put: fields('table row', { cells }),
  delete: fields('table row', { cells: { family: fields('family time'), versions: scope, version: scope } }),
  get: fields('table row versions'),
  scan: fields('limit', range),
  checkAndPut: fields('table row value', { check: column, cells }),
  prepend: fields('table blind highest', { check: column, cells: fields('value', { column }) }),
  firstRow: fields('table prefixes digits'),
  lastRow: fields('table', { by: fields('fullScan reversed constantKey bisection') }),
  pages: fields('size pages byOffset batch', { ...range, columns: fields('from to') }),
  transaction: fields('table routingRow', {
    mutations,
    conditions: put,
  }),
  batch: fields('table', { mutations }),
  repeat: fields('table times first prefixes rate', {
    put: fields('bytes', { column }),
    walk: fields('step time newestFirst', { random, zipf: random }),
    key: fields('long int digits'),
  }),
  createTable: fields('table attributes splits', { families: fields('name attributes') }),
  alterTable: fields('table attributes'),
  dropTable: fields('table'),
  flush: region,
  compact: fields('major', region),
  split: fields('table region at'),
  merge: fields('table first second'),
  move: region,
  balance: {},
  crash: fields('server'),
  loseAnswer: fields('client'),
};

/** The error for an argument of a wrong kind. */
export function misuse(message, advice, field = null) {
  return Object.assign(new TypeError(message), advice && { advice }, { data: { field, retryable: false } });
}

/** The same for what stands in a field. */
function wrong(path, what) {
  return misuse(`${named(path)} ${what}.`, undefined, path.slice(1).join('.') || null);
}

function unlike(path, kind, value) {
  return wrong(path, `has to be ${kind}, not ${shown(value)}`);
}

/** The place of the options of a call. */
export function optionsOf(call) {
  return [`the options of ${call}`];
}

/** Refuses what is no object, a field in it that is not among those that are known, and one of a wrong kind. */
export function known(path, given, names) {
  if (!isObject(given)) throw misuse(`Give an object for ${named(path)}.`, listed(names));
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(names, name)) throw misuse(`There is no field “${name}” in ${named(path)}.`, listed(names));
    inside([...path, name], value, names[name]);
  }
}

/** The same of what stands in a field: an object, or a list of them. The engine says what else it should be. */
function inside(path, value, names) {
  if (Array.isArray(names)) {
    const [kind, is] = names;
    if (value != null && !is(value)) throw unlike(path, kind, value);
    names = undefined;
  }
  if (typeof value === 'string') wellFormed(path, value);
  else if (Array.isArray(value)) value.forEach((one, at) => inside([...path, at], one, names));
  else if (names && isObject(value)) known(path, value, names);
}

/** Refuses a text that the engine would get as another one. */
export function wellFormed(path, text) {
  if (text.isWellFormed?.() === false) {
    throw wrong(path, 'has to be a well-formed text, not one with a lone surrogate');
  }
}

/** An operation, if it is one. */
export function operation(given) {
  const [name, more] = isObject(given) ? Object.keys(given) : [];
  if (name === undefined || more !== undefined) {
    throw misuse("An operation is an object with one field, whose name says what is done: { get: { table: 't', row: 'r' } }.", listed(operations));
  }
  if (!Object.hasOwn(operations, name)) throw misuse(`There is no operation “${name}”.`, listed(operations));
  known([name], given[name], operations[name]);
  return given;
}

/**
 * Has the engine read what is given, which stands at `path`. Where it cannot, it is asked again with what watches it: it reads
 * one field after the other and stops at once, so the last one is to blame. It does nothing before it has read all.
 */
export function readable(path, given, read) {
  try {
    return read(given);
  } catch (error) {
    if (!(error instanceof TypeError && UNREAD.test(error.message))) throw error;
  }
  // What was read last, the object that is wrong as a whole, and where fields were missed.
  let at = path;
  let whole;
  const absent = {};
  function watched(given, path) {
    const isList = Array.isArray(given);
    if (!isList && tag(given) !== 'Object') return given;
    // Of a copy: of a frozen object, a proxy must give what it holds.
    return new Proxy(isList ? [...given] : { ...given }, {
      get(held, name) {
        const value = held[name];
        if (Object.hasOwn(held, name)) {
          at = isList && name === 'length' ? path : [...path, String(name)];
          // A column is refused by a sentence about all of it.
          return COLUMN.test(at.at(-1)) ? value : watched(value, at);
        }
        absent[name] = path;
        return value;
      },
      // It is asked for this where an object cannot be what is wanted, and only then read, to be printed.
      getPrototypeOf() {
        whole = path;
        return null;
      },
    });
  }
  try {
    return read(watched(given, path));
  } catch ({ message }) {
    let [, missing, column, expected, long = 'a sequence'] = message.match(UNREAD) ?? [];
    if (column && !COLUMN.test(at.at(-1))) missing = absent.column ? 'column' : 'check';
    if (missing) throw wrong([...absent[missing] ?? at, missing], 'is missing');
    at = /^invalid length [^0]/.test(message) ? at.slice(0, -1) : whole ?? at;
    let value = at.slice(path.length).reduce((value, name) => value?.[name], given);
    // The name alone of what has something inside.
    if (message.includes('unit value') && typeof value === 'string') [at, value] = [[...at, value]];
    throw unlike(at, column ?? inWords(expected ?? long), value);
  }
}

const COLUMN = /^(column|check)$/;

/** What serde writes, or the engine of JavaScript where a list is expected. */
const UNREAD = /^missing field `(.*)`|^a column is (.*)|^(?:invalid|unknown) .*, expected (.*)|^Couldn't .* (i64)|^TypeError/s;

/** What the engine expects, as the documentation calls it. */
function inWords(expected) {
  return KINDS[expected] ?? expected.replace(/^struct.*/, 'an object').replace(/^enum.*/, 'a text or an object')
    .replace(/^i64|a whole number$/, 'a whole number of at most eight bytes (beyond 2^53 a bigint)');
}

const KINDS = {
  1: 'an object with one field',
  u8: 'a whole number from 0 to 255',
  u32: whole[0],
  usize: whole[0],
  u64: whole[0],
  i32: 'a whole number of at most four bytes',
  'a string': 'a text',
  'a sequence': 'a list',
  'a tuple of size 2': 'a list of two',
};

/** A place in what is given: `put.cells.1`, `lines.0 in the options of view`. */
function named([root, ...path]) {
  const names = path.join('.');
  return names && root.includes(' ') ? `${names} in ${root}` : names ? `${root}.${names}` : root;
}

/** A value in words. */
function shown(value) {
  if (typeof value === 'string') return `the text “${value.slice(0, 40)}”`;
  if (Object(value) === value) return `this ${tag(value)}`;
  return typeof value === 'number' ? `the number ${value}` : String(value);
}

function tag(value) {
  return {}.toString.call(value).slice(8, -1);
}

function isObject(given) {
  return typeof given === 'object' && given !== null;
}

/** What could be meant instead. */
function listed(names) {
  return `There are: ${Object.keys(names).join(', ') || 'none'}.`;
}
