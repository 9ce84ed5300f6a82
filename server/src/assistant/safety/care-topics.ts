/** Topics that bring help before anything else, the gravest first. */
export const HELP_TOPICS = ['crisis', 'abuse', 'health'] as const;
/** Topics that bring a sentence after the answer, the gravest first. */
export const NOTE_TOPICS = [
  'under_thirteen',
  'deception',
  'private_data',
  'ghost_writing',
  'professional_advice',
  'eligibility',
  'odds',
] as const;
/** What a message may need besides an ordinary answer, the gravest first. */
export const CARE_TOPICS = [...HELP_TOPICS, ...NOTE_TOPICS] as const;
/** What one limit of certainty holds for: all help together, and each topic of a note. */
export const LIMITED = ['help', ...NOTE_TOPICS] as const;
export type HelpTopic = (typeof HELP_TOPICS)[number];
export type NoteTopic = (typeof NOTE_TOPICS)[number];
export type CareTopic = (typeof CARE_TOPICS)[number];

/** Whether a topic brings help first. */
export function isHelpTopic(topic: string): topic is HelpTopic {
  return HELP_TOPICS.some((one) => one === topic);
}

/**
 * How sure a finding is. `certain`: no ordinary message comes near it; `likely`: help or a note comes alone where the
 * sources are not sure to answer; `possible`: help lines come before the answer, a note is left out.
 */
export const CERTAINTIES = ['possible', 'likely', 'certain'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/** What a message needs. */
export interface CareFinding {
  topic: CareTopic;
  certainty: Certainty;
  /** From which chance in [0, 1] on an answer from the sources outranks it while it is only possible; at first any does. */
  outrankedFrom?: number;
}

/** Whether help is likely needed. */
export function needsHelp(finding: CareFinding | null): boolean {
  return finding !== null && isHelpTopic(finding.topic) && finding.certainty !== 'possible';
}

/**
 * The one that comes first: likely help, the graver topic before others; then possible help, what outranks more
 * answers before others; then notes, the surer and graver first.
 */
export function chooseFinding(findings: readonly (CareFinding | null)[]): CareFinding | null {
  const placeOf = ({ topic }: CareFinding) => CARE_TOPICS.indexOf(topic);
  const found = findings.filter((one) => one !== null).toSorted((a, b) => placeOf(a) - placeOf(b));
  const [possible] = found
    .filter(({ topic }) => isHelpTopic(topic))
    .toSorted((a, b) => (b.outrankedFrom ?? 0) - (a.outrankedFrom ?? 0));
  const sure = found.find(({ certainty }) => certainty !== 'possible');
  return found.find(needsHelp) ?? possible ?? sure ?? found[0] ?? null;
}
