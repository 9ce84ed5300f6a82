import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { ensureInstalled, pinnedNode, root, run } from './ensure-installed.mjs';

const sources = ['web', 'contract', 'package-lock.json'];
const stamp = join(root, 'web', 'dist', '.built-from');

/** What is compressed; fonts and pictures are already. */
const TEXTS = new Set(['.css', '.js', '.json', '.mjs', '.svg', '.txt']);
const WORTHWHILE_BYTES = 1_000;

/** Builds the web app unless the last build was made from exactly these sources. */
export function buildWeb() {
  const wanted = digestOf(sources.map((name) => join(root, name)));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the web app ...');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  run(pinnedNode, [vite, 'build', '--logLevel', 'warn', 'web']);
  run(pinnedNode, [join(root, 'web', 'write-landing-pages.ts')]);
  compressFiles(join(root, 'web', 'dist'));
  writeFileSync(stamp, wanted);
}

/** Puts a `.br` and a `.gz` beside each text of a folder, for a server that sends them as they are. */
function compressFiles(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!TEXTS.has(extname(name))) continue;
    const path = join(folder, name);
    const text = readFileSync(path);
    if (text.length < WORTHWHILE_BYTES) continue;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
    writeFileSync(`${path}.br`, brotliCompressSync(text, { params }));
    writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
  }
}

function digestOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) addTo(hash, path);
  return hash.digest('hex');
}

function addTo(hash, path) {
  try {
    const names = readdirSync(path).toSorted();
    for (const name of names) {
      if (name !== 'node_modules' && name !== 'dist') addTo(hash, join(path, name));
    }
  } catch (error) {
    if (error.code !== 'ENOTDIR') throw error;
    hash.update(path).update(readFileSync(path));
  }
}

if (import.meta.filename === process.argv[1]) {
  ensureInstalled();
  buildWeb();
}
