import { matchesAny } from './match.ts';

const RECORD =
  '(?:transcripts?|grades?|diplomas?|ids?|birth ?(?:certificates?|dates?|days?)|certificates?|records?|report cards?|(?:test )?scores?|sat|act|documents?|references?|recommendations?|letters? of recommendation|passports?|residency|address|age|citizenship|signatures?|gpa|times?|stats?|doctors? note|offers?|injury|injuries|tax (?:forms?|returns?)|income|fafsa|clubs?|hours|awards?|activities|labrum|acl|surgery|tear)';
const PAST = `(?:transfers?|class(?:es)?|schools?|(?:failed|failing|bad) \\w+|f|ds?|fs|drug test|suspension|arrest|contract|payments?|nil|money|income|assets?|pro contract|records?|${RECORD})`;
/** What the rules ask for and somebody would rather leave out. */
const OWED =
  '(?:transcripts?|schools?|class(?:es)?|grades?|courses?|[df]s?|years?|semester|suspen\\w+|expulsion|expelled|arrest\\w*|fight|money|cash|paid|payments?|income|job|contracts?|agents?|injur\\w+|surgery|account|assets|savings|deal)';
const OFFICE =
  '(?:ncaa|naia|coach|coaches|compliance|eligibility center|clearinghouse|colleges?|schools?|admissions?|anyone|anybody|they|he|she|people|someone|somebody|nobody|no one)';
const WORK =
  '(?:(?:\\w+ )?(?:sat|act|tests?|exams?)|(?:online )?class(?:es)?|courses?|quiz|final|homework|essay)';
const OTHER_PERSON =
  '(?:someone|somebody|friends?|you|tutor|person|brother|sister|cousin|twin|mom|dad|teammate)';

const HIDING = [
  new RegExp(
    `\\b(?:hid(?:e|ing)|conceal(?:ing)?|cover(?:ing)? up|bury(?:ing)?|get rid of) (?:\\w+ ){0,4}?${PAST}\\b`,
  ),
  new RegExp(
    `\\b(?:leave|leaving|keep|keeping|left) (?:\\w+ ){0,4}?(?:off|out of|from) (?:of )?(?:my|the|his|her|our) (?:transcript|application|file|record|form|fafsa)\\b`,
  ),
  new RegExp(
    `\\b(?:leave|leaving|left|keep) (?:\\w+ ){0,4}?${OWED} (?:\\w+ )?(?:off|out)\\b(?! (?:season|of (?:state|school|district)))`,
  ),
  new RegExp(
    `\\b(?:dont|not|never|skip|leave|without) (?:\\w+ ){0,2}?(?:send\\w*|report\\w*|mention\\w*|tell\\w*|disclos\\w+|list\\w*|includ\\w+|put|submit\\w*|declar\\w+|leav\\w+) (?:\\w+ ){0,5}?${OWED}\\b.{0,60}\\b(?:will|would|can|could|gonna|going to|does|do) (?:the )?${OFFICE} (?:\\w+ ){0,2}?(?:know|find out|notice|see|catch|care)\\b`,
  ),
  new RegExp(
    `\\b(?:will|would|can|could|does|do) (?:the )?${OFFICE} (?:\\w+ ){0,2}?(?:know|find out|notice|see|catch) .{0,20}\\b(?:dont|didnt|not|never|skip|leave) (?:\\w+ ){0,2}?(?:send|report|mention|tell|disclose|list|include|put|submit|declare) (?:\\w+ ){0,5}?${OWED}\\b`,
  ),
  new RegExp(
    `\\bso (?:that )?(?:the )?(?:${OFFICE}|it) (?:\\w+ )?(?:dont|doesnt|wont|cant|never|wouldnt|isnt|not) (?:\\w+ ){0,2}?(?:see|know|find out|notice|show|caught|catch|realize)\\b`,
  ),
  new RegExp(
    `\\bkeep(?:ing)? (?:the )?${OFFICE} (?:\\w+ ){0,2}?from (?:knowing|finding|seeing|noticing|learning)\\b`,
  ),
  new RegExp(
    `\\bwithout (?:the |my )?${OFFICE} (?:\\w+ )?(?:finding out|knowing|noticing|seeing)\\b|\\b(?:not get caught|(?:not|without) getting caught|get away with|make (?:it|this|that) (?:go away|disappear))\\b`,
  ),
  new RegExp(
    `\\b(?:would|will|could) (?:the |my )?${OFFICE} (?:ever |even |really |actually )?(?:catch (?:me|us|him|her|that|this|it|on)|(?:find out|know|notice|be able to tell) if (?:i|we|he|she|${OTHER_PERSON}) (?:used?|did|took|lied?|fak\\w+|chang\\w+|edit\\w*|left|hid|made))\\b`,
  ),
  /\b(?:make|making|get) (?:them|coaches|the (?:coach|ncaa|college|school)|people) (?:to )?(?:think|believe)\b|\bso they think\b/,
  /\b(?:just )?(?:answer|say|put|check|tick|click) no\b.{0,40}\b(?:form|application|question|box|app)\b|\btick the box that\b.{0,30}\bnever\b/,
  /\bnever (?:mention|told|tell|report|list)(?:ed)? (?:the|my|that|them|about) (?:\w+ ){0,3}?(?:college|school|suspension|arrest|agent|money|job|class)\b/,
  /\b(?:software|detectors?|turnitin|checkers?|they|it) (?:\w+ ){0,2}?(?:see|tell|know|flag|flags|flagged|catch|detect) (?:\w+ ){0,5}?(?:chatgpt|ai|copied|a bot|written by)\b|\b(?:chatgpt|ai|copied|plagiari\w+)\b.{0,80}\b(?:not|doesnt|dont|wont|no one|avoid) (?:\w+ )?(?:get )?(?:flag\w*|caught|detect\w*|notic\w*)\b/,
  /\b(?:ncaa|coach\w*|compliance|school|colleges?) (?:not )?to (?:not )?(?:see|know|find)\b.{0,20}\bthat (?:i|we|he|she)\b/,
  /\b(?:nobody|no one|noone) (?:\w+ )?(?:finds? out|will know|would know|knows(?! (?:who|about)? ?(?:i am|im|me|us|we are)\b)|has to know|needs to know)\b/,
  /\b(?:keep (?:it )?quiet|stay quiet|keep my mouth shut|under the table|on the (?:dl|down low)|secretly)\b/,
  new RegExp(
    `\\b(?:suspen\\w+|expelled|arrest\\w*|dui|got in(?:to)? a fight|fail\\w*|an f|cheating)\\b.{0,80}\\b(?:or )?(?:can|could) (?:i|we|he|she) (?:just )?(?:skip (?:it|that)|leave (?:it|that) (?:out|off|blank)|not (?:say|mention|report|tell|put))\\b`,
  ),
];

