import { matchesAny } from './matches-any.ts';

const PROFESSIONAL_ADVICE = [
  /\b(?:which|what|whose) (?:\w+ ){0,3}?(?:contracts?|deals?|agents?|agency|collective)\b.{0,30}\b(?:sign|choose|pick|take|accept|hire|best)\b/,
  /\b(?:should|shall|can|do|must|could) (?:i|we|he|she|my (?:son|daughter)) (?:\w+ ){0,2}?(?:sign|take|accept|hire|get|need) (?:\w+ ){0,4}?(?:contracts?|nil deals?|nil agreement|agents?|lawyer|attorney)\b/,
  /\b(?:review|check|look over|read) (?:my|this|the|his|her|our) (?:\w+ ){0,2}?(?:contract|nil deal|agreement)\b/,
  /\b(?:f-?1|j-?1|student|work|h-?1b) visas?\b|\bvisa (?:status|rules?|problems?|application|interview)\b|\b(?:on|my|a|need) (?:\w+ )?visa\b(?! card)/,
  /\b(?:immigration|immigrant|undocumented|daca|green card|deport(?:ed|ation)?|asylum|i-20|sevis|work permit)\b/,
  /\b(?:tax(?:es|ed|able)?|irs|1099|deduct(?:ion|ible)?s?|write off|w-?9)\b/,
  /\b(?:sue|suing|lawsuit|legal advice|legal action|press charges|my rights|title ix (?:complaint|case|claim))\b/,
];

/** Tax papers of the aid forms, and what the sources explain about lawsuits between others. */
const HARMLESS = [
  /\b(?:tax (?:returns?|forms?|info\w*|data|records?|year)|taxes)\b(?=.{0,60}\b(?:fafsa|css|aid)\b)/g,
  /(?<=\b(?:fafsa|css profile)\b.{0,60})\b(?:tax (?:returns?|forms?|info\w*|data|records?|year)|taxes|irs)\b/g,
  /\bparents? tax (?:data|returns?|forms?|info\w*|records?)\b/g,
  /\bhouse (?:v ncaa )?(?:lawsuit|settlement)\b/g,
  /\bluxury tax\b/g,
];

/** True for contracts, agents, law, immigration and tax of one person. Reads a normalised message. */
export function detectProfessionalAdvice(message: string): boolean {
  return matchesAny(message, PROFESSIONAL_ADVICE, HARMLESS);
}
