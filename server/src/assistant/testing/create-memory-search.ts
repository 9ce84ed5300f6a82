import { toTerms } from '../../knowledge/words/to-terms.ts';
import type { Passage, PassageHit, PassageSearch } from '../../knowledge/search/passage.ts';

const K1 = 1.2;
const B = 0.75;

interface IndexedPassage {
  passage: Passage;
  terms: string[];
}

/** For tests: BM25 over passages in memory, on words alone unless `cosineOf` stands in for vectors. */
export function createMemorySearch(
  passages: readonly Passage[],
  cosineOf: (passage: Passage, question: string) => number | null = () => null,
): PassageSearch {
  const indexed = passages.map((passage) => ({ passage, terms: toTerms(toIndexedText(passage)) }));
  const meanLength = indexed.reduce((sum, { terms }) => sum + terms.length, 0) / indexed.length;
  const countHolding = (term: string) => indexed.filter(({ terms }) => terms.includes(term)).length;

  return {
    async search({ question, limit, tags }, signal) {
      signal.throwIfAborted();
      const terms = [...new Set(toTerms(question))].map((term) => {
        const documentFrequency = countHolding(term);
        const idf = Math.log(
          1 + (indexed.length - documentFrequency + 0.5) / (documentFrequency + 0.5),
        );
        return { term, idf, documentFrequency };
      });
      const score = ({ terms: own }: IndexedPassage) =>
        terms.reduce((sum, { term, idf }) => {
          const frequency = own.filter((word) => word === term).length;
          const norm = K1 * (1 - B + (B * own.length) / meanLength);
          return sum + (idf * frequency * (K1 + 1)) / (frequency + norm);
        }, 0);
      const whole = terms.reduce((sum, { idf }) => sum + idf, 0) || 1;
      const cover = ({ terms: own }: IndexedPassage) =>
        terms.reduce((sum, { term, idf }) => sum + (own.includes(term) ? idf : 0), 0) / whole;
      const rated = indexed
        .filter(({ passage }) => !tags || tags.some((tag) => passage.source.tags.includes(tag)))
        .map((entry) => ({ entry, bm25: score(entry) }));
      const best = Math.max(...rated.map(({ bm25 }) => bm25)) || 1;
      const hits = rated.map(({ entry, bm25 }): PassageHit => ({
        passage: entry.passage,
        section: nameSection(entry.passage),
        probability: cover(entry) * (bm25 / best),
        utility: bm25,
        bm25,
        cosine: cosineOf(entry.passage, question),
      }));
      const found = hits
        .filter(({ bm25 }) => bm25 > 0)
        .toSorted((a, b) => b.bm25 - a.bm25)
        .slice(0, limit);
      const [first] = found;
      const rest = hits.filter((hit) => hit.section === first?.section && !found.includes(hit));
      return { hits: [...found, ...rest], terms, isAbsent: false };
    },
    countUnread: async () => 0,
  };
}

function nameSection({ source, headingPath }: Passage): string {
  return [source.id, ...headingPath].join('\n');
}

function toIndexedText({ source, headingPath, text }: Passage): string {
  return [source.title, headingPath.at(-1) ?? '', text].join('\n');
}