const FAKING = [
  new RegExp(
    `\\b(?:fak(?:e|ing)|forg(?:e|ed|ing)|falsif(?:y|ying)|photo ?shop(?:ping)?|doctor(?:ing)?|counterfeit) (?:\\w+ ){0,3}?${RECORD}\\b`,
  ),
  new RegExp(
    `\\b(?:alter|edit|tamper with|chang(?:e|ing)|modify|fudge|inflat(?:e|ing)|pad(?:ding)?|exaggerat(?:e|ing)) (?:my|a|the|his|her|our) (?:\\w+ )?(?:transcripts?|diploma|birth ?(?:certificate|date|day)|report card|records?|stats?|gpa)\\b(?! (?:by|with|through) (?:retaking|studying|summer))`,
  ),
  /\b(?:get|buy|order|make) (?:\w+ ){0,4}?(?:birth certificate|diploma|transcript|fake id|doctors? note)\b.{0,40}\b(?:saying|that says|to say|showing|with a different)\b/,
  /\b(?:mak(?:e|ing)|made) up (?:\w+ ){0,3}?(?:volunteer hours|community service|awards?|activit\w+|stats?|clubs?|jobs?|honou?rs|titles|offers?|story)\b/,
  /\b(?:pretend|claim|say|says|lie that) (?:to be|that im|that i am|im|i am|i was|(?:that )?(?:he|she) (?:is|was)|hes|shes) (?:\w+ ){0,2}?(?:younger|older|a resident|injured|homeschooled|black|native|hispanic|latino|a minority|disabled|held back|sick|homeless|an orphan|single)\b/,
  /\b(?:lie|lying|lied) (?:to \w+ (?:\w+ )?)?(?:about|on|to the|on my)\b/,
  /\b(?:different|another|fake) name\b.{0,60}\b(?:year|start over|again|grade|team|play(?:ed)?)\b|\b(?:play(?:ed)?|start|enroll\w*)\b.{0,40}\b(?:with|under) (?:a|another) (?:different |fake )?name\b/,
  /\bsay (?:i|we|he|she) (?:\w+ ){1,6}?(?:but|when) (?:really|actually|it was (?:really|actually))\b/,
  /\b(?:put|move|moving|transfer|shift|hide) (?:\w+ ){0,3}?(?:money|assets|savings|income) (?:\w+ ){0,4}?(?:name|account|grandma\w*|uncle\w*|aunt\w*)\b/,
  /\btold (?:me|us|him|her|them) to (?:say|lie|claim|pretend|write down)\b/,
  /\b(?:say|tell|told|telling|claim) (?:\w+ ){0,4}?(?:another|other|more|an|two|three) offers?\b.{0,30}\b(?:but|when|even though) (?:i|we|he|she) (?:\w+ )?(?:dont|doesnt|havent|hasnt|really dont)\b/,
  /\bthan (?:what )?(?:i|he|she) (?:really|actually) (?:ran|am|is|got|did|threw|jumped|swam|have|weigh)\b/,
  /\bdont (?:actually|really) live (?:there|here|in)\b.{0,80}\b(?:prove|proof|residency|address|play)\b/,
  /\b(?:put|use|using|list|give) (?:\w+ )?(?:dads|moms|aunts|uncles|grandmas|grandpas|friends|cousins|grandparents) address\b.{0,60}\b(?:so|to) (?:we|i|he|she|it|look|play|get|qualify)\b/,
];

