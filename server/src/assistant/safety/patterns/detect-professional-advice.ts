import { matchesAny } from './match.ts';

const WHO =
  '(?:i|we|he|she|they|my (?:\\w+ )?(?:son|daughter|kid|child|brother|sister|nephew|niece))';
const PAPER =
  '(?:contracts?|deals?|agreements?|agents?|agency|agencies|collectives?|nda|representation|nil offers?|lawyers?|attorneys?)';
/** Whether to sign, in the words people use for it. */
const DECISION = `(?:should ${WHO} (?:\\w+ )?(?:sign|take|accept|do (?:it|this|that)|say (?:yes|no)|agree|go with|trust|hire|pick|choose)|should (?:i|we|he|she)[ .?!]*$|do (?:i|we) (?:just )?sign|sign (?:it|this) or not|(?:ok|okay|safe|smart|wise) to sign|(?:good|fair|bad|legit|normal|standard|right) (?:deal|offer|contract|cut|rate|percent\\w*)|wait for a better|what (?:do|should) we do|do (?:i|we) (?:give it|say yes|take it|go for it)|should (?:i|we|he|she) go for it|sign or no|would you (?:take|accept|sign)|wants? (?:an answer|my signature|me to sign|us to sign|him to sign|her to sign)|(?:is|are) (?:it|that|this|these|they) (?:a )?(?:fair|normal|standard|legal|binding))`;

const SIGNING = [
  new RegExp(
    `\\b(?:which|what|whose) (?:\\w+ ){0,3}?(?:${PAPER}|accountant)\\b.{0,30}\\b(?:sign|choose|pick|take|accept|hire|best)\\b|\\b(?:best|good) (?:nil )?(?:agent|agency|collective|lawyer)\\b`,
  ),
  new RegExp(
    `\\b(?:should|shall|can|do|must|could) ${WHO} (?:\\w+ ){0,2}?(?:sign|take|accept|hire) (?:\\w+ ){0,4}?(?:contracts?|nil deals?|nil agreement|deal|agents?|lawyer|attorney)\\b`,
  ),
  new RegExp(`\\b${PAPER}\\b.{0,250}\\b${DECISION}`),
  new RegExp(`\\b${DECISION}.{0,60}\\b${PAPER}\\b`),
  /\b(?:do|should|must|does) (?:i|we|he|she) (?:\w+ )?(?:get|need|hire) (?:an?|my own) (?:\w+ )?(?:agent|lawyer|attorney|accountant)\b/,
  /\b(?:review|check|look over|look at|read|go over) (?:my|this|the|his|her|our) (?:\w+ ){0,2}?(?:contract|nil deal|agreement)\b(?! (?:carefully|before|with))/,
  /\bcontract\b.{0,80}\b(?:get out of|cancel|break|back out|void)\b|\b(?:get out of|cancel|break|back out of) (?:\w+ ){0,2}?contract\b/,
  /\b\d+ ?(?:%|percent) (?:\w+ )?(?:cut|fee|commission)\b.{0,60}\b(?:normal|fair|ok|okay|good|accept|too (?:much|high))\b/,
  /\b(?:(?<=\b(?:form|start|open|need|make|get|own|an) )llc(?! and)|incorporate (?:my|him|her)|power of attorney)\b/,
];

const LAW = [
  /\b(?:non ?-?compete|enforceable|legal options|legal rights|in court|to court|have a case|breach of|broke the agreement|power of attorney)\b/,
  /\b(?:negotiate|counter ?-?offer)\b.{0,60}\b(?:nil|collective|contract|agent|agency|brand|deal|terms)\b/,
  /\b(?:clauses?|terms) (?:\w+ ){0,5}?(?:bad|good|ok|okay|fair|accept|ask for)\b|\bwhat (?:terms|clauses) should\b/,
  /\b(?:here|came|living here) (?:without|with no) papers\b|\bh-?1b\b/,
  /\b(?:f-?1|j-?1|student|work|h-?1b|h-?4|tourist) visas?\b|\bvisa (?:status|rules?|problems?|application|interview)\b|\b(?:on|my|a|need|what|which|his|her) (?:\w+ )?visa\b(?! (?:gift )?card)/,
  /\b(?:h-?4|f-?1|f-?2|j-?1|immigration|legal) status\b/,
  /\b(?:immigration|immigrant|undocumented|daca|green card|deport(?:ed|ation)?|asylum|i-20|sevis|work permit)\b/,
  /\b(?:tax(?:es|ed|able)?|irs|1099|deduct(?:ion|ible)?s?|write off|w-?9)\b/,
  /\b(?:sue|suing|lawsuit|legal advice|legal action|press charges|my rights|title ix (?:complaint|case|claim))\b/,
  /\b(?:decree|court order|custody (?:order|agreement|agreement)|alimony)\b.{0,120}\b(?:make (?:him|her|them)|force|enforce|refus\w+|has to pay|must pay)\b|\b(?:refus\w+|wont pay)\b.{0,80}\b(?:decree|court order|custody)\b/,
  /\bclaim (?:my|our|him|her|the) (?:\w+ ){0,3}?as (?:an? )?dependent\b(?!.*\bfafsa\b)/,
];

/** Tax papers and custody for the aid forms, and what the sources explain about lawsuits between others. */
const HARMLESS = [
  /\b(?:tax (?:returns?|forms?|info\w*|data|records?|year)|taxes)\b(?=.{0,250}\b(?:fafsa|css|aid|(?:financial|college|student aid) (?:aid )?forms?)\b)/g,
  /(?<=\b(?:fafsa|css profile)\b.{0,60})\b(?:tax (?:returns?|forms?|info\w*|data|records?|year)|taxes|irs)\b/g,
  /\bclaim(?:s|ed|ing)? (?:\w+ ){0,4}?(?:on|for) (?:his|her|my|their|our|the) tax(?:es| returns?)\b(?=.{0,250}\b(?:which (?:parent|of us|one)|who (?:fills?|does|files)|whose|forms?)\b)/g,
  /\bparents? tax (?:data|returns?|forms?|info\w*|records?)\b/g,
  /\b(?:decree|court order|custody)\b(?=.*\b(?:fafsa|css)\b)/g,
  /\bhouse (?:v ncaa )?(?:lawsuit|settlement)\b/g,
  /\bluxury tax\b/g,
  /\b(?:financial )?aid (?:agreements?|offers?|deals?)\b/g,
];

const PROFESSIONAL_ADVICE = [...SIGNING, ...LAW];

/** True for contracts, agents, law, immigration and tax of one person. Reads a normalised message. */
export function detectProfessionalAdvice(message: string): boolean {
  return matchesAny(message, PROFESSIONAL_ADVICE, HARMLESS);
}
