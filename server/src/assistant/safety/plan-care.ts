import type { Band } from '../coverage.ts';
import type { Care } from '../domain.ts';
import {
  type CareFinding,
  type CareTopic,
  type Certainty,
  isHelpTopic,
  type NoteTopic,
} from './care-topics.ts';

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

const ORDINARY: CarePlan = {
  care: null,
  prefix: '',
  suffix: '',
  isHelpAlone: false,
  isQuoted: false,
};

/**
 * What is said besides an answer from the sources, which cover the question as far as `band` says; null where nothing
 * was searched for. What is only possible gives way to an answer that is likelier; and a follow-up, which says little by itself, is
 * answered after the lines as far as the sources come near, unless it is certain what it needs.
 */
export function planCare(
  { finding, band, probability, isFollowUp }: CareQuestion,
  texts: Care,
): CarePlan {
  if (finding === null) return ORDINARY;
  const { topic, certainty, outrankedFrom = 0 } = finding;
  const isSure = band === 'answered';
  const isOutranked = isSure && probability >= outrankedFrom;
  if (certainty === 'possible' && (isOutranked || !isHelpTopic(topic))) return ORDINARY;
  if (!isHelpTopic(topic)) return planNote(topic, { certainty, band }, texts);

  const { text, help_line } = texts[topic];
  // What the sources say of health is about it, too; of danger nothing is searched for.
  if (topic === 'health' && isSure) {
    const care = { topic, form: 'help_first' } as const;
    return { ...ORDINARY, care, prefix: `${text}\n\n`, isQuoted: true };
  }
  const isAnswered = isSure || (isFollowUp && band === 'closest');
  if (certainty === 'certain' || (certainty === 'likely' && !isAnswered)) {
    return { ...ORDINARY, care: { topic, form: 'help' }, prefix: text, isHelpAlone: true };
  }
  const care = { topic, form: 'lines_first' } as const;
  return { ...ORDINARY, care, prefix: `${help_line}\n\n`, isQuoted: certainty !== 'possible' };
}

/** An order is declined before the answer where it is certain, and instead of an answer that the sources lack. */
function planNote(
  topic: NoteTopic,
  { certainty, band }: { certainty: Certainty; band: Band | null },
  texts: Care,
): CarePlan {
  const { note, declines } = texts[topic];
  if (declines && band === 'not_covered') {
    return { ...ORDINARY, care: { topic, form: 'declined' }, prefix: note, isHelpAlone: true };
  }
  if (declines && certainty === 'certain') {
    const care = { topic, form: 'declined' } as const;
    return { ...ORDINARY, care, prefix: `${note}\n\n`, isQuoted: true };
  }
  return { ...ORDINARY, care: { topic, form: 'note' }, suffix: `\n\n${note}` };
}