const IMPOSTURE = [
  new RegExp(
    `\\b${OTHER_PERSON} (?:else )?(?:(?:can|could|will|would|to) )?(?:take|takes|took|taking|do|does|did|done|sit|sits|finish\\w*) (?:my|the|his|her) (?:\\w+ )?${WORK}\\b(?! (?:too|with me|with us|also))(?=.* for (?:me|him|her)\\b|.*\\b(?:my|his|her) )`,
  ),
  new RegExp(
    `\\b(?:take|takes|took|taking|do|doing|did|sit) (?:my|the|his|her) (?:\\w+ ){0,2}?${WORK} for (?:me|him|her|us)\\b`,
  ),
  new RegExp(
    `\\b(?:pay|hire|paying) (?:\\w+ ){0,3}?(?:to )?(?:take|do) (?:my|the) (?:\\w+ )?${WORK}\\b`,
  ),
  /\b(?:use|used|using|send|sent|post) (?:my |a |his |her )?(?:brothers?|sisters?|friends?|teammates?|cousins?|twins?|someone elses|somebody elses|another (?:kid|player|guy|girl)s) (?:film|video|highlights?|transcripts?|scores?|stats|id|grades|essay|game)\b/,
  /\bcheat(?:ing)? (?:on|in|my|the|at)\b|\bbribe\w*\b/,
  /\b(?:beat|pass|fool|trick|bypass|evade|(?:get|way) (?:past|a?round)|cheat) (?:\w+ ){0,2}?(?:drug test\w*|ai (?:detect\w+|checker\w*)|turnitin|plagiarism|background check|age (?:limit|check|verification)|detectors?)\b/,
];

const HARMLESS = [
  /\b(?:does|do|is|are|what happens|caught) (?:\w+ ){0,3}?fake\b/g,
  /\b(?:spot|recognize|recognise|avoid|identify|report|know if) (?:\w+ ){0,3}?fake\b/g,
  /\bchang(?:e|ing) (?:my|the) (?:gpa|grades?) by\b/g,
  /\bhide (?:\w+ )?(?:from me|in the)\b/g,
  /\b(?:someone|he|she|they|school|college|program|club|coach|coaches|recruiters?|services?|scouts?) (?:is|are|was|were|be) (?:lying|faking)\b/g,
  /\b(?:coach|coaches|recruiters?|services?|he|she) (?:\w+ )?(?:lie|lied|lies|lying)\b/g,
  /\bwhat happens (?:if|when) (?:you|someone|somebody|people|a \w+|families|parents) (?:\w+ )?(?:lies?|lying|cheats?|fakes?|hides?)\b/g,
];

const DECEPTION = [...HIDING, ...FAKING, ...IMPOSTURE];

/** True when somebody wants to deceive an office or a school. Reads a normalised message. */
export function detectDeception(message: string): boolean {
  return matchesAny(message, DECEPTION, HARMLESS);
}
