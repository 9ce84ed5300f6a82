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

/** Weights by their path in a resource, set to what is as good as leaving them out. */
function withWeights(
  [file, load]: readonly [file: string, load: string],
  changes: Record<string, number>,
): Patches {
  const lines = Object.entries(changes).map(([path, value]) => `  weights.${path} = ${value};`);
  return {
    [`${SEARCH}${file}`]: `${load} = ((load) => () => {
  const weights = structuredClone(load());
${lines.join('\n')}
  return weights;
})(${load});`,
  };
}

const OF_COMPOSING = ['ranking-weights.ts', 'loadRankingWeights'] as const;
const OF_PASSAGES = ['passage-weights.ts', 'loadPassageWeights'] as const;
const OF_SECTIONS = ['section-weights.ts', 'loadSectionWeights'] as const;
const weights = (changes: Record<string, number>) => withWeights(OF_COMPOSING, changes);

/** What is switched off, one part at a time. */
export const ABLATED_PARTS: readonly AblatedPart[] = [
  { name: 'vectors', of: 'search', patches: {}, isWithoutVectors: true },
  {
    name: 'words of a passage',
    of: 'search',
    patches: withWeights(OF_PASSAGES, { 'withVectors.words': 0 }),
  },
  {
    name: 'the thesaurus',
    of: 'search',
    patches: { 'server/src/knowledge/words/thesaurus.ts': 'findRelated = () => new Map();' },
  },
  {
    name: 'letters of a passage',
    of: 'search',
    patches: withWeights(OF_PASSAGES, { 'withVectors.grams': 0 }),
  },
  {
    name: 'words that stand close together',
    of: 'search',
    patches: withWeights(OF_PASSAGES, { 'withVectors.close': 0 }),
  },
  {
    name: 'pairs of neighbouring words',
    of: 'search',
    patches: withWeights(OF_PASSAGES, { 'withVectors.pairs': 0 }),
  },
  {
    name: 'words of known questions',
    of: 'search',
    patches: withWeights(OF_SECTIONS, { 'withVectors.words': 0 }),
  },
  {
    name: 'letters of known questions',
    of: 'search',
    patches: withWeights(OF_SECTIONS, { 'withVectors.grams': 0 }),
  },
  {
    name: 'the nearest known questions',
    of: 'search',
    patches: withWeights(OF_SECTIONS, { 'withVectors.nearness': 0 }),
  },
  {
    name: 'meaning of known questions',
    of: 'search',
    patches: withWeights(OF_SECTIONS, { 'withVectors.centre': 0 }),
  },
  {
    name: 'light words',
    of: 'search',
    patches: withWeights(OF_SECTIONS, { lightWord: 1 }),
  },
  {
    name: 'misspelt words put right',
    of: 'search',
    patches: { [`${SEARCH}correct-spelling.ts`]: 'correctSpelling = async (text) => text;' },
  },
  {
    name: 'stemming',
    of: 'search',
    patches: { 'server/src/knowledge/words/to-terms.ts': 'toTerm = (word) => word.slice(0, 40);' },
    changesIndex: true,
  },
  {
    name: 'lists and sentences that a piece needs',
    of: 'composing',
    patches: { [`${QUOTE}choose-quotes.ts`]: 'withContext = (pieces, index) => [index];' },
  },
  {
    name: 'a second section for a question of two parts',
    of: 'composing',
    patches: { 'server/src/assistant/dialogue/question-parts.ts': 'divideQuestion = () => [];' },
  },
  {
    name: 'the first piece of a section',
    of: 'composing',
    patches: weights({ 'composing.first': 0 }),
  },
  {
    name: 'sentences that known questions name',
    of: 'composing',
    patches: weights({ 'composing.asked': 0 }),
  },
  {
    name: 'the best pieces put first',
    of: 'composing',
    patches: { [`${QUOTE}choose-quotes.ts`]: 'findLeading = () => [];' },
  },
  {
    name: 'heading and title of a piece',
    of: 'composing',
    patches: weights({ 'composing.context': 0 }),
  },
  {
    name: 'sections on each division',
    of: 'composing',
    patches: {
      'server/src/assistant/dialogue/divisions.ts': 'listDivisionSections = () => [];',
    },
  },
];
