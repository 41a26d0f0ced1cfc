// The npm package as its users have it: packed by npm, and installed in another folder.

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder in which `cargo xtask package` makes it. */
export const built = fileURLToPath(new URL('../../target/npm', import.meta.url));

/** Runs a program. If it fails, the error contains its output. */
export async function call(program, words, folder) {
  try {
    return (await run(program, words, { cwd: folder })).stdout;
  } catch (error) {
    throw new Error(`${program} ${words.join(' ')}: ${error.stdout}${error.stderr}`);
  }
}

/** Packs and installs it. `tarball` is the packed file; `remove` deletes all of it. */
export async function install() {
  const folder = await mkdtemp(join(tmpdir(), 'splitpoint-'));
  await call('npm', ['pack', '--silent', '--pack-destination', folder], built);
  const tarball = join(folder, (await readdir(folder)).find(name => name.endsWith('.tgz')));
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  await call('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', tarball], folder);
  return { folder, tarball, remove: () => rm(folder, { recursive: true }) };
}
