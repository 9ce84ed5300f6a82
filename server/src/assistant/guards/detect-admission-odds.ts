import { matchesAny } from './matches-any.ts';

const ADMISSION_ODDS = [
  /\b(?:my|our|his|her|my (?:son|daughter|kid|child)s) (?:\w+ ){0,2}?(?:chances?|odds|probability|likelihood|shot)\b/,
  /\b(?:chances?|odds|probability|likelihood) (?:that |of |for )?(?:me|i|im|my (?:son|daughter|kid|child))\b/,
  /\b(?:do|would|will) (?:i|we|my (?:son|daughter|kid)) (?:\w+ ){0,2}?(?:have|stand) (?:\w+ ){0,2}?(?:chance|shot)\b/,
  /\bchance me\b/,
  /\b(?:will|would|can|could|do you think) (?:i|he|she|we|my (?:son|daughter|kid)) (?:\w+ ){0,3}?(?:get in(?:to)?(?! (?:touch|contact|shape))|be admitted|be accepted|get accepted|get admitted|make it into)\b/,
  /\bhow likely (?:am i|is it (?:that|for) (?:i|me|my (?:son|daughter|kid)))\b/,
  /\b(?:will|would|am|are) (?:i|he|she|my (?:son|daughter|kid)) (?:\w+ ){0,3}?(?:get recruited|be recruited|good enough (?:to|for)|get (?:a|an) (?:\w+ ){0,2}?(?:offer|scholarship))\b/,
];

const HARMLESS = [
  /\b(?:when|how|where) (?:can|will|do|does|could|would|should) (?:i|he|she|we|my (?:son|daughter|kid)) (?:\w+ ){0,3}?(?:get|be)\b/g,
  /\b(?:improv|increas|rais|hurt|help|boost|ruin|affect|kill|lower|reduc|better)\w* (?:\w+ ){0,2}?(?:chances?|odds)\b/g,
  /\bcan i (?:still )?get (?:a|an) (?:\w+ ){0,2}?scholarship\b(?! (?:at|to|from) [a-z]+)/g,
];

/** True when somebody wants a forecast for one person. Reads a normalised message. */
export function detectAdmissionOdds(message: string): boolean {
  return matchesAny(message, ADMISSION_ODDS, HARMLESS);
}
