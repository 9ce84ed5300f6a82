import { describe, expect, test } from 'vitest';
import { createExtractor } from './create-extractor.ts';
import { BAD_FILES } from './testing/bad-files.ts';

const { signal } = new AbortController();
const extract = createExtractor();

describe('a bad file ends with its reason, and nothing is stuck', { concurrent: true }, () => {
  test.each(BAD_FILES)('[DOC-03, DOC-09] $name: $ends', async ({ kind, build, ends }) => {
    const result = await extract({ kind, bytes: build() }, signal);
    expect(result.ok ? 'Ready' : result.reason).toBe(ends);
    expect(!result.ok || result.document.passages.length > 0).toBe(true);
  });
});
