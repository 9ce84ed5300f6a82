import { parseArgs } from 'node:util';
import type { Band } from '../../server/src/assistant/coverage.ts';
import { loadDomain } from '../../server/src/assistant/domain.ts';
import { chooseQuotes } from '../../server/src/assistant/quote/choose-quotes.ts';
import { readAsked, scoreUnits } from '../../server/src/assistant/quote/score-units.ts';
import { listSections } from '../../server/src/knowledge/search/list-sections.ts';
import { measureBand } from '../../server/src/knowledge/search/measure-band.ts';
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
 * A change has to gain this many standard errors of the paired differences: with some ninety changes tried,
 * several gain two by chance.
 */
const NOISE = 3;
/** What a weight is tried at, as a multiple; small whole numbers are tried one higher and one lower. */
const STEPS = [0.7, 1.4];
const { signal } = new AbortController();
const WORDS = loadDomain().words;
const NOTHING_FOUND: SearchResult = { hits: [], terms: [], isAbsent: false };

/** Scores of the questions of each set, in [0, 1]; sets count alike, however large. */
type Scores = readonly (readonly number[])[];
type Path = readonly string[];
/** Scores the weights on the development questions. */
type Objective = (weights: RankingWeights) => Promise<Scores>;

/**
 * Looks for better weights on the development questions, one weight after the other, and writes those that
 * gain more than noise; today's stay otherwise. `--minutes` bounds the time, weights of composing and of the
 * bands come first, being quick; `--questions` and `--articles` are how much of SQuAD is asked; `--seed` orders the
 * weights. The suggestions' two limits have no questions to be judged by, and are left alone.
 */
export async function train(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '60' },
      questions: { type: 'string', default: '300' },
      articles: { type: 'string', default: '48' },
      seed: { type: 'string', default: '1' },
    },
  });
  const endsAt = Date.now() + Number(values.minutes) * 60_000;
  const { sets, close } = await openDevelopmentSets({
    questions: Number(values.questions),
    articles: Number(values.articles),
  });
  const today = loadRankingWeights();
  let weights = today;
  try {
    const found = await searchAll(sets, weights);
    const bare = await searchAll(sets, weights, false);
    const stages = [
      { section: 'composing', objective: scoreComposing(sets, found) },
      { section: 'bands', objective: scoreBands(sets, { found, bare }) },
      { section: 'search', objective: scoreSearch(sets) },
    ] as const;
    for (const { section, objective } of stages) {
      const paths = shuffle(listPaths(weights[section], [section]), Number(values.seed));
      weights = await climb({ weights, paths, objective, endsAt });
    }
  } finally {
    await close();
  }
  if (JSON.stringify(weights) === JSON.stringify(today)) {
    console.log('No change gains more than noise; the weights stay as they are.');
    return;
  }
  const about = {
    script: 'npm run train -- ranking-weights',
    data: sets.map(({ name }) => name).join(', '),
    date: new Date().toISOString().slice(0, 10),
  };
  await writeResource('ranking-weights.json', { ...weights, about });
}

/** Tries each weight higher and lower, keeps what gains more than noise, and says so line by line. */
async function climb(task: {
  weights: RankingWeights;
  paths: readonly Path[];
  objective: Objective;
  endsAt: number;
}): Promise<RankingWeights> {
  let { weights } = task;
  let scores = await task.objective(weights);
  console.log(`${task.paths[0]?.[0]}: ${describe(scores)}`);
  for (const [done, path] of task.paths.entries()) {
    if (Date.now() > task.endsAt) {
      console.log(`The time is over: ${task.paths.length - done} weights were not tried.`);
      break;
    }
    for (const tried of proposeChanges(weights, path)) {
      const triedScores = await task.objective(tried);
      const { gain, error } = compare(scores, triedScores);
      const isBetter = gain > NOISE * error && gain > 0;
      const change = `${path.join('.')} ${read(weights, path)} -> ${read(tried, path)}`;
      console.log(
        `${change}: ${(100 * gain).toFixed(2)} ± ${(100 * error).toFixed(2)}${isBetter ? ', kept' : ''}`,
      );
      if (!isBetter) continue;
      weights = tried;
      scores = triedScores;
    }
  }
  return weights;
}

