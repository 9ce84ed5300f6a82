const NOTE_MARK = /^(?:\d{1,3}(?:\s?[,–-]\s?\d{1,3})*|[*†‡§¶]{1,3})$/u;
/** A number after a figure or a single letter is an exponent. */
const TAKES_NOTE = /(?:\p{L}{3}|[.,;:!?)\]"”’])$/u;

/** Whether a text has the form of a note's mark. */
export function hasMarkForm(text: string): boolean {
  return NOTE_MARK.test(text);
}

/** Whether a raised text marks a note, by itself and by what stands before it. */
export function isNoteMark(text: string, before: string): boolean {
  return hasMarkForm(text) && TAKES_NOTE.test(before.trimEnd());
}
