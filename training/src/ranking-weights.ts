import { loadDomains } from '../../server/src/assistant/domain.ts';
import {
  measureUnits,
  readAsked,
  type UnitFit,
} from '../../server/src/assistant/quote/score-units.ts';
import { openStarterSearch } from '../../server/src/assistant/testing/open-starter-search.ts';
import { readSectionTexts } from '../../server/src/knowledge/index/section-store.ts';
import { createStatisticsReader } from '../../server/src/knowledge/search/collection-statistics.ts';
import { measureNearest, readWords } from '../../server/src/knowledge/search/nearest-questions.ts';
import {
  analyzeQuestion,
  describeTerms,
} from '../../server/src/knowledge/search/question-terms.ts';
import { loadRankingWeights } from '../../server/src/knowledge/search/ranking-weights.ts';
import { readSections } from '../../server/src/knowledge/search/read-passages.ts';
import { loadSectionWeights } from '../../server/src/knowledge/search/section-weights.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { type Choice, fitChoice } from './fit-choice.ts';
import { toFixed } from './section-collection.ts';
import { writeResource } from './write-resource.ts';

const FEATURES = ['coverage', 'context', 'asked', 'first'] as const satisfies (keyof UnitFit)[];
/** Sections are left out by fifths to see how the fit does on sections that it has not seen. */
const FOLDS = 5;
const WORDS = loadDomains()[0].words;

/** A known question among the pieces of its section; `right` is the one that answers it. */
interface Asked {
  section: number;
  fits: UnitFit[];
  right: number;
}

/**
 * Fits what tells the sentence that answers a question from the others of its section. Known questions are asked in
 * turn, left out of what is known, once as in a starter document and once as in an upload, which has none. Prints how
 * often the right sentence comes first. How much is quoted is given, and left alone.
 */
export async function train(): Promise<void> {
  const { db, close } = await openStarterSearch();
  const asked = await askKnown(db);
  await close();
  const unasked = asked.map(({ fits, ...rest }) => ({
    ...rest,
    fits: fits.map((fit) => ({ ...fit, asked: 0 })),
  }));
  report('with known questions', asked, unasked);
  report('without', unasked, asked);
  const [coverage = 1, ...others] = fit([...asked, ...unasked]);
  const [context = 0, byKnown = 0, first = 0] = others.map((weight) => toFixed(weight / coverage));
  const today = loadRankingWeights();
  await writeResource('ranking-weights.json', {
    ...today,
    about: {
      script: 'npm run train -- ranking-weights',
      data: 'knowledge-base/questions under their sentences, each question left out in turn; secondShare, itemReach, listShare and words of composing, and all else, chosen on the golden, own-words and development questions',
      date: new Date().toISOString().slice(0, 10),
    },
    composing: { ...today.composing, coverage: 1, context, asked: byKnown, first },
  });
}

async function askKnown(db: Database['db']): Promise<Asked[]> {
  const readStatistics = createStatisticsReader(db);
  const ofDocuments = db.selectFrom('sections').select('id').where('document_id', 'is not', null);
  const ids = (await ofDocuments.execute()).map(({ id }) => id);
  const passages = Map.groupBy(await readSections(db, ids), ({ sectionId }) => sectionId);
  const texts = await readSectionTexts(db, ids, 'en');
  const asked: Asked[] = [];
  for (const [section, { questions }] of texts) {
    const known = questions.map(({ text, sentence }) => ({ words: readWords(text), sentence }));
    for (const [at, { text, sentence }] of questions.entries()) {
      const analyzed = analyzeQuestion(text);
      const terms = describeTerms(analyzed, await readStatistics(analyzed.terms));
      const others = known.toSpliced(at, 1);
      const { sentences } = measureNearest(readWords(text), others, loadSectionWeights().nearest);
      const hits = (passages.get(section) ?? []).map((passage) => ({ passage, sentences }));
      const units = measureUnits(hits, readAsked(terms, WORDS));
      const right = units.findIndex(({ unit }) => unit.text.startsWith(sentence ?? '\n'));
      if (right >= 0) asked.push({ section, fits: units.map((unit) => unit.fit), right });
    }
  }
  return asked;
}

function fit(asked: readonly Asked[]): number[] {
  const choices = asked.map(({ fits, right }): Choice => ({
    alternatives: fits.map((one) => FEATURES.map((feature) => one[feature])),
    chosen: right,
  }));
  return fitChoice(choices).weights;
}

/** Prints how often the right piece comes first in sections that were left out. */
function report(name: string, own: readonly Asked[], others: readonly Asked[]): void {
  let right = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const isOut = ({ section }: Asked) => section % FOLDS === fold;
    const weights = fit([...own, ...others].filter((one) => !isOut(one)));
    right += own.filter((one) => isOut(one) && findBest(one, weights) === one.right).length;
  }
  const share = ((100 * right) / own.length).toFixed(1);
  console.log(`${name}: right sentence first in ${share} % of ${own.length}`);
}

function findBest({ fits }: Asked, weights: readonly number[]): number {
  const scores = fits.map((one) =>
    FEATURES.reduce((sum, feature, index) => sum + (weights[index] ?? 0) * one[feature], 0),
  );
  return scores.indexOf(Math.max(...scores));
}
