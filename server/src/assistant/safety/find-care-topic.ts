import type { Care } from '../domain.ts';
import { detectAbuse, detectAbuseInSpanish } from './patterns/detect-abuse.ts';
import { detectCrisis, detectCrisisInSpanish } from './patterns/detect-crisis.ts';
import { detectDeception } from './patterns/detect-deception.ts';
import { detectGhostWriting } from './patterns/detect-ghost-writing.ts';
import { detectHealthRisk } from './patterns/detect-health-risk.ts';
import { detectPrivateData } from './patterns/detect-private-data.ts';
import { detectProfessionalAdvice } from './patterns/detect-professional-advice.ts';
import { detectUnderThirteen } from './patterns/detect-under-thirteen.ts';
import { detectAdmissionOdds, detectEligibilityVerdict } from './patterns/detect-verdict.ts';
import { normaliseMessage } from './patterns/match.ts';

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

/**
 * The most urgent care topic of a message, or null for an ordinary question. Detectors read English, of danger
 * Spanish as well; `care` knows how other topics are told in its language.
 */
export function findCareTopic(text: string, care?: Care): CareTopic | null {
  const message = normaliseMessage(text);
  const found = DETECTORS.find(
    ([topic, detect]) => detect(message) || care?.[topic].said?.test(message),
  );
  return found?.[0] ?? null;
}
