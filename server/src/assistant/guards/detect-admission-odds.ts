import { matchesAny } from './matches-any.ts';

const WHO =
  '(?:i|he|she|we|they|my (?:\\w+ )?(?:son|daughter|kid|child|boy|girl|nephew|niece|brother|sister))';
const WHOM = '(?:me|him|her|us|my (?:\\w+ )?(?:son|daughter|kid|child|boy|girl))';
/** Things that are got into without an admission office. */
const NOT_A_COLLEGE =
  '(?! (?:in(?:to)? )?(?:touch|contact|shape|trouble|(?:a |the )?(?:camps?|portal|transfer|showcase|program code|habit|app|account|system|eligibility|game|rotation|weight)|recruiting|coaching|with|on|the mood|front))';

const ADMISSION_ODDS = [
  /\b(?:my|our|his|her|my (?:son|daughter|kid|child)s) (?:\w+ ){0,2}?(?:chances?|odds|probability|likelihood|shot)\b(?! (?:put|selection|percentage|clock|blocking))/,
  new RegExp(
    `\\b(?:chances?|odds|probability|likelihood) (?:that |of |for |to )?(?:${WHOM}|${WHO}|im)\\b`,
  ),
  new RegExp(`\\b(?:chances?|odds) (?:do|does|would|will) ${WHO} (?:\\w+ )?(?:have|stand|get)\\b`),
  new RegExp(
    `\\b(?:do|does|would|will) ${WHO} (?:\\w+ ){0,2}?(?:have|stand) (?:\\w+ ){0,2}?(?:chance|shot)\\b(?= (?:at|with|of|for|to|w)\\b)`,
  ),
  /\b(?:chance me|rate my (?:chances?|odds|profile))\b/,
  new RegExp(
    `\\b(?:will|would|can|could|do you think|do|does|am|is|are|if|that) ${WHO} (?:\\w+ ){0,3}?(?:get(?:ting)? in(?:to)?\\b${NOT_A_COLLEGE}|be admitted|be accepted|get(?:ting)? accepted|get(?:ting)? admitted|make it into)\\b`,
  ),
  new RegExp(
    `\\b(?:does|do|will|would|can|could) (?:\\w+ ){1,6}?get ${WHOM} (?:in(?:to)?|past admissions?|admitted|accepted)\\b${NOT_A_COLLEGE}`,
  ),
  new RegExp(
    `\\b(?:will|would|does|do you think|you think|might) (?:(?!(?:they|colleges?|coach|coaches|schools?|teams?|mean|ncaa)\\b)\\w+ ){1,3}?(?:would |will |even )?(?:admit|accept|take|want|reject|deny) ${WHOM}\\b(?! to )`,
  ),
  /\b(?:will|would) (?:\w+ ){1,3}?admit (?:an?|someone|somebody)\b/,
  new RegExp(
    `\\bhow likely (?:am i|is ${WHO} to|is it (?:that|for) (?:${WHO}|${WHOM}))\\b|\\b(?:most|more) likely to (?:accept|admit|take|recruit|offer) ${WHOM}\\b`,
  ),
  new RegExp(
    `\\b(?:will|would|am|are|is) ${WHO} (?:\\w+ ){0,3}?(?:get recruited|be recruited|good enough (?:to|for)|get (?:a|an) (?:\\w+ ){0,2}?(?:offer|scholarship))\\b`,
  ),
  /\bis (?:my|his|her|a) (?:\w+ )?(?:\d\.\d+|\d{4}|\d\d)(?: \w+){0,4} (?:good|high)? ?enough (?:for|to get in)\b/,
  /\b(?:predict|guess|estimate) (?:if|whether|that) (?:ill|i will|i|he|she|my (?:son|daughter)) (?:\w+ )?(?:get|make|be)\b/,
  /\b(?:realistic|delusional) ?[?.!]*$|\b(?:is (?:it|that)|am i) (?:\w+ )?(?:realistic|delusional|dreaming)\b(?! (?:list|time|number|goal|budget))/,
];

const HARMLESS = [
  /\b(?:miss|los)\w* (?:out on )?(?:my|our|his|her) (?:\w+ )?(?:chances?|shot)\b(?! (?:at|with|of|to)\b)/g,
  /\b(?:does|do|can) (?:the |a )?(?:college )?coach(?:es)? (?:\w+ )?get (?:me|him|her|us) into (?:the|a|their|any) (?:school|college)\b/g,
  /\bdecides? (?:if|whether) (?:i|he|she|we|they) (?:\w+ )?gets? in(?:to)?\b/g,
  /\b(?:when|how|where) (?:can|will|do|does|could|would|should) (?:i|he|she|we|my (?:son|daughter|kid)) (?:\w+ ){0,3}?(?:get|be)\b/g,
  /\b(?:improv|increas|rais|hurt|help|boost|ruin|affect|kill|lower|reduc|better)\w* (?:\w+ ){0,2}?(?:chances?|odds)\b/g,
  /\bcan i (?:still )?get (?:a|an) (?:\w+ ){0,2}?scholarship\b(?! (?:at|to|from) [a-z]+)/g,
  /\bdecides? (?:if|whether) (?:i|he|she|we|my \w+)\b/g,
  /\bchances? (?:that )?(?:they|coaches) (?:are|is|will)\b/g,
];

/** True when somebody wants a forecast for one person. Reads a normalised message. */
export function detectAdmissionOdds(message: string): boolean {
  return matchesAny(message, ADMISSION_ODDS, HARMLESS);
}
