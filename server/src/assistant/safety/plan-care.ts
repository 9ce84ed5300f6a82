import type { Band } from '../coverage.ts';
import type { Care } from '../domain.ts';
import { type CareFinding, type CareTopic, isHelpTopic } from './care-topics.ts';

/**
 * How care was given: as help alone, as help before an answer, in two lines before an answer, by declining an order,
 * or in a sentence after an answer.
 */
export interface CareGiven {
  topic: CareTopic;
  form: 'help' | 'help_first' | 'lines_first' | 'declined' | 'note';
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
 * was searched for.
 */
export function planCare(finding: CareFinding | null, band: Band | null, texts: Care): CarePlan {
  if (finding === null) return ORDINARY;
  const { topic, certainty } = finding;
  const isSure = band === 'answered';
  if (!isHelpTopic(topic))
    return certainty === 'possible' ? ORDINARY : planNote(finding, band, texts);

  const { text, help_line } = texts[topic];
  const isLikely = certainty !== 'possible';
  if (!isLikely || (isSure && certainty === 'likely' && topic !== 'health')) {
    const care = { topic, form: 'lines_first' } as const;
    return { ...ORDINARY, care, prefix: `${help_line}\n\n`, isQuoted: isLikely };
  }
  // What the sources say of health is about it, too; of danger nothing is searched for.
  if (topic === 'health' && isSure) {
    return {
      ...ORDINARY,
      care: { topic, form: 'help_first' },
      prefix: `${text}\n\n`,
      isQuoted: true,
    };
  }
  return { ...ORDINARY, care: { topic, form: 'help' }, prefix: text, isHelpAlone: true };
}

function planNote({ topic, certainty }: CareFinding, band: Band | null, texts: Care): CarePlan {
  if (isHelpTopic(topic)) return ORDINARY;
  const { note, declines } = texts[topic];
  if (declines && band === 'not_covered') {
    return { ...ORDINARY, care: { topic, form: 'declined' }, prefix: note, isHelpAlone: true };
  }
  if (declines && certainty === 'certain') {
    return {
      ...ORDINARY,
      care: { topic, form: 'declined' },
      prefix: `${note}\n\n`,
      isQuoted: true,
    };
  }
  return { ...ORDINARY, care: { topic, form: 'note' }, suffix: `\n\n${note}` };
}
