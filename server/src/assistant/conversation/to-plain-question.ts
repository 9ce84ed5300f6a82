import { splitSentences } from '../../knowledge/split/split-sentences.ts';
import { isMasked } from '../guards/personal-data.ts';

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
