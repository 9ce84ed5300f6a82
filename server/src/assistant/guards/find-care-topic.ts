import { detectAbuse } from './detect-abuse.ts';
import { detectAbuseInSpanish } from './detect-abuse-in-spanish.ts';
import { detectAdmissionOdds } from './detect-admission-odds.ts';
import { detectCrisis } from './detect-crisis.ts';
import { detectCrisisInSpanish } from './detect-crisis-in-spanish.ts';
import { detectDeception } from './detect-deception.ts';
import { detectEligibilityVerdict } from './detect-eligibility-verdict.ts';
import { detectGhostWriting } from './detect-ghost-writing.ts';
import { detectHealthRisk } from './detect-health-risk.ts';
import { detectPrivateData } from './detect-private-data.ts';
import { detectProfessionalAdvice } from './detect-professional-advice.ts';
import { detectUnderThirteen } from './detect-under-thirteen.ts';
import { normaliseMessage } from './normalise-message.ts';

/** What a message needs before, or instead of, an ordinary answer. */
export type CareTopic =
  | 'crisis'
  | 'abuse'
  | 'under_thirteen'
  | 'health'
  | 'private_data'
  | 'deception'
  | 'ghost_writing'
  | 'eligibility'
  | 'odds'
  | 'professional_advice';

/** In the order in which they outrank each other: danger first. */
const DETECTORS: readonly (readonly [CareTopic, (message: string) => boolean])[] = [
  ['crisis', (message) => detectCrisis(message) || detectCrisisInSpanish(message)],
  ['abuse', (message) => detectAbuse(message) || detectAbuseInSpanish(message)],
  ['under_thirteen', detectUnderThirteen],
  ['health', detectHealthRisk],
  ['deception', detectDeception],
  ['private_data', detectPrivateData],
  ['ghost_writing', detectGhostWriting],
  ['professional_advice', detectProfessionalAdvice],
  ['eligibility', detectEligibilityVerdict],
  ['odds', detectAdmissionOdds],
];

/** The most urgent care topic of a message, or null for an ordinary question. */
export function findCareTopic(text: string): CareTopic | null {
  const message = normaliseMessage(text);
  return DETECTORS.find(([, detect]) => detect(message))?.[0] ?? null;
}

/** True when it was words in Spanish that asked for help. */
export function asksForHelpInSpanish(text: string): boolean {
  const message = normaliseMessage(text);
  return detectCrisisInSpanish(message) || detectAbuseInSpanish(message);
}
