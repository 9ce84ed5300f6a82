/** Words of rules, deadlines and money. A sentence with one of them needs a citation. */
const RULE_WORDS =
  /\b(?:must|may|can(?:not|['’]t)?|should|shall|requires?d?|requirements?|allow(?:s|ed)?|permit(?:s|ted)?|forbid(?:s|den)?|bann?(?:ed|s)?|prohibit(?:s|ed)?|need(?:s|ed)?|eligib\w+|ineligib\w+|qualif\w+|limits?|limited|unlimited|minimum|maximum|at least|at most|up to|deadlines?|due|opens?|closes?|ends?|begins?|starts?|until|since|costs?|fees?|pays?|paid|free|dollars?|cents?|scholarships?|aid|loans?|grants?|tuition|gpa|sat|act|courses?|semesters?|seasons?|years?|days?|weeks?|months?|january|february|march|april|june|july|august|september|october|november|december|percent|guarantee\w*|never|always|every|all|no longer|rules?|polic(?:y|ies)|contracts?|sign(?:s|ed|ing)?|binding|visa|tax(?:es)?|password|account|click|send|text|call|e-?mail)\b/i;
const FIGURE = /\d|[$€£%]/;
/** Sends the reader to an office, which is advice and no claim. */
const DIRECTION =
  /^(?:please |also |then |so |always )*(?:check|ask|confirm|talk|speak|contact|see|look|read|verify)\b/i;
const DIRECTION_PLACES =
  /\b(?:counselor|compliance|eligibility center|playnaia|financial aid office|office|coach|parent|college|school|website|page|source)s?\b/i;
/** A sentence that only connects others is short. */
const CONNECTING_WORDS_MAX = 22;

/**
 * Whether a sentence needs a citation. Greetings, lead-ins, questions and pointers to an office do
 * not; everything with a figure or a word of rules, deadlines or money does.
 */
export function statesSomething(sentence: string): boolean {
  const plain = sentence.replaceAll(/[*_`#>]/g, '').trim();
  if (FIGURE.test(plain)) return true;
  if (plain.split(/\s+/).length > CONNECTING_WORDS_MAX) return true;
  if (DIRECTION.test(plain)) return !DIRECTION_PLACES.test(plain);
  if (plain.endsWith('?')) return false;
  return RULE_WORDS.test(plain.endsWith(':') ? plain.replaceAll(LEAD_IN_WORDS, ' ') : plain);
}

/** A lead-in may name what follows it. */
const LEAD_IN_WORDS =
  /\b(?:rules?|requirements?|deadlines?|limits?|scholarships?|aid|loans?|courses?|gpa|sat|act|years?|seasons?|days?|need|can|e-?mail|call|text|visits?|costs?|fees?)\b/gi;
