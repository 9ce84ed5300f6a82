// Proves who imports whom, and that no folders of a room import each other in a circle. Proves the
// proof as well: it must see every module that git lists, and must catch what it plants itself.
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';

const FOLDERS = ['contract', 'identity', 'server', 'web', 'e2e', 'bench', 'training', 'evaluation'];
const PLANTED = [
  ['contract/src/planted-import.ts', "import type {} from '../../server/src/config.ts';\n"],
  ['web/src/ui/planted-import.ts', "import '../features/landing/landing-screen.tsx';\n"],
  ['server/src/knowledge/planted-import.ts', "import '../assistant/answer.ts';\n"],
  ['server/src/features/chat/planted-import.ts', "import '../feedback/routes.ts';\n"],
  ['server/src/documents/planted-import.ts', "import '../sites/site-store.ts';\n"],
  ['server/src/people/planted-import.ts', "import '../context.ts';\n"],
  ['server/src/sites/planted-import.ts', "import '../features/logs/log-store.ts';\n"],
  ['server/src/knowledge/index/planted-import.ts', "import '../../documents/routes.ts';\n"],
  ['server/src/features/logs/planted-import.ts', "import '../../documents/document-store.ts';\n"],
  ['identity/src/store/planted-import.ts', "import '../engine/errors.ts';\n"],
  ['identity/src/mail/planted-import.ts', "import '../engine/errors.ts';\n"],
  ['identity/src/engine/planted-import.ts', "import '../subjects/navigation.ts';\n"],
  ['identity/src/subjects/planted-import.ts', "import '../flows.ts';\n"],
  ['identity/src/http/planted-import.ts', "import '../mount-identity.ts';\n"],
  ['server/src/assistant/planted-import.ts', "import '../../../training/src/read-messages.ts';\n"],
  ['server/src/cli/planted-import.ts', "import '../../../evaluation/src/read-questions.ts';\n"],
  ['evaluation/src/planted-import.ts', "import '../../training/src/read-messages.ts';\n"],
];
/** Rooms whose folders import each other in one direction only, each with an import that breaks it. */
const ROOMS = {
  'server/src': ['access/planted-import.ts', "import '../features/logs/log-store.ts';\n"],
  'server/src/platform': ['http/planted-import.ts', "import '../mail/outbox.ts';\n"],
  'server/src/knowledge': ['words/planted-import.ts', "import '../search/passage.ts';\n"],
  'identity/src': ['store/planted-circle.ts', "import '../subjects/navigation.ts';\n"],
  'identity/src/subjects': [
    'second-factor/planted-import.ts',
    "import '../webauthn/passkey.ts';\n",
  ],
  'web/src': ['app/planted-import.ts', "import '../test-support/render-app.tsx';\n"],
  'web/src/features/chat': ['sources/planted-import.ts', "import '../answer/answer-row.tsx';\n"],
};
const PLANTED_CIRCLES = Object.entries(ROOMS).map(([room, [path, text]]) => [
  `${room}/${path}`,
  text,
  room,
]);

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
const uncruised = listed.filter((path) => !seen.has(path));
let failed = false;
if (uncruised.length > 0) {
  failed = true;
  console.error(`Modules that the boundary check did not see:\n  ${uncruised.join('\n  ')}`);
}
for (const { rule, from, to } of violations) {
  failed = true;
  console.error(`${rule.name}: ${from} -> ${to}`);
}
for (const circle of findFolderCircles(modules)) {
  failed = true;
  console.error(`no-folder-circles: ${circle.join(' -> ')}`);
}

const everyPlanted = [...PLANTED, ...PLANTED_CIRCLES];
for (const [path, text] of everyPlanted) writeFileSync(join(root, path), text);
try {
  const planted = cruise();
  const caught = new Set(planted.violations.map((violation) => violation.from));
  const circles = findFolderCircles(planted.modules);
  for (const [path, , room] of PLANTED_CIRCLES) {
    const folder = `${room}/${path.slice(room.length + 1).split('/', 1)}`;
    const isSeen = circles.some((circle) => circle.includes(folder));
    if (isSeen) caught.add(path);
    else caught.delete(path);
  }
  for (const [path] of everyPlanted) {
    if (!caught.has(path)) {
      failed = true;
      console.error(`A forbidden import planted in ${path} was not caught.`);
    }
  }
} finally {
  for (const [path] of everyPlanted) rmSync(join(root, path), { force: true });
}
if (failed) process.exit(1);
console.log(
  `Boundaries hold: ${listed.length} modules, ${everyPlanted.length} planted imports caught.`,
);

/** Circles among the folders directly inside each room, tests left aside. */
function findFolderCircles(modules) {
  return Object.keys(ROOMS).flatMap((room) => {
    const folderOf = (path) =>
      path.startsWith(`${room}/`) && !/\.test\.tsx?$|\/testing\//.test(path)
        ? /^[^/]+(?=\/)/.exec(path.slice(room.length + 1))?.[0]
        : undefined;
    const uses = new Map();
    for (const { source, dependencies } of modules) {
      const folder = folderOf(source);
      if (folder === undefined) continue;
      const used = uses.get(folder) ?? new Set();
      for (const { resolved } of dependencies) used.add(folderOf(resolved));
      uses.set(folder, used);
    }
    const circles = [];
    const visit = (path) => {
      const folder = path.at(-1);
      for (const next of uses.get(folder) ?? []) {
        if (next === undefined || next === folder) continue;
        if (next === path[0]) circles.push([...path, next].map((name) => `${room}/${name}`));
        else if (!path.includes(next)) visit([...path, next]);
      }
    };
    for (const folder of uses.keys()) visit([folder]);
    return circles;
  });
}

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
