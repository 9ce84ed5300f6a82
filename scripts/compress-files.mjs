import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Fonts and pictures are compressed already. */
const TEXTS = new Set(['.css', '.js', '.json', '.svg', '.txt']);
const WORTHWHILE_BYTES = 1_000;

/** Puts a `.br` and a `.gz` beside each text of a folder, for a server that sends them as they are. */
export function compressFiles(folder) {
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
