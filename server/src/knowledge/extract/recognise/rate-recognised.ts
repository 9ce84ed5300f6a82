import type { PassageDraft } from '../../split/split-document.ts';
import type { RecognisedPage } from './recognition.ts';

/** The passages, those of recognised pages with how sure that is: of several pages, the least. */
export function rateRecognised(
  passages: readonly PassageDraft[],
  recognised: readonly RecognisedPage[] = [],
): PassageDraft[] {
  const confidenceOf = new Map(recognised.map(({ page, confidence }) => [page, confidence]));
  return passages.map((passage) => {
    const pages = [passage.page, ...(passage.pageTurns ?? []).map(({ page }) => page)];
    const rates = pages.flatMap((page) => confidenceOf.get(page ?? 0) ?? []);
    return rates.length === 0 ? passage : { ...passage, confidence: Math.min(...rates) };
  });
}
