const ASKS_MEANING = /\bwhat (?:does|do|did) (.{1,80}?) (?:mean|stand for)\b/i;

/**
 * The question without words that ask about words: `What does SAI mean?` as `What is SAI?`. Search would
 * otherwise look for passages about meaning.
 */
export function toPlainQuestion(question: string): string {
  return question.replace(ASKS_MEANING, 'what is $1');
}
