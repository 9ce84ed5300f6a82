import { matchesAny } from './matches-any.ts';

const WHO =
  '(?:i|we|he|she|they|my (?:\\w+ )?(?:son|daughter|kid|child|brother|sister|athlete|player|student|friend))';

const VERDICT = [
  new RegExp(
    `\\b(?:am|are|is|will|would|could|can|do|does|did|was|might|if) ${WHO} (?:\\w+ ){0,3}?(?:be |get |still |also )*(?:eligible|elligible|eligable|ineligible|qualif(?:y|ied|ies)|cleared|certified|a (?:non)?qualifier)\\b`,
  ),
  new RegExp(
    `\\b(?:is|are|will|would|was) (?:my|a|an|his|her|our|their|this) (?:\\w+ )?(?:\\d\\.\\d+|\\d+ (?:core|credit)s?|gpa of \\d)(?: \\w+){0,5} (?:good enough|high enough|enough|ok|okay|sufficient|too low)\\b`,
  ),
  new RegExp(
    `\\b(?:can|could|will|would|may) ${WHO} (?:\\w+ ){0,4}?(?:play|compete|be recruited|make it|get in|transfer|practice)\\b.{0,40}\\b(?:with|have|got|having|gpa|at) (?:\\w+ ){0,4}?(?:\\d\\.\\d+|\\d+ (?:core|credit)s?|gpa)\\b`,
  ),
  new RegExp(
    `\\b(?:with|have|has|got) (?:\\w+ ){0,3}?(?:\\d\\.\\d+|\\d+ (?:core|credit)s?)\\b.{0,60}\\b(?:can|could|will|would|may|do|am|is) ${WHO} (?:\\w+ ){0,3}?(?:play|compete|eligible|qualify|make it|ok|okay|good|in)\\b`,
  ),
  /\b(?:certify|clear) (?:me|my (?:son|daughter))\b|\btell me (?:if|whether) (?:i am|im|hes|shes|he is|she is|my (?:son|daughter) is) (?:\w+ )?eligible\b/,
  /\b(?:my|i have|ive got|i got|have) (?:\w+ ){0,3}?(?:gpa|\d\.\d+)\b.{0,60}\b(?:eligible|eligibility|qualify|enough|do i make it|am i (?:good|ok|in))\b/,
  /\b(?:eligible|qualify)\b.{0,40}\b(?:gpa|\d\.\d+ )/,
];

/** Asking for the rule, not for a verdict. */
const HARMLESS = [
  /\b(?:how|when|where|who|what) (?:\w+ ){1,4}?(?:know|find out|tell|decides?|decided|check|see|determines?) (?:if|whether|that) (?:\w+ ){1,3}?eligible\b/g,
  /\b(?:how|when|where|what) (?:do|does|can|should|must|would|will) (?:\w+ ){1,3}?(?:get|become|be|stay|keep|remain|need)\b[^?.]{0,60}\b(?:eligible|cleared|certified|qualif\w+|eligibility)\b/g,
  /\b(?:what|which|how many|how much) (?:\w+ ){0,4}?(?:to be|to become|to get|to stay) (?:\w+ )?(?:eligible|cleared|certified)\b/g,
  /\b(?:in)?(?:eligible|eligibility|qualif\w+) (?:\w+ ){0,4}?(?:for|to get|to receive) (?:\w+ ){0,3}?(?:aid|fafsa|pell|grants?|loans?|fee waivers?|work study|waivers?)\b/g,
];

/** True when the asker wants a yes or no on their own eligibility. Reads a normalised message. */
export function detectEligibilityVerdict(message: string): boolean {
  return matchesAny(message, VERDICT, HARMLESS);
}
