// From a fresh clone to a served page: install what is missing, build what is stale, start.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, pinnedNode, root } from './ensure-installed.mjs';
import { buildWeb } from './build-web.mjs';

ensureInstalled();
buildWeb();

const server = spawn(pinnedNode, [join(root, 'server', 'src', 'main.ts')], {
  cwd: root,
  stdio: 'inherit',
});
// A terminal sends Ctrl-C to the server as well; a supervisor sends its signal only to this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal);
  });
}
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
