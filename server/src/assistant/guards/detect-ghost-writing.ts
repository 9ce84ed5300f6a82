import { matchesAny } from './matches-any.ts';

const PIECE =
  '(?:essays?|esays?|essey|personal statements?|statements? of purpose|supplements?|supplemental(?: essays?)?|application|homework|papers?|term paper|book report|letters? of recommendation|recommendation letters?|short answers?)';

const GHOST_WRITING = [
  new RegExp(
    `(?:^|[.,!?;:] ?|\\b(?:please|pls|plz|just|and|then|you|now|to) )(?:re ?)?(?:write|wright|rite|draft|compose|generate|create|finish|do|make) (?:me |for me )?(?:\\w+ ){0,4}?${PIECE}\\b`,
  ),
  new RegExp(`\\b(?:writ(?:e|ing)|do|finish) (?:\\w+ ){0,4}?${PIECE} for me\\b`),
  new RegExp(`\\b(?:give|send) me (?:an?|my|the) (?:\\w+ ){0,3}?${PIECE}\\b`),
];

/** The asker writes; the question is how, when or what about. */
const HARMLESS = [
  /\bdo (?:my|his|her|our) \w+ (?:count|matter|affect|help)\b/g,
  /\b(?:how|when|where|why|what|should|do|can|must|could|would|will|may|if|that|because|before|after|as) (?:\w+ )?(?:i|we|to|students?|he|she|they|one|people|applicants?) (?:\w+ ){0,2}?(?:write|draft|do|finish|make|create|start|begin)\b/g,
  /\bi (?:\w+ )?(?:have|need|want|had|am going|plan|like|love|hate|try|tried) to (?:write|draft|do|finish|start|make)\b/g,
  /\b(?:help|helping|teach|show|tell) (?:me|us|him|her) (?:how )?(?:to )?(?:write|writing|draft|finish|improve)\b/g,
  /\b(?:tips|advice|ideas|guidance|rules|best way|time|hard|easy|long) (?:\w+ )?(?:to|for|on|about) (?:write|writing|do)\b/g,
  /\b(?:do|does|is|are|make|makes) (?:\w+ )?(?:colleges|essays|schools|they|coaches|the|a|an) (?:\w+ ){0,2}essays?\b/g,
];

/** True when the assistant is asked to write what the asker must write. Reads a normalised message. */
export function detectGhostWriting(message: string): boolean {
  return matchesAny(message, GHOST_WRITING, HARMLESS);
}
