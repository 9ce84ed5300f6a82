import type { Patches } from './import-without.ts';

/** A part of search or of composing, and what switches it off. */
export interface AblatedPart {
  name: string;
  of: 'search' | 'composing';
  patches: Patches;
  /** Search goes without vectors. */
  isWithoutVectors?: boolean;
  /** What is stored differs too, so the collections are built anew. */
  changesIndex?: boolean;
}

const SEARCH = 'server/src/knowledge/search/';
const QUOTE = 'server/src/assistant/quote/';

/** Weights by their path in `ranking-weights.json`, set to what is as good as leaving them out. */
function weights(changes: Record<string, number>): Patches {
  const lines = Object.entries(changes).map(([path, value]) => `  weights.${path} = ${value};`);
  return {
    [`${SEARCH}ranking-weights.ts`]: `loadRankingWeights = ((load) => () => {
  const weights = structuredClone(load());
${lines.join('\n')}
  return weights;
})(loadRankingWeights);`,
  };
}

/** What is switched off, one part at a time. */
export const ABLATED_PARTS: readonly AblatedPart[] = [
  { name: 'vectors', of: 'search', patches: {}, isWithoutVectors: true },
  {
    name: 'BM25 words',
    of: 'search',
    patches: weights({
      'search.toRead.bm25': 0,
      'search.toRead.expandedBm25': 0,
      'search.toRank.bm25': 0,
      'search.toRank.expandedBm25': 0,
    }),
  },
  {
    name: 'fusion: weights of their own for reading and for ranking',
    of: 'search',
    patches: weights({
      'search.toRank.bm25': 0.5,
      'search.toRank.expandedBm25': 0.5,
      'search.toRank.cosine': 0.7,
    }),
  },
  {
    name: 'reading the best passages (reranking)',
    of: 'search',
    patches: weights(
      Object.fromEntries(
        [
          'passage',
          'twoSentences',
          'sentence',
          'nearness',
          'heading',
          'namedHeading',
          'source',
        ].map((name) => [`search.rerank.${name}`, 0]),
      ),
    ),
  },
  {
    name: 'headings in reranking',
    of: 'search',
    patches: weights({ 'search.rerank.heading': 0, 'search.rerank.namedHeading': 0 }),
  },
  {
    name: 'named heading',
    of: 'search',
    patches: weights({ 'search.rerank.namedHeading': 0 }),
  },
  { name: 'nearness', of: 'search', patches: weights({ 'search.rerank.nearness': 0 }) },
  { name: 'two sentences', of: 'search', patches: weights({ 'search.rerank.twoSentences': 0 }) },
  {
    name: "the source's other passages",
    of: 'search',
    patches: weights({ 'search.rerank.source': 0 }),
  },
  {
    name: 'light words',
    of: 'search',
    patches: weights({ 'search.concepts.lightWord': 1 }),
  },
  {
    name: 'stemming',
    of: 'search',
    patches: { 'server/src/knowledge/words/to-terms.ts': 'toTerm = (word) => word.slice(0, 40);' },
    changesIndex: true,
  },
  {
    name: 'spelling correction',
    of: 'search',
    patches: {
      [`${SEARCH}correct-spelling.ts`]: 'correctSpelling = async (question) => question;',
    },
  },
  {
    name: 'thesaurus',
    of: 'search',
    patches: {
      [`${SEARCH}thesaurus.ts`]:
        'loadThesaurus = () => ({ related: new Map(), longestPhrase: 0 });',
    },
  },
  {
    name: 'word neighbours',
    of: 'search',
    patches: {
      'server/src/knowledge/words/word-neighbours.ts': 'loadWordNeighbours = () => new Map();',
    },
  },
  {
    name: 'tags that a question names',
    of: 'search',
    patches: { [`${SEARCH}named-tags.ts`]: 'findNamedTags = () => [];' },
  },
  {
    name: 'direct answer under a question as heading',
    of: 'composing',
    patches: { [`${QUOTE}choose-quotes.ts`]: 'answersHeading = () => false;' },
  },
  {
    name: 'lists and sentences that a piece needs',
    of: 'composing',
    patches: { [`${QUOTE}choose-quotes.ts`]: 'withContext = (pieces, index) => [index];' },
  },
  {
    name: 'a second section for a question of two parts',
    of: 'composing',
    patches: { 'server/src/assistant/dialogue/question-parts.ts': 'splitQuestion = () => [];' },
  },
  {
    name: "its heading's share for the first piece",
    of: 'composing',
    patches: weights({ 'composing.opening': 0 }),
  },
  {
    name: 'kinds of evidence',
    of: 'composing',
    patches: weights({ 'composing.evidence': 0, 'composing.withoutEvidence': 0 }),
  },
  {
    name: 'heading and title of a piece',
    of: 'composing',
    patches: weights({ 'composing.context': 0 }),
  },
  {
    name: "passage's score of a piece",
    of: 'composing',
    patches: weights({ 'composing.passage': 0 }),
  },
  {
    name: 'sections on each division',
    of: 'composing',
    patches: {
      'server/src/assistant/dialogue/divisions.ts': 'listDivisionSections = () => [];',
    },
  },
];
