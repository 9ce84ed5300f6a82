import { matchesAny } from './matches-any.ts';

const RECORD =
  '(?:transcripts?|grades?|diplomas?|ids?|birth ?(?:certificates?|dates?|days?)|certificates?|records?|report cards?|(?:test )?scores?|sat|act|documents?|references?|recommendations?|letters? of recommendation|passports?|residency|address|age|citizenship|signatures?|gpa|times?|stats?|doctors? note|offers?|injury|injuries|tax (?:forms?|returns?)|income|fafsa)';
const PAST = `(?:transfers?|class(?:es)?|schools?|(?:failed|failing|bad) \\w+|f|ds?|fs|drug test|suspension|arrest|contract|payments?|nil|money|income|assets?|pro contract|records?|${RECORD})`;

const DECEPTION = [
  new RegExp(
    `\\b(?:hid(?:e|ing)|conceal(?:ing)?|cover(?:ing)? up|bury(?:ing)?|get rid of) (?:\\w+ ){0,4}?${PAST}\\b`,
  ),
  new RegExp(
    `\\b(?:fak(?:e|ing)|forg(?:e|ed|ing)|falsif(?:y|ying)|photo ?shop(?:ping)?|doctor(?:ing)?|counterfeit) (?:\\w+ ){0,3}?${RECORD}\\b`,
  ),
  new RegExp(
    `\\b(?:alter|edit|tamper with|chang(?:e|ing)|modify|fudge|inflat(?:e|ing)|pad(?:ding)?) (?:my|a|the|his|her|our) (?:\\w+ )?(?:transcripts?|diploma|birth ?(?:certificate|date|day)|report card|records?|stats?|gpa)\\b(?! (?:by|with|through) (?:retaking|studying|summer))`,
  ),
  /\b(?:lie|lying|lied) (?:to \w+ (?:\w+ )?)?(?:about|on|to the|on my)\b/,
  new RegExp(
    `\\b(?:leave|leaving|keep|keeping|left) (?:\\w+ ){0,4}?(?:off|out of|from) (?:of )?(?:my|the|his|her|our) (?:transcript|application|file|record|form|fafsa)\\b`,
  ),
  /\b(?:without (?:the )?(?:ncaa|coach|school|compliance|eligibility center|anyone|college) (?:finding out|knowing|noticing)|not get caught|without getting caught|get away with)\b/,
  /\b(?:someone|somebody|friend|you|tutor|person) (?:else )?(?:to )?(?:take|takes|do|sit) (?:my|the|his|her) (?:sat|act|test|exam|online class|class|course|quiz|final)\b/,
  /\b(?:pay|hire|paying) (?:\w+ ){0,3}?(?:to )?(?:take|do) (?:my|the) (?:\w+ )?(?:sat|act|test|exam|class|course|homework)\b/,
  /\b(?:cheat(?:ing)?) (?:on|in|my|the|at)\b|\bbribe\w*\b|\bbeat (?:a|the|my) drug test\b|\bpass (?:a|the|my) drug test\b/,
  /\b(?:pretend|claim|say) (?:to be|that im|that i am|im|i am|i was) (?:\w+ ){0,2}?(?:younger|older|a resident|injured|homeschooled|black|native|hispanic|a minority|disabled)\b/,
];

const HARMLESS = [
  /\b(?:does|do|is|are|what happens|caught) (?:\w+ ){0,3}?fake\b/g,
  /\b(?:spot|recognize|recognise|avoid|identify|report|know if) (?:\w+ ){0,3}?fake\b/g,
  /\bchang(?:e|ing) (?:my|the) (?:gpa|grades?) by\b/g,
  /\bhide (?:\w+ )?(?:from me|in the)\b/g,
  /\b(?:someone|he|she|they|school|college|program|club|coach|coaches|recruiters?|services?|scouts?) (?:is|are|was|were|be) (?:lying|faking)\b/g,
  /\b(?:coach|coaches|recruiters?|services?|he|she) (?:\w+ )?(?:lie|lied|lies|lying)\b/g,
];

/** True when somebody wants to deceive an office or a school. Reads a normalised message. */
export function detectDeception(message: string): boolean {
  return matchesAny(message, DECEPTION, HARMLESS);
}
