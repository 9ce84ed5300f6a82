import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { createExtractor } from './create-extractor.ts';
import { readOwnAtOnce } from './extract-passages.ts';
import { type Extract, EXTRACTION_REASONS, type FileKind } from './extraction-result.ts';
import { buildDocx, docxParagraph } from './testing/build-docx.ts';

const { signal } = new AbortController();

/** An extraction process that does something else: what a hostile file might make it do. */
async function writeEntry(program: string): Promise<URL> {
  const path = join(await temporaryFolder(), 'entry.mjs');
  await writeFile(path, program);
  return pathToFileURL(path);
}

const text = (content: string) => ({ kind: 'txt' as const, bytes: Buffer.from(content) });

describe('a file is read in a process of its own', () => {
  test('whatever its kind', async () => {
    const extract = createExtractor();
    const pdf = await PDFDocument.create();
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    pdf.addPage().drawText('A page about grants.', { x: 50, y: 500, size: 12, font });
    const results = await Promise.all([
      extract({ kind: 'pdf', bytes: await pdf.save() }, signal),
      extract({ kind: 'docx', bytes: buildDocx(docxParagraph('A page about grants.')) }, signal),
      extract({ kind: 'txt', bytes: Buffer.from('A page\u200B about grants.\u0007') }, signal),
      extract({ kind: 'html', bytes: Buffer.from('<p>A page about <b>grants</b>.') }, signal),
      extract({ kind: 'markdown', bytes: Buffer.from('A page about *grants*.') }, signal),
    ]);
    for (const result of results) {
      expect(result).toMatchObject({
        ok: true,
        document: { passages: [{ ordinal: 0, text: 'A page about grants.' }] },
      });
    }
  });

  test.each([
    ['txt', Buffer.alloc(0), EXTRACTION_REASONS.empty],
    ['txt', Buffer.from(' \n\n '), EXTRACTION_REASONS.empty],
    ['txt', Buffer.from('\uE000\uE001\uE002 \uE003'), EXTRACTION_REASONS.unreadable],
    ['pdf', Buffer.from('no pdf at all'), EXTRACTION_REASONS.damaged],
    ['docx', Buffer.from('no zip at all'), EXTRACTION_REASONS.damaged],
  ] as const)('and a bad %s gets its reason', async (kind, bytes, reason) => {
    expect(await createExtractor()({ kind, bytes }, signal)).toEqual({ ok: false, reason });
  });

  test('and too much text is refused', async () => {
    const extract = createExtractor({ limits: { characters: 10 } });
    const reason = EXTRACTION_REASONS.tooMuchText;
    expect(await extract(text('more than ten characters'), signal)).toEqual({ ok: false, reason });
  });
});

test('the process reads its own program and no other file, however it names it', async () => {
  const folder = await temporaryFolder();
  const secret = join(folder, 'lock');
  await writeFile(secret, 'secret');
  await symlink(secret, join(folder, 'link'));
  const root = join(import.meta.dirname, '..', '..', '..', '..');
  const wanted = [
    secret,
    join(folder, 'link'),
    join(root, 'node_modules', '..', 'README.md'),
    join(root, '.env.example'),
    join(root, 'server', 'src', 'main.ts'),
    '/etc/passwd',
    '/proc/self/environ',
    `/proc/${process.pid}/environ`,
  ];
  const entry = await writeEntry(`
    import { createReadStream, openSync, readFileSync, readdirSync, statSync } from 'node:fs';
    import { readFile } from 'node:fs/promises';
    const attempt = async (act) => { try { await act(); return 'done'; } catch (error) { return error.code; } };
    const stream = (path) => new Promise((resolve, reject) =>
      createReadStream(path).on('error', reject).on('data', resolve));
    const ends = new Set();
    for (const path of ${JSON.stringify(wanted)}) {
      for (const read of [readFileSync, readFile, openSync, statSync, stream]) ends.add(await attempt(() => read(path)));
      ends.add(await attempt(() => import(path)));
    }
    for (const path of ['/', ${JSON.stringify(root)}]) ends.add(await attempt(() => readdirSync(path)));
    process.send({ ok: true, document: { title: [...ends].join(), passages: [] } });
  `);
  const result = await createExtractor({ entry })(text('x'), signal);
  expect(result).toMatchObject({ ok: true, document: { title: 'ERR_ACCESS_DENIED' } });
});

