import { findLikeliest } from '../../server/src/knowledge/search/correct-spelling.ts';
import { tokenize } from '../../server/src/knowledge/words/tokenize.ts';
import {
  listAbsentTopics,
  listStarterSections,
} from '../../server/src/assistant/testing/list-starter-sections.ts';
import { writeResource } from './write-resource.ts';

/** A word used less often may itself be misspelt, as it is in questions on purpose. */
const LEAST_USES = 3;
const SHORTEST = 4;
/** A word seven times as common as any other near one was surely meant: with more doubt hardly more are found. */
const DOUBT = 2;
/** What is found so much better counts as better. */
const NOISE = 0.002;
const SLIPS_TRIED = [1, 2, 3, 4, 5, 6];
/** Each so many-th word, by use, is misspelt in every way that one or two slips make. */
const MISSPELT_EVERY = 40;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Writes the words in which families ask and the starter documents answer, with their counts; and how much a slip
 * counts beside them, for which most words of questions are found again after one or two slips at random places, the least such number.
 */
export async function train(): Promise<void> {
  const counts = new Map<string, number>();
  const sections = [...listStarterSections(), ...listAbsentTopics()];
  const texts = sections.flatMap(({ heading, text, questions }) => [
    heading,
    text,
    ...questions.filter(({ language }) => language === 'en').map((question) => question.text),
  ]);
  for (const word of texts.flatMap(tokenize)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = Object.fromEntries(
    [...counts]
      .filter(
        ([word, count]) => count >= LEAST_USES && word.length >= SHORTEST && /^[a-z]+$/.test(word),
      )
      .toSorted(([a, some], [b, others]) => others - some || (a < b ? -1 : 1)),
  );
  let best = { slip: 0, found: -1 };
  for (const slip of SLIPS_TRIED) {
    const { found, tried } = measureFound(words, { slip, doubt: DOUBT });
    const percent = (100 * found).toFixed(1);
    console.log(`slip ${slip}: ${percent} % of misspelt words found, ${tried.toFixed(2)} tried`);
    if (found > best.found + NOISE) best = { slip, found };
  }
  const about = {
    script: 'npm run train -- question-words',
    data: 'knowledge-base: sections of the starter documents, absent topics, their known questions, in English',
    date: new Date().toISOString().slice(0, 10),
  };
  await writeResource('question-words.json', { about, slip: best.slip, doubt: DOUBT, words });
  console.log(`${Object.keys(words).length} words`);
}

/** The share of misspelt uses of words that is put right; a word that is used twice as often counts twice. */
function measureFound(words: Record<string, number>, weights: { slip: number; doubt: number }) {
  const random = createRandom(1);
  const all = Object.entries(words).filter(([word]) => word.length > SHORTEST);
  let found = 0;
  let whole = 0;
  let tried = 0;
  for (const [index, [word, count]] of all.entries()) {
    if (index % MISSPELT_EVERY !== 0) continue;
    for (const slips of [1, 1, 1, 2]) {
      let misspelt = word;
      for (let made = 0; made < slips; made++) misspelt = makeSlip(misspelt, random);
      if (Object.hasOwn(words, misspelt)) continue;
      whole += count;
      const likeliest = findLikeliest(misspelt, { words, ...weights });
      if (likeliest.includes(word)) found += count;
      tried += count * likeliest.length;
    }
  }
  return { found: found / whole, tried: tried / whole };
}

function makeSlip(word: string, random: (below: number) => number): string {
  const at = random(word.length - 1);
  const letter = LETTERS.charAt(random(LETTERS.length));
  const [before, own, next, after] = [
    word.slice(0, at),
    word.charAt(at),
    word.charAt(at + 1),
    word.slice(at + 2),
  ];
  return (
    [
      before + next + after,
      before + letter + own + next + after,
      before + letter + next + after,
      before + next + own + after,
    ][random(4)] ?? word
  );
}

/** Numbers that depend on the seed alone (linear congruential generator). */
function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
