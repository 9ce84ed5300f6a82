import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, TEST_ENGINES } from '../../../test/create-test-database.ts';
import { createRecordingJobQueue } from '../../../test/recording-job-queue.ts';
import { createTempFileStore, type TempFileStore } from '../../../test/temp-file-store.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import type { Context } from '../../context.ts';
import { createDocumentStore } from '../../documents/document-store.ts';
import type { IngestDeps } from '../../documents/ingest-document.ts';
import { createExtractor } from '../../knowledge/extract/create-extractor.ts';
import { EXTRACTION_WARNINGS } from '../../knowledge/extract/extraction-result.ts';
import { buildDocx, docxParagraph } from '../../knowledge/extract/testing/build-docx.ts';
import { buildZip } from '../../knowledge/extract/testing/build-zip.ts';
import { buildScan, drawQuarter } from '../../knowledge/extract/testing/draw-scan.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { UsageError } from '../operator-command.ts';
import { settleWords } from '../run-words.ts';
import { importCommand } from './import.ts';

const NOTHING = { added: 0, present: 0, unreadable: 0, refused: 0 };
const summary = (counts: Partial<typeof NOTHING>) => {
  const { added, present, unreadable, refused } = { ...NOTHING, ...counts };
  return `${added} added, ${present} there already, ${unreadable} could not be read, ${refused} refused.`;
};

