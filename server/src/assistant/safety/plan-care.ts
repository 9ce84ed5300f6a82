import type { Band } from '../coverage.ts';
import type { Care } from '../domain.ts';
import type { CareFinding, CareTopic } from './care-topics.ts';

/**
 * How care was given: as help alone, as help before an answer, in two lines before an answer, by declining an order,
 * or in a sentence after an answer.
 */
export interface CareGiven {
  topic: CareTopic;
  form: 'help' | 'help_first' | 'lines_first' | 'declined' | 'note';
}

/** What is to be planned for. */
export interface CareQuestion {
  finding: CareFinding | null;
  band: Band | null;
  /** The chance in [0, 1] that what the sources hold answers it. */
  probability: number;
  /** Whether it can only be understood with the messages before it. */
  isFollowUp: boolean;
}

/** What care adds to an answer. `prefix` comes before it, whoever writes it, and `suffix` after it. */
export interface CarePlan {
  care: CareGiven | null;
  prefix: string;
  suffix: string;
  /** Nothing but the prefix is said. */
  isHelpAlone: boolean;
  /** No model writes the answer. */
  isQuoted: boolean;
}

const PLAIN: CarePlan = { care: null, prefix: '', suffix: '', isHelpAlone: false, isQuoted: false };

/**
 * What is said besides an answer from the sources, which cover the question as far as `band` says; null where nothing
 * was searched for. What is only possible gives way to an answer that is likelier; and a follow-up, which says little by itself, is
 * answered after the lines as far as the sources come near, unless it is certain what it needs.
 */
export function planCare(
  { finding, band, probability, isFollowUp }: CareQuestion,
  texts: Care,
): CarePlan {
  if (finding === null) return PLAIN;
  const { topic, certainty, outrankedFrom = 0 } = finding;
  const own = texts[topic];
  const isPossible = certainty === 'possible';
  const isAnswered = band === 'answered';
  const say = (form: CareGiven['form'], text: string, isHelpAlone = false): CarePlan => {
    const care = { topic, form };
    if (form === 'note') return { ...PLAIN, care, suffix: `\n\n${text}` };
    const isQuoted = form !== 'lines_first' || !isPossible;
    return { ...PLAIN, care, prefix: isHelpAlone ? text : `${text}\n\n`, isHelpAlone, isQuoted };
  };
  if ('note' in own) {
    if (isPossible) return PLAIN;
    // An order is declined before the answer where it is certain, and instead of an answer that the sources lack.
    const isLacking = band === 'not_covered';
    const isDeclined = own.declines && (isLacking || certainty === 'certain');
    return say(isDeclined ? 'declined' : 'note', own.note, isDeclined && isLacking);
  }
  if (isPossible && isAnswered && probability >= outrankedFrom) return PLAIN;
  // What the sources say of health is about it, too; of danger nothing is searched for.
  if (topic === 'health' && isAnswered) return say('help_first', own.text);
  const isNear = isAnswered || (isFollowUp && band === 'closest');
  const isDoubtful = isPossible || (certainty === 'likely' && isNear);
  return isDoubtful ? say('lines_first', own.help_line) : say('help', own.text, true);
}
