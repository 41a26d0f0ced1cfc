// Where the module and its parts come from: beside this file, or from whoever hands them in.

/** How a part is found, where somebody says so. */
let find;

/** Sets how a part is found; `undefined` leaves it as it is. */
export function findParts(part) {
  find = part ?? find;
}

/** A part, found where somebody says, or at its address. `plain` is the file's name in the folder `part`. */
export function readPart(plain, address) {
  return compile(find ? find(plain) : address);
}

/** A module from whatever there is of it: a module, its bytes, an answer of a server, an address, or a promise of one. */
export async function compile(source) {
  let given = await source;
  if (given instanceof WebAssembly.Module) return given;
  if (typeof given === 'string' || given instanceof URL) given = await read(new URL(given, import.meta.url));
  if (typeof Response === 'function' && given instanceof Response) {
    if (!given.ok) throw new Error(`${given.url} cannot be loaded: status ${given.status}`);
    const streams = given.headers.get('content-type')?.startsWith('application/wasm');
    if (streams && WebAssembly.compileStreaming) return WebAssembly.compileStreaming(given);
    given = await given.arrayBuffer();
  }
  return WebAssembly.compile(given);
}

/** Bytes of a file where there are files, otherwise an answer of a server. */
async function read(url) {
  if (url.protocol !== 'file:') return fetch(url);
  // The name is not written out in the import, so that bundlers for browsers do not look for it.
  const files = 'node:fs/promises';
  const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
  return readFile(url);
}
