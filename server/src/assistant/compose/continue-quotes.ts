import type { Passage } from '../../knowledge/search/passage.ts';
import type { Quote } from './choose-quotes.ts';
import { looksLikeInstruction } from './looks-like-instruction.ts';
import { isListed, readTextUnits, type TextUnit } from './text-unit.ts';

/** Items or rows taken from a following passage. */
const CONTINUED_MAX = 10;

/** Passages whose last quoted piece leads into, or belongs to, a list that may go on in the next one. */
export function listUnfinished(quotes: readonly Quote[]): Passage[] {
  return quotes.filter(isUnfinished).map(({ passage }) => passage);
}

/** Quotes whose list was cut by the end of a passage, followed by the rest from the next passage. */
export function continueQuotes(quotes: readonly Quote[], neighbours: readonly Passage[]): Quote[] {
  const spoken = new Set(quotes.flatMap(({ units }) => units.map(({ text }) => text)));
  return quotes.flatMap((quote) => {
    if (!isUnfinished(quote)) return [quote];
    const next = neighbours.find((candidate) => follows(candidate, quote.passage));
    if (next === undefined) return [quote];
    const units = readListing(next).filter(
      ({ text }) => !spoken.has(text) && !looksLikeInstruction(text),
    );
    for (const { text } of units) spoken.add(text);
    return units.length === 0 ? [quote] : [quote, { passage: next, units }];
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
