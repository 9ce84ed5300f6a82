import { loadRankingWeights, type RankingWeights } from '../../knowledge/search/ranking-weights.ts';
import type { ScoredUnit } from './score-units.ts';
import { countWords, isListed, opensWithVerdict, type Quote } from './text-unit.ts';

/** Words after which nothing is added, and words that only a list may exceed. */
export type Room = Pick<RankingWeights['composing'], 'enoughWords' | 'maxWords'>;

/** A longer list or table is quoted only in its best items. */
const LISTED_MAX = 10;

const QUESTION = /\?\s*$/;
const DEPENDENT =
  /^(?:["'“‘(]?)(?:this|that|these|those|it|its|they|them|their|he|his|she|her|such|both|however|but|and|or|so|also|then|there|therefore|thus|instead|otherwise|once|in addition|for example|for instance|in that case|as a result|the (?:same|latter|former))\b/i;
const LEAD_IN = /:$|\b(?:like this|as follows|the following|below)\b/i;

/**
 * What an answer quotes of one section, whose pieces come in reading order: the sentence that answers its heading
 * and the best one, then what follows. A short section whose best sentence is among its first two is quoted whole.
 */
export function chooseQuotes(
  pieces: readonly ScoredUnit[],
  weights: RankingWeights['composing'] = loadRankingWeights().composing,
  room: Room = weights,
): Quote[] {
  const chosen = choosePieces(pieces, weights, room).toSorted((a, b) => a - b);
  const quotes: Quote[] = [];
  for (const index of chosen) {
    const piece = pieces[index];
    if (piece === undefined) continue;
    const last = quotes.at(-1);
    if (last?.passage.id === piece.passage.id) last.units.push(piece.unit);
    else quotes.push({ passage: piece.passage, units: [piece.unit] });
  }
  return quotes.map(nameHeading);
}

/** Without its heading a `No.` would be read as the answer to the question, which may ask the opposite. */
function nameHeading(quote: Quote): Quote {
  const heading = quote.passage.headingPath.at(-1);
  const opensSo = opensWithVerdict(quote.units[0]?.text ?? '');
  return opensSo && heading !== undefined ? { ...quote, heading } : quote;
}

/** Indexes of the chosen pieces. */
function choosePieces(
  pieces: readonly ScoredUnit[],
  weights: RankingWeights['composing'],
  { enoughWords, maxWords }: Room,
): number[] {
  if (pieces.length === 0) return [];
  // Known questions and vectors find sections that hold no word of the question: they are read from their beginning.
  const best = Math.max(
    0,
    findBest(pieces, ({ score }) => score),
  );
  const all = range(0, pieces.length);
  if (best <= 1 && countAll(pieces, all) <= maxWords) return all;

  const chosen = new Set(withContext(pieces, best, weights));
  const addIfItFits = (more: readonly number[]) => {
    const both = chosen.union(new Set(more));
    const fits = more.length > 0 && countAll(pieces, [...both]) <= maxWords;
    for (const index of fits ? more : []) chosen.add(index);
    return fits;
  };
  let end = Math.max(...chosen);
  if (best > 0 && answersHeading(pieces[0])) addIfItFits([0]);
  if (best === 0 && chosen.size === 1) {
    const second = findBest(pieces, ({ score, unit }, index) => {
      const isFarLeadIn = index > 1 && leadsIn(pieces, index);
      if (index === 0 || isListed(unit) || isFarLeadIn) return 0;
      return score + (index === 1 ? weights.next : 0);
    });
    const more = second < 0 ? [] : withContext(pieces, second, weights);
    if (addIfItFits(more)) end = Math.max(...more);
  }
  for (const index of range(end + 1, pieces.length)) {
    if (countAll(pieces, [...chosen]) >= enoughWords) break;
    const isCut = leansOnOther(pieces, index) && !chosen.has(index - 1);
    // Items come with what leads them in, or as the best ones.
    if (isCut || chosen.has(index) || isListed(pieces[index]?.unit)) continue;
    if (!addIfItFits(withContext(pieces, index, weights))) break;
  }
  return [...chosen];
}

/** Index of the piece that is rated best, above 0; -1 when there is none. */
function findBest(
  pieces: readonly ScoredUnit[],
  rate: (piece: ScoredUnit, index: number) => number,
): number {
  const rates = pieces.map(rate);
  const highest = Math.max(0, ...rates);
  return highest > 0 ? rates.indexOf(highest) : -1;
}

/** Whoever heads a section with a question answers it at once. */
function answersHeading(first: ScoredUnit | undefined): boolean {
  return first?.unit.kind === 'sentence' && QUESTION.test(first.passage.headingPath.at(-1) ?? '');
}

/**
 * A piece with what it needs to be understood: the sentence before one that leans on it; for an item its lead-in
 * and the items about as good, or the whole list where most are; for a lead-in its list.
 */
function withContext(
  pieces: readonly ScoredUnit[],
  index: number,
  { itemReach, listShare }: RankingWeights['composing'],
): number[] {
  if (leansOnOther(pieces, index)) return [index - 1, index];
  const isLeadIn = leadsIn(pieces, index);
  const inside = isLeadIn ? index + 1 : index;
  const kind = pieces[inside]?.unit.kind;
  if (kind === undefined || kind === 'sentence') return [index];
  let start = inside;
  while (pieces[start - 1]?.unit.kind === kind) start--;
  let end = inside + 1;
  while (pieces[end]?.unit.kind === kind) end++;
  const items = range(start, end);
  const scoreOf = (item: number) => pieces[item]?.score ?? 0;
  const least = Math.max(...items.map(scoreOf)) - itemReach;
  const good = isLeadIn ? items : items.filter((item) => scoreOf(item) >= least);
  const quoted = good.length > listShare * items.length ? items : good;
  const best = quoted.toSorted((a, b) => scoreOf(b) - scoreOf(a)).slice(0, LISTED_MAX);
  return leadsIn(pieces, start - 1) ? [start - 1, ...best] : best;
}

function leansOnOther(pieces: readonly ScoredUnit[], index: number): boolean {
  const [before, own] = [pieces[index - 1]?.unit, pieces[index]?.unit];
  return own?.kind === 'sentence' && before?.kind === 'sentence' && DEPENDENT.test(own.text);
}

/** Whether it is a sentence that points at the list or table which comes next. */
function leadsIn(pieces: readonly ScoredUnit[], index: number): boolean {
  const [own, next] = [pieces[index]?.unit, pieces[index + 1]?.unit];
  if (own?.kind !== 'sentence' || !isListed(next)) return false;
  return next?.kind === 'row' || LEAD_IN.test(own.text);
}

function countAll(pieces: readonly ScoredUnit[], indexes: readonly number[]): number {
  return indexes.reduce((sum, index) => sum + countWords(pieces[index]?.unit.text ?? ''), 0);
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, step) => start + step);
}
