import type { Passage } from '../../knowledge/search/passage.ts';
import { loadRankingWeights, type RankingWeights } from '../../knowledge/search/ranking-weights.ts';
import { measureCoverage, type QuestionWords, type ScoredUnit } from './score-units.ts';
import {
  isListed,
  looksLikeInstruction,
  opensWithVerdict,
  type Quote,
  readTextUnits,
  type TextUnit,
} from './text-unit.ts';

/** Maximum of best pieces that an answer quotes; their neighbours come on top. */
const BEST_MAX = 3;

/** How many best pieces to choose, and by which weights; the measured ones when left out. */
interface Choice {
  bestMax?: number | undefined;
  weights?: RankingWeights['composing'];
}

/**
 * The best pieces with what they need to be understood, and what the best passage says about sources
 * that disagree. Quotes of the best passage first; no piece is quoted twice.
 */
export function chooseQuotes(
  scored: readonly ScoredUnit[],
  words: QuestionWords,
  { bestMax = BEST_MAX, weights = loadRankingWeights().composing }: Choice = {},
): Quote[] {
  const chosen = pickBestUnits(scored, words, { bestMax, weights });
  const bestId = chosen[0]?.passage.id;
  const quoted = new Set<string>();
  return [...Map.groupBy(chosen, ({ passage }) => passage.id).values()].flatMap((own) => {
    const passage = own[0]?.passage;
    if (passage === undefined) return [];
    const units = readTextUnits(passage.text);
    const picked = [
      ...findDirectAnswer(passage, units, weights),
      ...own.flatMap(({ index, opening }) => [index, ...opening]),
    ];
    const runs = splitRuns(completeSelection(units, picked, passage.id === bestId));
    const quotes = runs.map((run) => ({
      passage,
      units: run.flatMap((index) => units[index] ?? []),
    }));
    return dropRepeated(quotes, quoted).map(nameHeading);
  });
}

/** Without its heading a `No.` would be read as the answer to the question, which may ask the opposite. */
function nameHeading(quote: Quote): Quote {
  const heading = quote.passage.headingPath.at(-1);
  const opensSo = opensWithVerdict(quote.units[0]?.text ?? '');
  return opensSo && heading !== undefined ? { ...quote, heading } : quote;
}

/**
 * Quotes without pieces that were quoted before, as overlapping passages share sentences, and without
 * instructions. `quoted` holds the texts quoted up to now; those of the returned quotes are added.
 */
export function dropRepeated(quotes: readonly Quote[], quoted: Set<string> = new Set()): Quote[] {
  return quotes.flatMap((quote) => {
    const units = quote.units.filter(
      ({ text }) => !quoted.has(text) && !looksLikeInstruction(text),
    );
    for (const { text } of units) quoted.add(text);
    return units.length === 0 ? [] : [{ ...quote, units }];
  });
}

function splitRuns(indexes: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const index of indexes) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === index - 1) run.push(index);
    else runs.push([index]);
  }
  return runs;
}

/** The best piece, then at most `bestMax` - 1 others that add to it; pieces that come along anyway are passed over. */
export function pickBestUnits(
  scored: readonly ScoredUnit[],
  words: QuestionWords,
  { bestMax = BEST_MAX, weights = loadRankingWeights().composing }: Choice = {},
): ScoredUnit[] {
  const chosen: ScoredUnit[] = [];
  const open = new Set(scored);
  let covered: ReadonlySet<string> = new Set();
  const rateAddition = ({ terms, passage }: ScoredUnit) =>
    weights.novelty * measureCoverage(words, terms.difference(covered)) -
    (chosen.slice(1).some((piece) => piece.passage.id === passage.id) ? weights.samePassage : 0);
  while (chosen.length < bestMax) {
    let best: ScoredUnit | undefined;
    let bestScore = 0;
    for (const candidate of open) {
      const score =
        candidate.score -
        weights.withoutEvidence * (1 - candidate.evidence) +
        (chosen.length === 0 ? 0 : rateAddition(candidate));
      if (score > bestScore) [best, bestScore] = [candidate, score];
    }
    const first = chosen[0];
    if (best === undefined || (first && bestScore < weights.minScoreShare * first.score)) break;
    chosen.push(best);
    covered = covered.union(best.terms);
    for (const candidate of open) if (comesAlong(candidate, best)) open.delete(candidate);
  }
  return chosen;
}

