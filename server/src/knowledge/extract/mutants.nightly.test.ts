import { expect, test } from 'vitest';
import { splitDocument } from '../split/split-document.ts';
import { createExtractor } from './create-extractor.ts';
import { extractByKind } from './extract-by-kind.ts';
import {
  EXTRACTION_LIMITS,
  EXTRACTION_REASONS,
  ExtractionFailure,
  type FileKind,
} from './extraction-result.ts';
import { makeMutants } from './testing/mutants.ts';

const REASONS: readonly string[] = Object.values(EXTRACTION_REASONS);

/** What the child process makes of it, without the time that starting one takes. */
async function readHere(kind: FileKind, bytes: Buffer): Promise<string> {
  try {
    splitDocument(await extractByKind(kind, bytes, EXTRACTION_LIMITS));
    return 'Ready';
  } catch (error) {
    return error instanceof ExtractionFailure ? error.reason : EXTRACTION_REASONS.damaged;
  }
}

// `npm run bench -- --only mutants` reads a thousand of them by the product's whole way.
test('[DOC-03] 200 broken files each end Ready or with a reason, soon', async () => {
  let slowestMs = 0;
  // Every fourth is a web page, which the crawler reads.
  for (const { kind, bytes } of makeMutants(267, 1)) {
    if (kind === 'html') continue;
    const start = performance.now();
    expect(['Ready', ...REASONS]).toContain(await readHere(kind, bytes));
    slowestMs = Math.max(slowestMs, performance.now() - start);
  }
  expect(slowestMs).toBeLessThan(10_000);
});

test('[DOC-03] in the process that reads uploads they end likewise', async () => {
  const extract = createExtractor();
  for (const { kind, bytes } of makeMutants(12, 2)) {
    if (kind === 'html') continue;
    const result = await extract({ kind, bytes }, AbortSignal.timeout(20_000));
    expect(['Ready', ...REASONS]).toContain(result.ok ? 'Ready' : result.reason);
  }
});
