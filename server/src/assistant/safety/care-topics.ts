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
  /** From which chance in [0, 1] on an answer from the sources outranks it while it is only possible; at first any does. */
  outrankedFrom?: number;
}

/**
 * The one that comes first: likely help, the graver topic before others; then possible help, what outranks more
 * answers before others; then notes, the surer and graver first.
 */
export function chooseFinding(findings: readonly (CareFinding | null)[]): CareFinding | null {
  const [first] = findings.filter((one) => one !== null).toSorted((a, b) => rank(a) - rank(b));
  return first ?? null;
}

function rank({ topic, certainty, outrankedFrom = 0 }: CareFinding): number {
  const place = CARE_TOPICS.indexOf(topic);
  const isPossible = certainty === 'possible';
  if (isHelpTopic(topic)) return isPossible ? CARE_TOPICS.length - outrankedFrom : place;
  return (isPossible ? 3 : 2) * CARE_TOPICS.length + place;
}

/** Whether help is likely needed. */
export function needsHelp(finding: CareFinding | null): boolean {
  return finding !== null && isHelpTopic(finding.topic) && finding.certainty !== 'possible';
}
