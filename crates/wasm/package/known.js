// What calls take, so that nothing is passed over in silence: an operation or a field that is not known is refused by its
// name. The engine only asks for the fields that it knows, and would not notice the others.

/** Fields by their names; each may have fields of its own inside, also as one of a list. */
export function fields(names, inner) {
  return { ...Object.fromEntries(names.split(' ').map(name => [name])), ...inner };
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
  prepend: fields('table blind highest', { check: column, cells }),
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
export function misuse(message, advice) {
  return Object.assign(new TypeError(message), advice && { advice });
}

/** Refuses what is no object, and a field in it that is not among those that are known. */
export function known(where, given, names) {
  if (!isObject(given)) throw misuse(`Give an object for ${where}.`, listed(names));
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(names, name)) throw misuse(`There is no field “${name}” in ${where}.`, listed(names));
    if (names[name]) inside(`${where}.${name}`, value, names[name]);
  }
}

/** The same of what stands in a field: an object, or a list of them. The engine says what else it should be. */
function inside(where, value, names) {
  if (Array.isArray(value)) value.forEach((one, at) => inside(`${where}.${at}`, one, names));
  else if (isObject(value)) known(where, value, names);
}

/** An operation, if it is one. */
export function operation(given) {
  const [name, more] = isObject(given) ? Object.keys(given) : [];
  if (name === undefined || more !== undefined) {
    throw misuse("An operation is an object with one field, whose name says what is done: { get: { table: 't', row: 'r' } }.", listed(operations));
  }
  if (!Object.hasOwn(operations, name)) throw misuse(`There is no operation “${name}”.`, listed(operations));
  known(name, given[name], operations[name]);
  return given;
}

function isObject(given) {
  return typeof given === 'object' && given !== null;
}

/** What could be meant instead. */
function listed(names) {
  return `There are: ${Object.keys(names).join(', ') || 'none'}.`;
}
