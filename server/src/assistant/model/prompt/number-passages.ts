import type { Passage } from '../../../knowledge/search/passage.ts';
import { looksLikeInstruction } from '../../compose/looks-like-instruction.ts';
import { readTextUnits } from '../../compose/text-unit.ts';
import { countTokens } from './count-tokens.ts';

/** A passage as the model sees it; `n` counts from 1. */
export interface NumberedPassage {
  n: number;
  passage: Passage;
  /** Its text without sentences that speak to a machine. */
  text: string;
}

/** Title, heading, authority and date around each text, roughly. */
const FRAME_TOKENS = 40;

/**
 * The found passages in their order, each followed by its neighbours, as many as fit: all hits come
 * before the first neighbour when room is short.
 */
export function numberPassages(
  hits: readonly Passage[],
  neighbours: readonly Passage[],
  maxTokens: number,
): NumberedPassage[] {
  let room = maxTokens;
  const texts = new Map<Passage, string>();
  const known = new Set<number>();
  const beside = hits.flatMap((hit) => neighbours.filter((other) => isBeside(hit, other)));
  for (const passage of [...hits, ...beside]) {
    const text = dropInstructions(passage.text);
    const tokens = countTokens(text) + FRAME_TOKENS;
    if (known.has(passage.id) || text === '' || tokens > room) continue;
    known.add(passage.id);
    texts.set(passage, text);
    room -= tokens;
  }
  return inReadingOrder([...texts.keys()]).map((passage, index) => ({
    n: index + 1,
    passage,
    text: texts.get(passage) ?? '',
  }));
}

/** Sources in the order of their best passage; within a source as it is written. */
function inReadingOrder(passages: readonly Passage[]): Passage[] {
  const bySource = Map.groupBy(passages, ({ source }) => source.id);
  return [...bySource.values()].flatMap((own) => own.toSorted((a, b) => a.ordinal - b.ordinal));
}

function isBeside(a: Passage, b: Passage): boolean {
  return a.source.id === b.source.id && Math.abs(a.ordinal - b.ordinal) === 1;
}

function dropInstructions(text: string): string {
  const bad = readTextUnits(text).filter((unit) => looksLikeInstruction(unit.text));
  return bad
    .toReversed()
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
    .trim();
}
