import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/create-test-database.ts';
import { createTempFileStore } from '../../../test/temp-file-store.ts';
import type { Services } from '../../services.ts';
import type { Report } from '../operator-command.ts';
import { doctorCommand } from './doctor.ts';

async function openProduct(config: Partial<Services['config']> = {}): Promise<Services> {
  const database = await createTestDatabase();
  const files = await createTempFileStore();
  onTestFinished(async () => {
    await database.close();
    await files.remove();
  });
  const publicUrl = 'http://localhost:3000';
  return {
    database,
    files,
    config: { publicUrl, adminEmails: [], ...config },
    encoder: undefined,
  } as unknown as Services;
}

async function examine(services: Services): Promise<{ lines: string[]; failure: string }> {
  const lines: string[] = [];
  const report = (entry: Report) => void (entry.kind === 'line' && lines.push(entry.text));
  const failure = await doctorCommand.run(services, [], report, new AbortController().signal).then(
    () => '',
    (error: Error) => error.message,
  );
  return { lines, failure };
}

test('an empty product is said to work, with what is still to be done', async () => {
  const { lines, failure } = await examine(await openProduct());
  expect(failure).toBe('');
  expect(lines).toContain('ok    sign-in: embedded provider');
  expect(lines).toContain('warn  there is no document: every answer will be a refusal');
  expect(lines).toContain(
    'warn  there is no administrator: npm run admin -- grant you@example.org',
  );
  expect(lines.some((line) => line.startsWith('fail'))).toBe(false);
});

test('a lost file and a silent provider fail it', async () => {
  const services = await openProduct({
    publicUrl: 'http://10.0.0.5:3000',
    hankoApiUrl: 'http://127.0.0.1:9',
  });
  await services.database.db
    .insertInto('documents')
    .values({
      filename: 'visits.txt',
      title: 'Visits',
      kind: 'txt',
      origin: 'upload',
      size_bytes: 1,
      sha256: 'x',
      storage_key: 'gone.txt',
      status: 'Error: damaged',
      created_at: new Date(),
    })
    .execute();
  const { lines, failure } = await examine(services);
  expect(failure).toBe('2 of the checks failed.');
  expect(lines).toContain(
    'fail  the file of the document "Visits" is missing: delete the document and upload it again',
  );
  expect(lines).toContain(
    'fail  sign-in: http://127.0.0.1:9/.well-known/jwks.json does not answer; check HANKO_API_URL',
  );
  expect(lines).toContain('warn  1 documents could not be read; the console says why');
  expect(lines.some((line) => line.includes('passkeys need https'))).toBe(true);
});
