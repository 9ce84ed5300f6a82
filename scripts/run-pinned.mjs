// `node scripts/run-pinned.mjs FILE ARGS...`: runs a TypeScript file on the pinned Node.
import { ensureInstalled, pinnedNode, run } from './ensure-installed.mjs';

ensureInstalled();
run(pinnedNode, process.argv.slice(2));
