import { createExtractor } from '../../../knowledge/extract/create-extractor.ts';
import type { Extract } from '../../../knowledge/extract/extraction-result.ts';
import type { PageContent, PageKind } from '../../../knowledge/extract/web-page/read-page.ts';

const FOLDER = new URL('./', import.meta.url);
const CHILD = new URL('./page-child.ts', import.meta.url);
/** A page of the largest size takes a few seconds; more is hostile. */
const LIMITS = { timeMs: 20_000, processorSeconds: 20 };
/** Reads pages, each in a process of its own that may read nothing but its own program. */
export type PageReader = Extract<PageContent, PageKind>;

export function createPageReader(): PageReader {
  return createExtractor<PageContent, PageKind>({ entry: CHILD, program: FOLDER, limits: LIMITS });
}