/** The weights with one changed, as far as the schema allows. */
function proposeChanges(weights: RankingWeights, path: Path): RankingWeights[] {
  const value = read(weights, path);
  const isCount = Number.isInteger(value) && value > 1;
  const isSmall = isCount && value <= 10;
  const values = isSmall
    ? [value - 1, value + 1]
    : STEPS.map((step) =>
        isCount ? Math.round(value * step) : Number((value * step).toPrecision(3)),
      );
  return values.flatMap((next) => {
    const { data } = rankingWeightsSchema.safeParse(replace(weights, path, next));
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

/** What search finds for the questions of each set and for its absent ones. */
type Found = readonly { questions: SearchResult[]; absent: SearchResult[] }[];

async function searchAll(
  sets: readonly DevelopmentSet[],
  weights: RankingWeights,
  withVectors = true,
): Promise<Found> {
  const all: { questions: SearchResult[]; absent: SearchResult[] }[] = [];
  for (const set of sets) {
    const { questions, absent } = set;
    const search = openSearch(set, { weights: weights.search, withVectors });
    const found = { questions: [] as SearchResult[], absent: [] as SearchResult[] };
    for (const { question } of questions) {
      found.questions.push(await search.search({ question, limit: HITS }, signal));
    }
    for (const question of absent) {
      found.absent.push(await search.search({ question, limit: HITS }, signal));
    }
    all.push(found);
  }
  return all;
}

function scoreComposing(sets: readonly DevelopmentSet[], found: Found): Objective {
  return async (weights) =>
    sets.flatMap(({ questions }, index) => {
      const scores = questions.flatMap((question, at) => {
        const result = found[index]?.questions[at];
        return result === undefined ? [] : (rateQuotes(question, result, weights) ?? []);
      });
      return scores.length === 0 ? [] : [scores];
    });
}

/** The mean of the right passage's reciprocal rank and of what the quotes say. */
function scoreSearch(sets: readonly DevelopmentSet[]): Objective {
  return async (weights) => {
    const found = await searchAll(
      sets.map((set) => ({ ...set, absent: [] })),
      weights,
    );
    return sets.map(({ questions }, index) =>
      questions.map((question, at) => {
        const result = found[index]?.questions[at] ?? NOTHING_FOUND;
        const rank = result.hits.findIndex(({ passage }) => question.isRight?.(passage));
        const ranked = question.isRight && (rank < 0 ? 0 : 1 / (rank + 1));
        const said = rateQuotes(question, result, weights);
        return average([ranked, said].filter((score) => score !== undefined));
      }),
    );
  };
}

function rateQuotes(
  { question, measureSaid }: DevelopmentQuestion,
  { hits, terms }: SearchResult,
  { composing }: RankingWeights,
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

/** What a band is worth for a question that the sources cover; for an absent one the rest to 1. */
const BAND_SCORES: Record<Band, number> = { answered: 1, closest: 0.5, not_covered: 0 };

function scoreBands(
  sets: readonly DevelopmentSet[],
  { found, bare }: { found: Found; bare: Found },
): Objective {
  return async ({ bands }) =>
    sets.flatMap((_, index) =>
      [found, bare].flatMap((source) => {
        const own = source[index];
        if (own === undefined || own.absent.length === 0) return [];
        const rate = (result: SearchResult) => BAND_SCORES[readBand(result, bands)];
        return [own.questions.map(rate), own.absent.map((result) => 1 - rate(result))];
      }),
    );
}

/** The band of today's measure, from which the probability of a section is made. */
function readBand(result: SearchResult, bands: RankingWeights['bands']): Band {
  const { value, hasVectors } = measureBand(result, bands);
  const { closest, answered } = hasVectors ? bands.withVectors : bands.wordsOnly;
  if (value < closest) return 'not_covered';
  return value < answered ? 'closest' : 'answered';
}

function listPaths(value: object, path: Path): Path[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null
      ? listPaths(inner, [...path, name])
      : [[...path, name]],
  );
}

function read(value: unknown, path: Path): number {
  const found = path.reduce<unknown>(
    (inner, name) => (inner as Record<string, unknown>)[name],
    value,
  );
  return Number(found);
}

function replace(value: unknown, [name, ...rest]: Path, next: number): unknown {
  if (name === undefined) return next;
  const record = value as Record<string, unknown>;
  return { ...record, [name]: replace(record[name], rest, next) };
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
