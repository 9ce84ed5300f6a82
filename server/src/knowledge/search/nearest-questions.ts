import { tokenize } from '../words/tokenize.ts';

/** A known question as its distinct words, and how the sentence begins that answers it, if that is known. */
export interface ReadQuestion {
  words: ReadonlySet<string>;
  sentence: string | null;
}

/** A text's distinct words as they are written: small words tell what kind of thing is asked. */
export function readWords(text: string): Set<string> {
  return new Set(tokenize(text));
}

/** The known questions that are most like a question. */
export interface Nearest {
  /** Mean cosine of their words with the question's, in [0, 1]. */
  nearness: number;
  /** The share of each sentence in what they ask for, by its first words; at most 1 in all. */
  sentences: ReadonlyMap<string, number>;
}

/** Compares a question with a section's known ones, of which the `counted` nearest count. */
export function measureNearest(
  asked: ReadonlySet<string>,
  known: readonly ReadQuestion[],
  counted: number,
): Nearest {
  const nearest = known
    .map(({ words, sentence }) => ({ sentence, cosine: cosine(asked, words) }))
    .toSorted((a, b) => b.cosine - a.cosine)
    .slice(0, counted);
  const whole = nearest.reduce((sum, one) => sum + one.cosine, 0);
  const sentences = new Map<string, number>();
  for (const one of nearest) {
    if (one.sentence === null || one.cosine === 0) continue;
    sentences.set(one.sentence, (sentences.get(one.sentence) ?? 0) + one.cosine / whole);
  }
  return { nearness: nearest.length === 0 ? 0 : whole / nearest.length, sentences };
}

function cosine(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of one) if (other.has(word)) shared++;
  return shared === 0 ? 0 : shared / Math.sqrt(one.size * other.size);
}
