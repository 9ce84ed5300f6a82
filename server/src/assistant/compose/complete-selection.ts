import { isListed, type TextUnit } from './text-unit.ts';

/** A longer list or table is quoted only in the part that was chosen. */
const LISTED_MAX = 10;

/** So many sentences left out between two quoted ones are quoted as well. */
const GAP_MAX = 2;

const DEPENDENT =
  /^(?:["'“‘(]?)(?:this|that|these|those|it|its|they|them|their|he|his|she|her|such|both|however|but|and|or|so|also|then|there|therefore|thus|instead|otherwise|once|in addition|for example|for instance|in that case|as a result|the (?:same|latter|former))\b/i;
const LEAD_IN = /:$|\b(?:like this|as follows|the following|below)\b/i;
const DISAGREEMENT =
  /\b(?:older (?:\w+ )?(?:pages?|guides?|sites?|sources?|texts?)|disagree\w*|contradict\w*|out(?:dated| of date)|the newer (?:one|text|rule|decision)|was the rule|wrongly)\b/i;

/**
 * Indexes of the chosen pieces of one passage with what they need to be understood: the sentence before
 * one that leans on it, one or two left out in between, and the list or table to which a piece belongs or
 * leads. `withDisagreement`
 * adds what the passage says about sources that disagree. Ascending.
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

/** Quoting around a sentence or two reads badly and may leave out the condition between them. */
function fillGaps(units: readonly TextUnit[], indexes: readonly number[]): number[] {
  return indexes.flatMap((index, place) => {
    const between = range((indexes[place - 1] ?? index) + 1, index);
    const isGap =
      between.length <= GAP_MAX && between.every((gap) => units[gap]?.kind === 'sentence');
    return isGap ? [...between, index] : [index];
  });
}

function findDisagreement(units: readonly TextUnit[]): number[] {
  const first = units.findIndex(({ text }) => DISAGREEMENT.test(text));
  if (first < 0) return [];
  return units[first + 1]?.kind === 'sentence' ? [first, first + 1] : [first];
}

/** The list or table to which a piece belongs or leads, with its lead-in; nothing for plain sentences. */
function findListing(units: readonly TextUnit[], index: number): number[] {
  const unit = units[index];
  if (unit === undefined) return [];
  const leads = leadsIn(unit);
  const inside = leads ? index + 1 : index;
  const kind = units[inside]?.kind;
  if (kind === undefined || kind === 'sentence') return [];
  let first = inside;
  while (units[first - 1]?.kind === kind) first--;
  let end = inside + 1;
  while (units[end]?.kind === kind) end++;
  const leadIn = units[first - 1];
  const start = leadIn && (leadsIn(leadIn) || kind === 'row') ? first - 1 : first;
  if (end - first <= LISTED_MAX) return range(start, end);
  return leads ? range(start, first + LISTED_MAX) : [...range(start, first), index];
}

/** A sentence that points at what comes next. */
function leadsIn(unit: TextUnit): boolean {
  return !isListed(unit) && LEAD_IN.test(unit.text);
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, step) => start + step);
}
