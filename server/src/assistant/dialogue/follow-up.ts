import { splitSentences } from '../../knowledge/split/split-sentences.ts';
import { toTermsIn } from '../../knowledge/words/to-terms.ts';
import type { Question } from '../answer.ts';
import type { Words } from '../domain.ts';
import { isMasked } from '../safety/personal-data.ts';

/** A message with more words of its own stands alone. */
const OWN_WORDS_MAX = 4;
/** The same for one that says `it` or `they`. */
const OWN_WORDS_BESIDE_REFERENCE_MAX = 2;

/** In which language something is said, and with which words. */
interface Said {
  language: string;
  words: Words;
}

/**
 * The question in words that stand alone: a short follow-up (`what about D2?`) takes the rest from the
 * asker's last question that stood alone, with the newly named division or sport in place of the old.
 * Every other message comes back as it is. `asked` is what of it says what is asked: the whole question with
 * the names in place, else the message as it is.
 */
export function makeStandAlone(
  { text, history }: Pick<Question, 'text' | 'history'>,
  said: Said,
): { whole: string; asked: string } {
  const asIs = { whole: text, asked: text };
  if (!leansOnHistory(text, said)) return asIs;
  const earlier = listQuestions({ history });
  const base = earlier.findLast((content) => content !== text && !leansOnHistory(content, said));
  if (base === undefined) return asIs;
  const replaced = replaceNames(base, text, said.words);
  if (replaced !== null) return { whole: replaced, asked: replaced };
  const [opening] = readsAs(said)?.continues.exec(toPlain(text)) ?? [''];
  const rest = text
    .trim()
    .split(/\s+/)
    .slice(opening.match(/\S+/g)?.length ?? 0);
  return { whole: `${base.replace(/[?.!\s]+$/, '')} ${rest.join(' ')}`, asked: text };
}

/** The asker's earlier messages, oldest first. */
export function listQuestions({ history }: Pick<Question, 'history'>): string[] {
  return history.filter(({ role }) => role === 'user').map(({ content }) => content);
}

/** Whether a message can only be understood with the ones before it. */
export function leansOnHistory(text: string, said: Said): boolean {
  const followUp = readsAs(said);
  if (followUp === undefined) return false;
  const { asides, continues, opens, refers } = followUp;
  const plain = toPlain(text);
  const rest = plain.split(' ').filter((word) => !asides.has(word.replace(/\W+$/, '')));
  const own = toTermsIn(said.language, rest.join(' '));
  if (own.length > OWN_WORDS_MAX) return false;
  if (continues.test(plain)) return true;
  if (own.length === 0) return opens.test(plain) || refers.test(plain);
  const isName = own.length === 1 && namesSomething(text, said.words);
  if (isName && (opens.test(plain) || rest.length === 1)) return true;
  return refers.test(plain) && own.length <= OWN_WORDS_BESIDE_REFERENCE_MAX;
}

function readsAs({ language, words }: Said) {
  return words.languages.get(language)?.follow_up;
}

/** In the form in which words are told: lower case, no accents and marks before the first word. */
function toPlain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .trim();
}

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
