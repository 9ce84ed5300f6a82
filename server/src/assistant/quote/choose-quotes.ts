import { loadRankingWeights, type RankingWeights } from '../../knowledge/search/ranking-weights.ts';
import type { ScoredUnit } from './score-units.ts';
import { countWords, isListed, opensWithVerdict, type Quote } from './text-unit.ts';

/** Words after which nothing is added, and words that only a list may exceed. */
export type Room = Pick<RankingWeights['composing'], 'enoughWords' | 'maxWords'>;

/** A longer list or table is quoted only in its best items. */
const LISTED_MAX = 10;

const DEPENDENT =
  /^(?:["'“‘(]?)(?:this|that|these|those|it|its|they|them|their|he|his|she|her|such|both|however|but|and|or|so|also|then|there|therefore|thus|instead|otherwise|once|in addition|for example|for instance|in that case|as a result|the (?:same|latter|former))\b/i;
const LEAD_IN = /:$|\b(?:like this|as follows|the following|below)\b/i;

/** Sentences in which an answer says what was asked. */
const FIRST_SENTENCES = 2;

/**
 * What an answer quotes of one section, whose pieces come in reading order: all of a short one, of a longer one what
 * answers best. The best piece is among the first two, and so is another one that is about as good.
 */
export function chooseQuotes(
  pieces: readonly ScoredUnit[],
  weights: RankingWeights['composing'] = loadRankingWeights().composing,
  room: Room = weights,
): Quote[] {
  if (pieces.length === 0) return [];
  const best = findBest(pieces, [...pieces.keys()]);
  const chosen = choosePieces(pieces, { best, weights, room });
  const leading = findLeading(pieces, chosen, { best, weights });
  const order = (indexes: readonly number[]) => putItemFirst(pieces, indexes, best);
  const opening = new Set(order(chosen).slice(0, FIRST_SENTENCES));
  const lead = leading.every((index) => opening.has(index))
    ? chosen
    : leading.flatMap((index) => listTogether(pieces, chosen, index));
  const rest = chosen.filter((index) => !lead.includes(index));
  return [order([...new Set(lead)]), rest]
    .flatMap((indexes) => quotePieces(indexes.flatMap((index) => pieces[index] ?? [])))
    .map(nameHeading);
}

/** The best piece, and the next best one where it is about as good. */
function findLeading(
  pieces: readonly ScoredUnit[],
  chosen: readonly number[],
  { best, weights }: { best: number; weights: RankingWeights['composing'] },
): number[] {
  const others = chosen.filter((index) => index !== best);
  if (others.length === 0) return [best];
  const second = findBest(pieces, others);
  const scoreOf = (index: number) => pieces[index]?.score ?? 0;
  return scoreOf(second) >= weights.secondShare * scoreOf(best) ? [best, second] : [best];
}

/** Neighbours of one passage together. */
function quotePieces(pieces: readonly ScoredUnit[]): Quote[] {
  const quotes: Quote[] = [];
  for (const { passage, unit } of pieces) {
    const last = quotes.at(-1);
    if (last?.passage.id === passage.id) last.units.push(unit);
    else quotes.push({ passage, units: [unit] });
  }
  return quotes;
}

/** Without its heading a `No.` would be read as the answer to the question, which may ask the opposite. */
function nameHeading(quote: Quote): Quote {
  const heading = quote.passage.headingPath.at(-1);
  const opensSo = opensWithVerdict(quote.units[0]?.text ?? '');
  return opensSo && heading !== undefined ? { ...quote, heading } : quote;
}

/** Indexes of the chosen pieces, in reading order: the best one, and what is rated next, as far as there is room. */
function choosePieces(
  pieces: readonly ScoredUnit[],
  { best, weights, room }: { best: number; weights: RankingWeights['composing']; room: Room },
): number[] {
  const all = [...pieces.keys()];
  if (countAll(pieces, all) <= room.maxWords) return all;
  const scoreOf = (index: number) => pieces[index]?.score ?? 0;
  let chosen = new Set(withContext(pieces, best, weights));
  // Of pieces rated alike the next ones come first: people read on.
  const onwards = [...all.slice(best + 1), ...all.slice(0, best)];
  for (const index of onwards.toSorted((a, b) => scoreOf(b) - scoreOf(a))) {
    if (countAll(pieces, [...chosen]) >= room.enoughWords) break;
    // Of a list its best items are there already.
    if (listRun(pieces, index).some((item) => chosen.has(item))) continue;
    const more = chosen.union(new Set(withContext(pieces, index, weights)));
    if (countAll(pieces, [...more]) <= room.maxWords) chosen = more;
  }
  return [...chosen].toSorted((a, b) => a - b);
}

/** With the best item of a list first among the others, unless numbers say what comes first. */
function putItemFirst(
  pieces: readonly ScoredUnit[],
  indexes: readonly number[],
  best: number,
): readonly number[] {
  const others = listRun(pieces, best).filter((item) => item !== best && indexes.includes(item));
  const isNumbered = typeof pieces[best]?.unit.number === 'number';
  if (others.length === 0 || isNumbered) return indexes;
  const place = indexes.indexOf(Math.min(best, ...others));
  return indexes.filter((index) => index !== best).toSpliced(place, 0, best);
}

/** Of the chosen pieces one with those around it that cannot be understood apart. */
function listTogether(
  pieces: readonly ScoredUnit[],
  chosen: readonly number[],
  index: number,
): number[] {
  const belongs = (one: number) =>
    chosen.includes(one - 1) &&
    chosen.includes(one) &&
    (isListed(pieces[one]?.unit) || leansOnOther(pieces, one));
  let start = index;
  while (belongs(start)) start--;
  let end = index + 1;
  while (belongs(end)) end++;
  return range(start, end);
}

/** Of some pieces the index of the one that is rated best; the first of several. */
function findBest(pieces: readonly ScoredUnit[], indexes: readonly number[]): number {
  const scores = indexes.map((index) => pieces[index]?.score ?? 0);
  return indexes[scores.indexOf(Math.max(...scores))] ?? 0;
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
  if (!isListed(pieces[inside]?.unit)) return [index];
  const items = listRun(pieces, inside);
  const scoreOf = (item: number) => pieces[item]?.score ?? 0;
  const least = Math.max(...items.map(scoreOf)) - itemReach;
  const good = isLeadIn ? items : items.filter((item) => scoreOf(item) >= least);
  const quoted = good.length > listShare * items.length ? items : good;
  const best = quoted.toSorted((a, b) => scoreOf(b) - scoreOf(a)).slice(0, LISTED_MAX);
  const before = (items[0] ?? 0) - 1;
  return leadsIn(pieces, before) ? [before, ...best] : best;
}

/** The items or rows of one list that a piece stands among; none of a sentence. */
function listRun(pieces: readonly ScoredUnit[], index: number): number[] {
  const kind = pieces[index]?.unit.kind;
  if (kind === undefined || kind === 'sentence') return [];
  let start = index;
  while (pieces[start - 1]?.unit.kind === kind) start--;
  let end = index + 1;
  while (pieces[end]?.unit.kind === kind) end++;
  return range(start, end);
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
