import { splitSentences } from '../../knowledge/split/split-sentences.ts';
import { STOP_WORDS } from '../../knowledge/words/stop-words.ts';
import { tokenize } from '../../knowledge/words/tokenize.ts';
import type { Question } from '../answer.ts';
import type { Words } from '../domain.ts';
import { isMasked } from '../safety/personal-data.ts';

const OPENING =
  /^(?:(?:ok(?:ay)?|so|and|but|also|then|hmm|oh|thanks|great|cool|alright|right)[,.!]? )*(?:what about|how about|what if|and what about|what of|same for|same question for|and for|and in|and with|for|in|and|why(?: not| is that)?|how so|how come|since when|until when|when|where|who|which(?: ones?)?|how (?:much|many|long|often)|really|are you sure|is that (?:still )?true|says who)\b/i;
const PREFIX =
  /^(?:(?:ok(?:ay)?|so|and|but|also|then|hmm|oh|thanks|great|cool|alright|right)[,.!]? )*(?:(?:what|how) about|what if it(?:s| is)|same (?:question )?for|and|for)\b(?: for| in| with| it)?\s*/i;
const REFERENCE =
  /\b(?:it|its|this|they|them|their|those|these|he|she|him|her|same|instead|either)\b/i;
/** A message with more words of its own stands alone. */
const OWN_WORDS_MAX = 4;
/** The same for one that says `it` or `they`. */
const OWN_WORDS_BESIDE_REFERENCE_MAX = 2;

/**
 * The question in words that stand alone: a short follow-up (`what about D2?`) takes the rest from the
 * asker's last question that stood alone, with the newly named division or sport in place of the old.
 * Every other message comes back as it is.
 */
export function makeStandAlone(
  { text, history }: Pick<Question, 'text' | 'history'>,
  words: Words,
): string {
  if (!leansOnHistory(text, words)) return text;
  const earlier = history.filter(({ role }) => role === 'user').map(({ content }) => content);
  const base = earlier.findLast((content) => content !== text && !leansOnHistory(content, words));
  if (base === undefined) return text;
  const replaced = replaceNames(base, text, words);
  if (replaced !== null) return replaced;
  const rest = text.replace(PREFIX, '').trim();
  return `${base.replace(/[?.!\s]+$/, '')} ${rest}`;
}

/** Whether a message can only be understood with the ones before it. */
export function leansOnHistory(text: string, words: Words): boolean {
  const own = tokenize(text).filter((word) => !STOP_WORDS.has(word) && !FILLERS.has(word));
  if (own.length > OWN_WORDS_MAX) return false;
  if (
    /^(?:(?:ok(?:ay)?|so|and|but)[,.!]? )*(?:(?:what|how) about|what if|same (?:question )?for|and)\b/i.test(
      text.trim(),
    )
  ) {
    return true;
  }
  if (own.length === 0) return OPENING.test(text.trim()) || REFERENCE.test(text);
  if (own.length === 1 && OPENING.test(text.trim()) && namesSomething(text, words)) return true;
  return REFERENCE.test(text) && own.length <= OWN_WORDS_BESIDE_REFERENCE_MAX;
}

const FILLERS: ReadonlySet<string> = new Set([
  'ok',
  'okay',
  'so',
  'then',
  'also',
  'thanks',
  'hmm',
  'oh',
  'please',
  'tell',
  'explain',
  'mean',
  'say',
]);

function namesSomething(text: string, { divisions, sports }: Words): boolean {
  return [...divisions, ...sports].some(({ pattern }) => pattern.test(text));
}

/** The base question with the follow-up's division and sport, or null when it names none that fits. */
function replaceNames(base: string, followUp: string, { divisions, sports }: Words): string | null {
  let result = base;
  let replaced = false;
  for (const names of [divisions, sports]) {
    const next = names.find(({ pattern }) => pattern.test(followUp));
    const previous = names.find(({ pattern }) => pattern.test(base));
    if (next === undefined || previous === undefined || next === previous) continue;
    result = result.replace(previous.pattern, next.name);
    replaced = true;
  }
  return replaced ? result : null;
}

const ASKS_MEANING = /\bwhat (?:does|do|did) (.{1,80}?) (?:mean|stand for)\b/i;

/**
 * The question without words that ask about words: `What does SAI mean?` as `What is SAI?`. Search would
 * otherwise look for passages about meaning. Sentences that only told something personal go, too.
 */
export function toPlainQuestion(question: string): string {
  return dropMasked(question).replace(ASKS_MEANING, 'what is $1');
}

function dropMasked(question: string): string {
  if (!isMasked(question)) return question;
  const rest = splitSentences(question).filter(({ text }) => !isMasked(text));
  return rest.length === 0 ? question : rest.map(({ text }) => text).join(' ');
}
