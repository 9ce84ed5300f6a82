// Proves who imports whom, and proves the proof: it must see every module that git lists, and it
// must catch a forbidden import that it plants itself.
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';

const FOLDERS = ['contract', 'identity', 'server', 'web', 'e2e', 'bench'];
const PLANTED = [
  ['contract/src/planted-import.ts', "import type {} from '../../server/src/config.ts';\n"],
  ['web/src/ui/planted-import.ts', "import '../features/landing/landing-screen.tsx';\n"],
  ['server/src/knowledge/planted-import.ts', "import '../assistant/answer.ts';\n"],
  ['server/src/features/chat/planted-import.ts', "import '../feedback/routes.ts';\n"],
];

const listed = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', ...FOLDERS.map((f) => `${f}/**`)],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter(
    (path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !path.startsWith('bench/peers'),
  );

const { modules, violations } = cruise();
const seen = new Set(modules.map((module) => module.source));
const unseen = listed.filter((path) => !seen.has(path));
let failed = false;
if (unseen.length > 0) {
  failed = true;
  console.error(`Modules that the boundary check did not see:\n  ${unseen.join('\n  ')}`);
}
for (const { rule, from, to } of violations) {
  failed = true;
  console.error(`${rule.name}: ${from} -> ${to}`);
}

for (const [path, text] of PLANTED) writeFileSync(join(root, path), text);
try {
  const caught = new Set(cruise().violations.map((violation) => violation.from));
  for (const [path] of PLANTED) {
    if (!caught.has(path)) {
      failed = true;
      console.error(`A forbidden import planted in ${path} was not caught.`);
    }
  }
} finally {
  for (const [path] of PLANTED) rmSync(join(root, path), { force: true });
}
if (failed) process.exit(1);
console.log(`Boundaries hold: ${listed.length} modules, ${PLANTED.length} planted imports caught.`);

function cruise() {
  const bin = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [bin, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...FOLDERS],
    { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  try {
    const result = JSON.parse(stdout);
    return { modules: result.modules, violations: result.summary.violations };
  } catch {
    console.error(stderr || stdout);
    process.exit(1);
  }
}