/** The piece itself, its duplicate in an overlapping passage, and the rest of a list that comes along. */
function comesAlong({ passage, unit, index }: ScoredUnit, chosen: ScoredUnit): boolean {
  if (unit.text === chosen.unit.text) return true;
  if (passage.id !== chosen.passage.id) return false;
  if (chosen.opening.includes(index)) return true;
  if (!isListed(unit)) return false;
  if (isListed(chosen.unit)) return unit.kind === chosen.unit.kind;
  return chosen.unit.text.endsWith(':') && index > chosen.index;
}

const QUESTION = /\?\s*$/;

/**
 * Indexes of the sentences that answer the passage's heading, where that is a question: whoever writes
 * so answers it at once, and what follows is hard to understand without. Nothing under another heading.
 */
export function findDirectAnswer(
  passage: Passage,
  units: readonly TextUnit[],
  { minAnswerWords }: RankingWeights['composing'] = loadRankingWeights().composing,
): number[] {
  const [first, second] = units;
  if (!QUESTION.test(passage.headingPath.at(-1) ?? '') || first?.kind !== 'sentence') return [];
  // A short first sentence only leads to the next.
  const isShort = first.text.split(/\s+/).length < minAnswerWords;
  return isShort && second?.kind === 'sentence' && second.line === first.line ? [0, 1] : [0];
}

/** A longer list or table is quoted only in the part that was chosen. */
const LISTED_MAX = 10;

/** At most this many sentences left out between two quoted ones are quoted as well. */
const GAP_MAX = 2;

