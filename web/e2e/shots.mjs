// Pictures of scenes in every width and both themes: shots/<scene>-<size>-<theme>.png.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { scenes } from './scenes.mjs';
import { close, enter, open, shots, sizes, themes } from './stage.mjs';

const asked = process.argv.slice(2);
const unknown = asked.filter(name => !(name in scenes));
if (unknown.length) {
  console.error(`no such scene: ${unknown.join(', ')}. There are: ${Object.keys(scenes).join(', ')}`);
  process.exit(1);
}

await mkdir(shots, { recursive: true });
for (const name of asked.length ? asked : Object.keys(scenes)) {
  for (const size of Object.keys(sizes)) {
    for (const theme of themes) {
      const { inside, server } = scenes[name].stage?.() ?? {};
      const { page, site, leave } = await enter({ size, theme, server, context: { reducedMotion: 'reduce' } });
      await open(page, site, inside);
      await scenes[name](page);
      const path = join(shots, `${name}-${size}-${theme}.png`);
      await page.screenshot({ path });
      console.log(path);
      for (const problem of await leave()) console.error(`  ${problem}`);
    }
  }
}
await close();
