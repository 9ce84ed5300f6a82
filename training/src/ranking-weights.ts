import { parseArgs } from 'node:util';
import { loadDomain } from '../../server/src/assistant/domain.ts';
import { chooseQuotes } from '../../server/src/assistant/quote/choose-quotes.ts';
import { readAsked, scoreUnits } from '../../server/src/assistant/quote/score-units.ts';
import { listSections } from '../../server/src/knowledge/search/list-sections.ts';
import type { SearchResult } from '../../server/src/knowledge/search/passage.ts';
import {
  loadRankingWeights,
  rankingWeightsSchema,
  type RankingWeights,
} from '../../server/src/knowledge/search/ranking-weights.ts';
import {
  type DevelopmentQuestion,
  type DevelopmentSet,
  openDevelopmentSets,
  openSearch,
} from './development-sets.ts';
import { writeResource } from './write-resource.ts';

/** As the assistant does: hits that a question asks for. */
const HITS = 8;
/**
 * A change has to gain this many standard errors of the paired differences: with some twenty changes tried,
 * one gains two by chance.
 */
const NOISE = 3;
/** What a weight is tried at, as a multiple. */
const STEPS = [0.7, 1.4];
const { signal } = new AbortController();
const WORDS = loadDomain().words;

/** Scores of the questions of each set, in [0, 1]; sets count alike, however large. */
type Scores = readonly (readonly number[])[];
type Composing = RankingWeights['composing'];
type Name = keyof Composing;
/** Scores the weights on the development questions. */
type Objective = (weights: Composing) => Scores;

/**
 * Looks for better weights of composing on the development questions, one after the other, and writes those that
 * gain more than noise; today's stay otherwise. `--questions` and `--articles` are how much of SQuAD is asked,
 * `--seed` orders the weights. The limits of deciding and suggesting have no questions to be judged by, and are left
 * alone.
 */
export async function train(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      questions: { type: 'string', default: '300' },
      articles: { type: 'string', default: '48' },
      seed: { type: 'string', default: '1' },
    },
  });
  const { sets, close } = await openDevelopmentSets({
    questions: Number(values.questions),
    articles: Number(values.articles),
  });
  const today = loadRankingWeights();
  try {
    const objective = scoreComposing(sets, await searchAll(sets));
    const composing = climb(today.composing, objective, Number(values.seed));
    if (composing === today.composing) {
      console.log('No change gains more than noise; the weights stay as they are.');
      return;
    }
    const about = {
      script: 'npm run train -- ranking-weights',
      data: sets.map(({ name }) => name).join(', '),
      date: new Date().toISOString().slice(0, 10),
    };
    await writeResource('ranking-weights.json', { ...today, about, composing });
  } finally {
    await close();
  }
}

/** Tries each weight higher and lower, keeps what gains more than noise, and says so line by line. */
function climb(today: Composing, objective: Objective, seed: number): Composing {
  let weights = today;
  let scores = objective(weights);
  console.log(describe(scores));
  for (const name of shuffle(Object.keys(today) as Name[], seed)) {
    for (const tried of proposeChanges(weights, name)) {
      const triedScores = objective(tried);
      const { gain, error } = compare(scores, triedScores);
      const isBetter = gain > NOISE * error && gain > 0;
      console.log(
        `${name} ${weights[name]} -> ${tried[name]}: ${(100 * gain).toFixed(2)} ± ${(100 * error).toFixed(2)}${isBetter ? ', kept' : ''}`,
      );
      if (!isBetter) continue;
      weights = tried;
      scores = triedScores;
    }
  }
  return weights;
}

/** The weights with one changed, as far as the schema allows. */
function proposeChanges(weights: Composing, name: Name): Composing[] {
  const value = weights[name];
  const isCount = Number.isInteger(value) && value > 1;
  const values = STEPS.map((step) =>
    isCount ? Math.round(value * step) : Number((value * step).toPrecision(3)),
  );
  return values.flatMap((next) => {
    const { data } = rankingWeightsSchema.shape.composing.safeParse({ ...weights, [name]: next });
    return data === undefined ? [] : [data];
  });
}

/** Mean gain over the sets, and the standard error of the paired differences. */
function compare(before: Scores, after: Scores): { gain: number; error: number } {
  let gain = 0;
  let variance = 0;
  for (const [index, own] of before.entries()) {
    const differences = own.map((score, question) => (after[index]?.[question] ?? 0) - score);
    const mean = average(differences);
    gain += mean / before.length;
    variance += average(differences.map((one) => (one - mean) ** 2)) / own.length;
  }
  return { gain, error: Math.sqrt(variance) / before.length };
}

function describe(scores: Scores): string {
  return scores.map((own) => (100 * average(own)).toFixed(1)).join(', ');
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}

/** What search finds for the questions of each set. */
type Found = readonly (readonly SearchResult[])[];

async function searchAll(sets: readonly DevelopmentSet[]): Promise<Found> {
  const all: SearchResult[][] = [];
  for (const set of sets) {
    const search = openSearch(set);
    const found: SearchResult[] = [];
    for (const { question } of set.questions) {
      found.push(await search.search({ question, limit: HITS }, signal));
    }
    all.push(found);
  }
  return all;
}

function scoreComposing(sets: readonly DevelopmentSet[], found: Found): Objective {
  return (composing) =>
    sets.flatMap(({ questions }, index) => {
      const scores = questions.flatMap((question, at) => {
        const result = found[index]?.[at];
        return result === undefined ? [] : (rateQuotes(question, result, composing) ?? []);
      });
      return scores.length === 0 ? [] : [scores];
    });
}

function rateQuotes(
  { question, measureSaid }: DevelopmentQuestion,
  { hits, terms }: SearchResult,
  composing: Composing,
): number | undefined {
  if (measureSaid === undefined) return undefined;
  const asked = readAsked(question, terms, WORDS);
  const [section = []] = listSections(hits);
  const quotes = chooseQuotes(scoreUnits(section, asked, composing), composing);
  const texts = quotes.map(({ heading = '', units }) =>
    [heading, ...units.map(({ text }) => text)].join(' '),
  );
  return measureSaid(texts.join(' '));
}

/** The list in an order that depends on the seed alone (Fisher and Yates, by a linear congruential generator). */
function shuffle<One>(list: readonly One[], seed: number): One[] {
  const shuffled = [...list];
  let state = seed >>> 0;
  for (let last = shuffled.length - 1; last > 0; last--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (last + 1));
    const moved = shuffled.splice(last, 1);
    shuffled.splice(last, 0, ...shuffled.splice(other, 1, ...moved));
  }
  return shuffled;
}
