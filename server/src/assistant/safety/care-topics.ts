/** What a message may need besides an ordinary answer, the gravest first. */
export const CARE_TOPICS = [
  'crisis',
  'abuse',
  'health',
  'under_thirteen',
  'deception',
  'private_data',
  'ghost_writing',
  'professional_advice',
  'eligibility',
  'odds',
] as const;
export type CareTopic = (typeof CARE_TOPICS)[number];

/** Topics that bring help before anything else; the others a sentence after the answer. */
export const HELP_TOPICS = ['crisis', 'abuse', 'health'] as const satisfies readonly CareTopic[];
export type HelpTopic = (typeof HELP_TOPICS)[number];
export type NoteTopic = Exclude<CareTopic, HelpTopic>;
export const NOTE_TOPICS = CARE_TOPICS.filter((topic): topic is NoteTopic => !isHelpTopic(topic));

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
}

/**
 * The one that comes first: likely help, the graver topic before others; then possible help;
 * then notes, the surer and graver first.
 */
export function chooseFinding(findings: readonly (CareFinding | null)[]): CareFinding | null {
  const [first] = findings.filter((one) => one !== null).toSorted((a, b) => rank(a) - rank(b));
  return first ?? null;
}

function rank({ topic, certainty }: CareFinding): number {
  const isPossible = certainty === 'possible';
  const tier = isHelpTopic(topic) ? (isPossible ? 1 : 0) : isPossible ? 3 : 2;
  return tier * CARE_TOPICS.length + CARE_TOPICS.indexOf(topic);
}

/** Whether help is likely needed. */
export function needsHelp(finding: CareFinding | null): boolean {
  return finding !== null && isHelpTopic(finding.topic) && finding.certainty !== 'possible';
}
