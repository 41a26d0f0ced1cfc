// Optimises WebAssembly modules for size: `node optimise.mjs FROM TO FROM TO …`. All of them in one process, since it
// takes a second to start the optimiser, and the page has hundreds of small parts.

import { readFileSync, writeFileSync } from 'node:fs';
import binaryen from '../../web/e2e/node_modules/binaryen/index.js';

binaryen.setOptimizeLevel(2);
binaryen.setShrinkLevel(2);
binaryen.setLowMemoryUnused(true);
// As the command line does it for size: the order of instructions is improved once more when they are written.
binaryen.setGenerateStackIR(true);
binaryen.setOptimizeStackIR(true);
// A long function with one caller is not inlined, as it compresses better on its own.
binaryen.setOneCallerInlineMaxSize(25);

const files = process.argv.slice(2);
for (let at = 0; at + 1 < files.length; at += 2) {
  const module = binaryen.readBinary(readFileSync(files[at]));
  // Flattening and restructuring take ten seconds and save 2 kB after gzip. Alignment is a hint that nobody uses.
  module.runPasses(['flatten', 'rereloop']);
  module.optimize();
  module.optimize();
  module.runPasses(['dealign']);
  writeFileSync(files[at + 1], module.emitBinary());
  module.dispose();
}