describe('the process is ended', () => {
  test('when it takes too long', async () => {
    const entry = await writeEntry('while (true);');
    const extract = createExtractor({ entry, limits: { timeMs: 300 } });
    const reason = EXTRACTION_REASONS.tooLong;
    expect(await extract(text('x'), signal)).toEqual({ ok: false, reason });
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
    expect(stdout).not.toContain(fileURLToPath(entry));
  });

  test('by the system, when it uses the processor for too long, even without a server', async () => {
    const entry = await writeEntry('while (true);');
    const extract = createExtractor({ entry, limits: { processorSeconds: 1 } });
    const reason = EXTRACTION_REASONS.tooLong;
    expect(await extract(text('x'), signal)).toEqual({ ok: false, reason });
  });

  test('when it takes too much memory outside of the JavaScript heap', async () => {
    const entry = await writeEntry(
      'const kept = []; while (true) { kept.push(Buffer.alloc(1_000_000, 1)); await new Promise((resolve) => setTimeout(resolve, 1)); }',
    );
    const extract = createExtractor({ entry, limits: { residentBytes: 150_000_000 } });
    const reason = EXTRACTION_REASONS.tooMuchMemory;
    expect(await extract(text('x'), signal)).toEqual({ ok: false, reason });
  });

  test('when it fills the JavaScript heap', async () => {
    const entry = await writeEntry('const kept = []; while (true) kept.push({ a: [1, 2, 3] });');
    const extract = createExtractor({ entry, limits: { residentBytes: 4_000_000_000 } });
    const reason = EXTRACTION_REASONS.tooMuchMemory;
    expect(await extract(text('x'), signal)).toEqual({ ok: false, reason });
  });

  test('when the caller aborts, whose reason is thrown', async () => {
    const entry = await writeEntry('while (true);');
    const abort = new AbortController();
    const result = createExtractor({ entry })(text('x'), abort.signal);
    abort.abort(new Error('shutting down'));
    await expect(result).rejects.toThrow('shutting down');
  });

  test('and a crash counts as a damaged file, even before the file was read', async () => {
    const entry = await writeEntry('process.exit(3);');
    const file = { kind: 'pdf' as const, bytes: Buffer.alloc(5_000_000) };
    const reason = EXTRACTION_REASONS.damaged;
    expect(await createExtractor({ entry })(file, signal)).toEqual({ ok: false, reason });
  });
});

test('the process can neither write nor start others, reaches nobody, and sees no environment', async () => {
  const folder = await temporaryFolder();
  const server = createServer((_, response) => response.end('seen'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const entry = await writeEntry(`
    import { execFileSync } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    import { lookup } from 'node:dns';
    import { createSocket } from 'node:dgram';
    import { get } from 'node:http';
    import { connect } from 'node:net';
    const attempt = (act) => { try { act(); return 'done'; } catch (error) { return error.code; } };
    const text = JSON.stringify({
      write: attempt(() => writeFileSync(${JSON.stringify(join(folder, 'stolen'))}, 'x')),
      run: attempt(() => execFileSync('true')),
      connect: attempt(() => connect(${port}, '127.0.0.1')),
      datagram: attempt(() => createSocket('udp4').send('x', ${port}, '127.0.0.1')),
      lookup: attempt(() => lookup('localhost', () => undefined)),
      http: await new Promise((resolve) => {
        try {
          get('http://127.0.0.1:${port}/', () => resolve('done')).on('error', (error) => resolve(error.code));
        } catch (error) { resolve(error.code); }
      }),
      fetch: await fetch('http://127.0.0.1:${port}/').then(() => 'done', (error) => error.cause?.code),
      environment: Object.keys(process.env).filter((name) => !/^(NODE_.*|PWD|OLDPWD|SHLVL|_)$/.test(name)),
    });
    process.send({ ok: true, document: { title: text, passages: [] } });
  `);
  const result = await createExtractor({ entry })(text('x'), signal);
  expect(result.ok && JSON.parse(result.document.title)).toEqual({
    write: 'ERR_ACCESS_DENIED',
    run: 'ERR_ACCESS_DENIED',
    connect: 'ERR_ACCESS_DENIED',
    datagram: 'ERR_ACCESS_DENIED',
    lookup: 'ERR_ACCESS_DENIED',
    http: 'ERR_ACCESS_DENIED',
    fetch: 'ERR_ACCESS_DENIED',
    environment: [],
  });
  expect(await readdir(folder)).toEqual([]);
});

test('[DOC-03] the product reads its own Markdown itself, and leaves every other kind to the walls', async () => {
  const walled = vi.fn<Extract>(createExtractor());
  const extract = readOwnAtOnce(walled);
  const read = async (kind: FileKind) =>
    extract({ kind, bytes: Buffer.from('# Visits\n\nA visit takes two days.\n') }, signal);
  const own = await read('markdown');
  expect(own).toMatchObject({
    ok: true,
    document: { passages: [{ text: 'A visit takes two days.' }] },
  });
  expect(walled).not.toHaveBeenCalled();
  expect(await read('txt')).toMatchObject({ ok: true });
  expect(walled).toHaveBeenCalledOnce();
});