describe.each(TEST_ENGINES)('an import on %s', (engine) => {
  let database: Database;
  let files: TempFileStore;
  let ingest: IngestDeps;
  beforeAll(async () => {
    [database, files] = await Promise.all([createTestDatabase(engine), createTempFileStore()]);
    ingest = {
      documents: createDocumentStore(database.db),
      files,
      extract: createExtractor(),
      readSections: () => undefined,
      jobs: createRecordingJobQueue(),
      clock: systemClock,
      log: pino({ level: 'silent' }),
    };
  });
  beforeEach(async () => {
    await database.db.deleteFrom('documents').execute();
    for (const key of await files.listKeys()) await files.delete(key);
  });
  afterAll(async () => {
    await database.close();
    await files.remove();
  });

  async function run(paths: string[], deps = ingest, signal = new AbortController().signal) {
    const lines: string[] = [];
    const context = { ingest: deps } as unknown as Context;
    await importCommand.run(
      context,
      paths,
      (report) => void (report.kind === 'line' && lines.push(report.text)),
      signal,
    );
    return lines;
  }
  const list = async () =>
    (await ingest.documents.list())
      .map(({ filename, status }) => `${filename}: ${status}`)
      .toSorted();

  test('[DOC-13] takes files, all of a folder and all of an archive, and tells of each what became of it', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'forms', 'old'), { recursive: true });
    const write = (name: string, content: string | Buffer) =>
      writeFile(join(folder, 'forms', name), content);
    await write('a visit.docx', buildDocx(docxParagraph('Sign the visitor form.')));
    await write('b scan.pdf', buildScan([{ picture: drawQuarter() }]));
    await write('c table.xlsx', 'PK');
    await write('d no.pdf', 'Not a PDF at all.');
    await write('e large.txt', 'x'.repeat(25 * 1024 * 1024 + 1));
    await write('old/rules.txt', 'The rules of the hall.');
    await write('.hidden.txt', 'Hidden.');
    const mail = 'From: ana@example.org\nSubject: Keys\n\nThe desk has them.';
    const archive = buildZip([
      { name: 'hall/', content: '' },
      { name: 'hall/keys.txt', content: 'The keys are at the desk.' },
      { name: 'hall/mail.eml', content: mail },
      { name: 'hall/page.htm', content: '<p>The hall opens at noon.' },
      { name: 'hall/again.txt', content: 'The rules of the hall.' },
      { name: '__MACOSX/hall/._keys.txt', content: 'Mac.' },
      { name: 'hall/link.txt', content: '/etc/passwd', symlink: true },
    ]);
    const zip = join(folder, 'hall.zip');
    await writeFile(zip, archive);
    const at = (name: string) => join(folder, 'forms', name);

    expect(await run([at(''), zip])).toEqual([
      `1/10  ${at('a visit.docx')}: Ready`,
      `2/10  ${at('b scan.pdf')}: Error: no text layer (scanned). ${EXTRACTION_WARNINGS.noRecognition}`,
      `3/10  ${at('c table.xlsx')}: refused. Only .pdf, .docx, .txt, .html and .eml files are read.`,
      expect.stringMatching(/^4\/10 {2}.*d no\.pdf: refused\. /),
      `5/10  ${at('e large.txt')}: refused. The file is larger than 25 MB.`,
      `6/10  ${at('old/rules.txt')}: Ready`,
      `7/10  ${zip}:hall/again.txt: there already, Ready`,
      `8/10  ${zip}:hall/keys.txt: Ready`,
      `9/10  ${zip}:hall/mail.eml: Ready`,
      `10/10  ${zip}:hall/page.htm: Ready`,
      summary({ added: 5, present: 1, unreadable: 1, refused: 3 }),
    ]);
    expect(await list()).toEqual([
      'a visit.docx: Ready',
      'b scan.pdf: Error: no text layer (scanned)',
      'keys.txt: Ready',
      'mail.eml: Ready',
      'page.htm: Ready',
      'rules.txt: Ready',
    ]);
    expect(await files.listKeys()).toHaveLength(6);

    const second = await run([at(''), zip]);
    expect(second.at(-1)).toBe(summary({ present: 7, refused: 3 }));
    expect(await list()).toHaveLength(6);
    expect(await files.listKeys()).toHaveLength(6);
  });

  test('[DOC-13] goes on where it was interrupted, with what was stored and not read first', async () => {
    const folder = await temporaryFolder();
    for (const name of ['1.txt', '2.txt', '3.txt']) {
      await writeFile(join(folder, name), `Rule number ${name}`);
    }
    const abort = new AbortController();
    let reads = 0;
    const extract: typeof ingest.extract = async (file, signal) => {
      reads += 1;
      if (reads === 2) abort.abort(new Error('Interrupted.'));
      return ingest.extract(file, signal);
    };
    await expect(run([folder], { ...ingest, extract }, abort.signal)).rejects.toThrow(
      'Interrupted.',
    );
    expect(await list()).toEqual(['1.txt: Ready', '2.txt: Processing']);

    const counting: typeof ingest.extract = (file, signal) => {
      reads += 1;
      return ingest.extract(file, signal);
    };
    reads = 0;
    const lines = await run([folder], { ...ingest, extract: counting });
    expect(lines.at(-1)).toBe(summary({ added: 2, present: 1 }));
    expect(reads).toBe(2);
    expect(await list()).toEqual(['1.txt: Ready', '2.txt: Ready', '3.txt: Ready']);
    expect(await files.listKeys()).toHaveLength(3);
  });

  test('names a path that is not there, and an archive that is none, before it stores anything', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'a.txt'), 'Text.');
    await writeFile(join(folder, 'b.zip'), 'No archive.');
    const absent = join(folder, 'absent');
    const inFile = join(folder, 'a.txt', 'b.txt');
    const refusals: [string, string][] = [
      [absent, `${absent} does not exist.`],
      [inFile, `${inFile} does not exist.`],
      [folder, `${join(folder, 'b.zip')} is no ZIP archive, or a damaged one.`],
    ];
    for (const [path, message] of refusals) {
      await expect(run([join(folder, 'a.txt'), path])).rejects.toThrow(new UsageError(message));
    }
    expect(await list()).toEqual([]);
  });
});

test('an import is of what the operator means, wherever the server stands', () => {
  expect(settleWords(['import', 'forms', '/a.pdf']).args).toEqual([
    'import',
    join(process.cwd(), 'forms'),
    '/a.pdf',
  ]);
  expect(() => settleWords(['import'])).toThrow(UsageError);
});
