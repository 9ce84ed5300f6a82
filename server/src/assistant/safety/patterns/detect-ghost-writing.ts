import { matchesAny } from './match.ts';

const PIECE =
  '(?:essays?|esays?|essey|personal statements?|statements? of purpose|supplements?|supplemental(?: essays?)?|application(?! (?:fee|account|deadline|checklist))|common ?app(?! (?:account|profile|checklist|deadline|list))|homework|papers?|term paper|book report|(?:letters? of )?rec(?:ommendation)?(?: letters?)?|short answers?|why [a-z]+(?= (?:essay|supp))|why us|insight questions?|activit(?:y|ies) (?:section|list)|poem|worksheet|(?:application|short|essay|why us) (?:question|answer)|intro(?:duction)? and conclusion|letter of intent|(?:additional|diversity) (?:\\w+ )?(?:section|statement))';
const WRITE =
  '(?:re ?)?(?:write|wright|rite|draft|compose|generate|create|finish|do|make|type(?: up)?|craft|produce|whip up|expand|rephrase|reword|paraphrase|redo|complete|fill in|answer|solve|put together|prepare|translate)';
/** What comes before an order: the start, a mark, a courtesy, or "can you". */
const ORDER =
  '(?:^|[.,!?;:] ?|\\b(?:please|pls|plz|just|and|then|you|u|ya|now|(?:you|u|someone|somebody|it|ai) to|hey|hi|hello|ok|okay|yo|lol) )';
const LENGTH = '(?:\\d{2,4}|two hundred|three hundred|five hundred|six hundred) ?-?words?';

const GHOST_WRITING = [
  new RegExp(`${ORDER}${WRITE} (?:me |for me )?(?:\\w+[ ,-]+){0,6}?${PIECE}\\b`),
  new RegExp(`${ORDER}${WRITE} (?:me |us |for me )?(?:\\w+ ){0,3}?${LENGTH}\\b`),
  new RegExp(`\\b(?:writ(?:e|ing)|do|finish) (?:\\w+ ){0,4}?${PIECE} for me\\b`),
  new RegExp(
    `\\b(?:give|send|get) (?:me|us|back) (?:an?|my|the) (?:\\w+ ){0,3}?(?:${PIECE}|(?:full|whole|final|complete|finished|rough) (?:draft|version|text))\\b`,
  ),
  new RegExp(
    `\\b(?:i |we )?(?:need|want|gimme) (?:(?!help|feedback|advice|ideas|tips|topics?|to)\\w+ ){0,3}?(?:${LENGTH}|full draft) (?:on|about|abt|for|of|by)\\b`,
  ),
  new RegExp(`^(?:an? |${LENGTH} )?(?:\\w+ )?essay (?:on|about|abt)\\b.{0,80}\\b${LENGTH}`),
  new RegExp(
    `\\b(?:need|find|want) (?:someone|somebody|you|u) to ${WRITE} (?:\\w+ ){0,4}?${PIECE}`,
  ),
  new RegExp(
    `\\b(?:turn|make|convert|put|change) (?:this|these|that|those|my|it|the)\\b.{0,40}\\b(?:in ?to) (?:an?|my|the|our) (?:\\w+ ){0,3}?${PIECE}\\b`,
  ),
  /\b(?:pretend|imagine|act like|as if|as though)(?: that)? (?:you are|youre|you were|to be|ur|u are|u were) (?:me|my|a|an)\b.{0,100}\b(?:essay|story|words|application|statement)\b/,
  /\b(?:write|tell|essay)\b.{0,40}\bas (?:if|though) (?:you|u) (?:were|was|are) (?:me|my|a|an|him|her)\b/,
  /\b(?:my|this|the) (?:\w+ )?(?:essay|draft|statement|paragraph)\b.{0,40}\b(?:pls|plz|please|just|can you|can u|you|u|and) (?:re ?write|rewrite|redo|write a better)\b|\bdraft,? (?:please )?write a better\b/,
  new RegExp(`^(?:\\w+ ){0,4}?essay for (?:\\w+ ){1,4}?(?:please|pls|plz|asap|go|thanks)$`),
  /\b(?:you|u) (?:put|turn|make|do) (?:it|this|that) (?:in|into|in to) (?:\w+ )?essay\b|\bready to (?:paste|submit|send)\b|\bi can (?:just )?(?:paste|submit|copy)\b|\bso you do it\b/,
  new RegExp(
    `^(?!.*\\b(?:cut|shorten|trim|is|too|long|limit|over|under|how|can|my essay)\\b).*\\b(?:prompt|essay|statement|application)\\b.{0,80}\\b(?:${LENGTH})[ .!]*$`,
  ),
  new RegExp(
    `\\b${PIECE}\\b.{0,60}\\b(?:can|could|will) (?:you|u|ya) (?:just |please |pls |plz )?(?:do|write|finish) (?:it|this|that|one)\\b`,
  ),
  /\bnow (?:just )?write it\b|\bwrite (?:it|this|that) (?:up )?for (?:me|us|him|her)\b/,
  /\b(?:essay|statement|draft|paragraph|words)\b.{0,60}\b(?:rewrite (?:it|this|that|the whole|everything)|make it sound like (?:me|a|an|i))\b/,
  new RegExp(
    `\\b(?:cut|shorten|trim|expand|fix)\\b.{0,40}\\b(?:to ${LENGTH}|to \\d{2,4}|everything)\\b.{0,40}\\b(?:send|give)\\b`,
  ),
  /\bdo my (?:algebra|math|english|history|chem\w*|bio\w*|physics|spanish|stats|geometry|assignments?)\b/,
];

/** The asker writes; the question is how, when or what about. */
const HARMLESS = [
  /\bdo (?:my|his|her|our) \w+ (?:count|matter|affect|help)\b/g,
  /\b(?:how|when|where|why|what|should|do|can|must|could|would|will|may|if|that|because|before|after|as) (?:\w+ )?(?:i|we|to|students?|he|she|they|one|people|applicants?) (?:\w+ ){0,2}?(?:write|draft|do|finish|make|create|start|begin)\b/g,
  /\b(?:need|needs|have|has|had|required|supposed|got|wants?|allowed|how|going|try|trying|plan) to (?:re ?)?(?:write|draft|do|finish|make|create|compose|start)\b/g,
  /\bi (?:\w+ )?(?:need|want|am going|plan|like|love|hate|try|tried) to (?:write|draft|do|finish|start|make)\b/g,
  /\b(?:help|helping|teach|show|tell) (?:me|us|him|her) (?:how )?(?:to )?(?:write|writing|draft|finish|improve)\b/g,
  /\b(?:tips|advice|ideas|guidance|rules|best way|time|hard|easy|long) (?:\w+ )?(?:to|for|on|about) (?:write|writing|do)\b/g,
  /\b(?:do|does|is|are|makes) (?:\w+ )?(?:colleges|essays|schools|they|coaches|the|a|an) (?:\w+ ){0,2}essays?\b/g,
  /\b(?:do|does|did|will|would|make|makes) (?:i|we|you|my|his|her|our|the|a|an) (?:\w+ ){0,4}?(?:need|count|matter|require|use|help|have)\b/g,
];

/** True when the assistant is asked to write what the asker must write. Reads a normalised message. */
export function detectGhostWriting(message: string): boolean {
  return matchesAny(message, GHOST_WRITING, HARMLESS);
}
