// Proves that the built web app keeps its budgets: how much JavaScript each kind of person loads.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './ensure-installed.mjs';

const BYTES_PER_KB = 1_000;
const ADMIN_MODULE = /^_admin-|^src\/features\/(admin-dashboard|documents|sites|logs|users)\//;
/** An administrator loads it with the first source that is looked into. */
const READING_MODULE = /^src\/features\/reading\//;
const WIDGET_MODULE = /@teamhanko\/hanko-elements/;
const SPANISH_MODULE = /^_spanish-/;

/** Fails, with a table of what was measured, when a part of the app is over its budget. */
export function checkBundle() {
  const dist = join(root, 'web', 'dist');
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
  const rows = measure(manifest, (file) => gzipSync(readFileSync(join(dist, file))).length);
  for (const { name, chunkCount, bytes, maxKb } of rows) {
    const size = (bytes / BYTES_PER_KB).toFixed(1).padStart(6);
    const verdict = bytes > maxKb * BYTES_PER_KB ? '  TOO LARGE' : '';
    console.log(`${name.padEnd(46)}${size} kB gzip of ${maxKb}  (${chunkCount} files)${verdict}`);
  }
  return rows.every(({ bytes, maxKb }) => bytes <= maxKb * BYTES_PER_KB);
}

/** Every chunk belongs to a part: what is none of the others' is every visitor's. */
function measure(manifest, sizeOf) {
  const keys = Object.keys(manifest);
  const lazy = [...new Set(keys.flatMap((key) => manifest[key].dynamicImports ?? []))];
  const widget = lazy.filter((key) => WIDGET_MODULE.test(key));
  const admin = lazy.filter((key) => ADMIN_MODULE.test(key));
  const reading = lazy.filter((key) => READING_MODULE.test(key));
  const entry = keys.filter((key) => manifest[key].isEntry);
  const spanish = lazy.filter((key) => SPANISH_MODULE.test(key));
  for (const [part, found] of Object.entries({ entry, widget, admin, reading, spanish })) {
    if (found.length === 0) throw new Error(`The build has no chunk of the ${part}.`);
  }
  const special = [...widget, ...admin, ...reading, ...spanish];
  const others = lazy.filter((key) => !special.includes(key));

  const landing = filesOf(manifest, entry);
  const visitor = filesOf(manifest, [...entry, ...others]);
  const adminPages = filesOf(manifest, admin);
  const row = (name, files, maxKb) => ({
    name,
    chunkCount: files.length,
    bytes: files.reduce((sum, file) => sum + sizeOf(file), 0),
    maxKb,
  });
  return [
    row('landing page', landing, 115),
    row('visitor: landing, login, consent, chat, profile', visitor, 210),
    row('admin pages add', without(adminPages, visitor), 60),
    row('what was read adds', without(filesOf(manifest, reading), [...visitor, ...adminPages]), 6),
    row('sign-in widget adds', without(filesOf(manifest, widget), visitor), 50),
    row('Spanish adds', without(filesOf(manifest, spanish), visitor), 10),
  ];
}

/** The scripts that these chunks load at once: their own and all they import statically. */
function filesOf(manifest, keys) {
  const seen = new Set();
  const pending = [...keys];
  for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    pending.push(...(manifest[key].imports ?? []));
  }
  return [...seen].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'));
}

function without(files, known) {
  return files.filter((file) => !known.includes(file));
}

if (import.meta.filename === process.argv[1]) process.exit(checkBundle() ? 0 : 1);