const DEPENDENT =
  /^(?:["'“‘(]?)(?:this|that|these|those|it|its|they|them|their|he|his|she|her|such|both|however|but|and|or|so|also|then|there|therefore|thus|instead|otherwise|once|in addition|for example|for instance|in that case|as a result|the (?:same|latter|former))\b/i;
const LEAD_IN = /:$|\b(?:like this|as follows|the following|below)\b/i;
const DISAGREEMENT =
  /\b(?:older (?:\w+ )?(?:pages?|guides?|sites?|sources?|texts?)|disagree\w*|contradict\w*|out(?:dated| of date)|the newer (?:one|text|rule|decision)|was the rule|wrongly)\b/i;

/**
 * Indexes of the chosen pieces of one passage with what they need to be understood: the sentence before
 * one that leans on it, one or two left out in between, and the list or table to which a piece belongs or
 * leads. `withDisagreement` adds what the passage says about sources that disagree. Ascending.
 */
export function completeSelection(
  units: readonly TextUnit[],
  chosen: readonly number[],
  withDisagreement: boolean,
): number[] {
  const dissent = withDisagreement ? findDisagreement(units) : [];
  const wanted = [...chosen, ...dissent];
  const selected = new Set([...wanted, ...wanted.flatMap((index) => findListing(units, index))]);
  // What is added is visited too, so a chain of `It … It …` is followed to its beginning.
  for (const index of selected) {
    const before = units[index - 1];
    const leans = units[index]?.kind === 'sentence' && DEPENDENT.test(units[index].text);
    if (leans && before?.kind === 'sentence') selected.add(index - 1);
  }
  return fillGaps(
    units,
    [...selected].toSorted((a, b) => a - b),
  );
}

/**
 * Quoting around a sentence or two reads badly and may leave out the condition between them. Worth .4 points
 * of the answers that the quotes hold; no set measures how it reads.
 */
function fillGaps(units: readonly TextUnit[], indexes: readonly number[]): number[] {
  return indexes.flatMap((index, position) => {
    const between = range((indexes[position - 1] ?? index) + 1, index);
    const isGap =
      between.length <= GAP_MAX && between.every((gap) => units[gap]?.kind === 'sentence');
    return isGap ? [...between, index] : [index];
  });
}

/**
 * What a passage says about sources that disagree. The sets have no question on it (worth 0 points there): it
 * is shown so that nobody trusts an outdated page.
 */
function findDisagreement(units: readonly TextUnit[]): number[] {
  const first = units.findIndex(({ text }) => DISAGREEMENT.test(text));
  if (first < 0) return [];
  return units[first + 1]?.kind === 'sentence' ? [first, first + 1] : [first];
}

/** The list or table to which a piece belongs or leads, with its lead-in; nothing for plain sentences. */
function findListing(units: readonly TextUnit[], index: number): number[] {
  const unit = units[index];
  if (unit === undefined) return [];
  const isLeadIn = leadsIn(unit);
  const inside = isLeadIn ? index + 1 : index;
  const kind = units[inside]?.kind;
  if (kind === undefined || kind === 'sentence') return [];
  let first = inside;
  while (units[first - 1]?.kind === kind) first--;
  let end = inside + 1;
  while (units[end]?.kind === kind) end++;
  const leadIn = units[first - 1];
  const start = leadIn && (leadsIn(leadIn) || kind === 'row') ? first - 1 : first;
  if (end - first <= LISTED_MAX) return range(start, end);
  return isLeadIn ? range(start, first + LISTED_MAX) : [...range(start, first), index];
}

/** A sentence that points at what comes next. */
function leadsIn(unit: TextUnit): boolean {
  return !isListed(unit) && LEAD_IN.test(unit.text);
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, step) => start + step);
}

/** Items or rows taken from a following passage. */
const CONTINUED_MAX = 10;

/** Passages whose last quoted piece leads into, or belongs to, a list that may go on in the next one. */
export function listUnfinished(quotes: readonly Quote[]): Passage[] {
  return quotes.filter(isUnfinished).map(({ passage }) => passage);
}

/**
 * Quotes whose list was cut by the end of a passage, followed by the rest from the next passage. The sets have
 * no question on such a list (worth 0 points there), and uploads have long lists.
 */
export function continueQuotes(quotes: readonly Quote[], neighbours: readonly Passage[]): Quote[] {
  const quoted = new Set(quotes.flatMap(({ units }) => units.map(({ text }) => text)));
  return quotes.flatMap((quote) => {
    if (!isUnfinished(quote)) return [quote];
    const next = neighbours.find((candidate) => follows(candidate, quote.passage));
    if (next === undefined) return [quote];
    return [quote, ...dropRepeated([{ passage: next, units: readListing(next) }], quoted)];
  });
}

function isUnfinished({ passage, units }: Quote): boolean {
  const last = units.at(-1);
  if (last === undefined || passage.text.slice(last.end).trim() !== '') return false;
  return isListed(last) || last.text.endsWith(':');
}

function follows(candidate: Passage, { source, ordinal, headingPath }: Passage): boolean {
  return (
    candidate.source.id === source.id &&
    candidate.ordinal === ordinal + 1 &&
    candidate.headingPath.join('\n') === headingPath.join('\n')
  );
}

/** The list or table at the top of a passage, after a sentence repeated from the passage before. */
function readListing({ text }: Passage): TextUnit[] {
  const units = readTextUnits(text);
  const first = units.findIndex(isListed);
  if (first < 0 || first > 1) return [];
  const end = units.findIndex((unit, index) => index > first && unit.kind !== units[first]?.kind);
  return units.slice(first, end < 0 ? undefined : end).slice(0, CONTINUED_MAX);
}
