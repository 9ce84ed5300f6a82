import { createExtractor } from '../../extract/create-extractor.ts';
import type { Extract } from '../../extract/extraction-result.ts';
import type { PageContent, PageKind } from './page-content.ts';

const CHILD = new URL('./page-child.ts', import.meta.url);
/** A page of the largest size takes a few seconds; more is hostile. */
const LIMITS = { timeMs: 20_000, processorSeconds: 20 };

/** Reads pages, each in a process of its own that may read the disk and nothing else. */
export type PageReader = Extract<PageContent, PageKind>;

export function createPageReader(): PageReader {
  return createExtractor<PageContent, PageKind>({ entry: CHILD, limits: LIMITS });
}
