/**
 * What a sentence without a citation may be: an opening that waits for a cited sentence (a greeting, a
 * lead-in, a heading), a verdict that stands or falls with the next sentence (`No.`), or a closing
 * that only follows cited ones (a question back, an office to ask, what the sources do not say).
 */
export type Connection = 'opening' | 'short-answer' | 'closing';

const FIGURE = /\d|[$€£%]/;
/** Nobody is asked for these, in whatever words. */
const PRIVATE =
  /\b(?:passwords?|passcodes?|codes?|social security|ssn|card|bank|account|click|log ?in)\b/i;
const GREETING =
  /^(?:hi|hello|hey|thanks|thank you|good question|great question|sure|of course)\b/i;
const SHORT_ANSWER =
  /^(?:yes|no|usually(?: not| yes)?|not always|not quite|not necessarily|it depends|partly|in part|sometimes)(?:,? [a-z]+)?[.!]$/i;
/** Sends the reader to somebody who decides, which is advice and no claim. */
const DIRECTION =
  /^(?:please |also |then |so )*(?:check|ask|confirm|talk|speak|verify)\b.*\b(?:counselor|compliance|eligibility center|playnaia|aid office|office|coach|parent|college|school|association)s?\b/i;
const GAP =
  /^(?:but |however,? |sadly,? )?(?:my|the|these) (?:passages|sources|documents)\b.{0,30}\b(?:do not|don['’]t|does not|doesn['’]t) (?:say|cover|tell|name|state|answer|mention|include)\b/i;
const GREETING_WORDS_MAX = 8;
const WORDS_MAX = 22;

/** The kind of connection that a sentence without a citation is; null for a claim. */
export function readConnection(sentence: string, isHeading: boolean): Connection | null {
  const plain = sentence.replaceAll(/[*_`]/g, '').trim();
  const words = plain.split(/\s+/).length;
  if (FIGURE.test(plain) || PRIVATE.test(plain) || words > WORDS_MAX) return null;
  if (SHORT_ANSWER.test(plain)) return 'short-answer';
  if (isHeading || plain.endsWith(':')) return 'opening';
  if (GREETING.test(plain) && words <= GREETING_WORDS_MAX) return 'opening';
  return plain.endsWith('?') || DIRECTION.test(plain) || GAP.test(plain) ? 'closing' : null;
}
