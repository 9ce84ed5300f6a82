import { matchesAny } from './match.ts';

const ATHLETE =
  '(?:recruits?|players?|athletes?|teammates?|girls?|boys?|kids?|students?|guys?|opponents?|classmates?|quarterbacks?|qbs?|goalies?|goalkeepers?|keepers?|pitchers?|catchers?|strikers?|setters?|point guards?|runners?|swimmers?|rivals?|friends?|neighbors?|cousins?|juniors?|seniors?|freshm[ae]n|sophomores?|roommates?)';
const PERSON = `(?:${ATHLETE}|coach(?:s|es)?|scouts?|recruiters?|his|her|their|counselors?)`;
const CONTACT =
  '(?:cell(?: ?phone)?|mobile|phone) ?(?:numbers?|#)?|personal (?:\\w+ )?(?:numbers?|e-?mails?|address|phone|cell)|home (?:address|phone)|private (?:numbers?|e-?mails?|instagram|snapchat|address|phone)|whatsapp|snapchat|snap';
/** A year of school, as in `6th grade`, is no record. */
const GRADES =
  '(?<!\\b(?:\\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth) )grades?';
const RECORD = `gpa|${GRADES}|transcripts?|test scores?|sat(?: scores?)?|act scores?|scores|medical (?:records?|history)|report card|ssn|social security(?: number)?|passwords?|birth ?(?:date|day|certificate)|aid package|scholarship (?:amount|offer)|disciplinary record|background|iep|diagnosis`;
/** One certain other person, as somebody points at them. */
const SOMEBODY = `(?:an?|the|this|that|these|those|another|other|some|one|new) (?:\\w+ ){0,3}?${ATHLETE}`;
/** The start of a message up to its first own child, whom "his" and "her" then mean. */
const BEFORE_OWN_CHILD =
  '^(?:(?!\\bmy (?:\\w+ ){0,2}?(?:son|daughter|kid|child|boy|girl|stepson)\\b).)*?';

const CONTACTS = [
  new RegExp(
    `\\b(?:give|get|find|tell|send|share|what(?:s| is)|look up|need|want|have|show|know)\\b(?! me how)(?:(?!\\b(?:my|our|your)\\b).){0,30}\\b${PERSON}\\b(?:(?!\\b(?:my|our|your|i|a|to|need|use|with)\\b).){0,20}\\b(?:${CONTACT}|${RECORD})(?!\\w)`,
  ),
  new RegExp(
    `\\b(?:give|get|find|tell|send|share|need|want|what(?:s| is)|look up|show)\\b(?:(?!\\b(?:my|our|your)\\b).){0,20}\\b(?:${CONTACT})(?: \\w+){0,2}? (?:of|for) (?:\\w+ ){0,4}?${PERSON}\\b`,
  ),
  new RegExp(`\\bcoach \\w+s (?:${CONTACT})(?!\\w)`),
  new RegExp(`\\b(?:whats|what is) (?:the|that) (?:\\w+ ){1,3}?(?:${CONTACT})(?!\\w)`),
  /\bcoach(?:es)? (?!my|our|your|a|the)\w+ (?:private|personal|home|cell) (?:phone |cell )?(?:number|address|e-?mail)\b/,
  /\b(?:lists?|names) of (?:\w+ ){0,4}?(?:juniors|seniors|sophomores|freshmen|students|recruits|players|kids|athletes|parents|families)\b.{0,40}\b(?:with|and|plus) (?:their |all )?(?:\w+ )?(?:e-?mails?|phones?|numbers|addresses|contacts?)\b/,
  /\bwhere (?:does|do|is) (?:\w+ ){0,4}?(?:coach|recruit|player|recruiter|scout|he|she)(?: \w+)? (?:live|lives|living)\b/,
  /\bwhere (?:do|does) (?:his|her|their|coach \w+) (?:kids?|children|wife|husband|family)\b/,
];

const RECORDS = [
  new RegExp(
    `\\b(?:that|this|another|other|those) (?:other )?${ATHLETE} (?:\\w+ )?(?:${RECORD}|${CONTACT}|address|number)\\b`,
  ),
  new RegExp(
    `\\b(?:my )?(?:teammates?|classmates?|friends?|rivals?|opponents?)(?:s)? (?:${RECORD})\\b.{0,20}$`,
  ),
  new RegExp(
    `\\b(?:look up|find|find out|check|see|tell me|show me|whats|what is|what (?:was|were)) (?:(?:my|a|an|another|the other) )(?:\\w+ )?${ATHLETE}(?: \\w+)? (?:${RECORD}|eligibility status)\\b`,
  ),
  new RegExp(
    `${BEFORE_OWN_CHILD}\\b${SOMEBODY}\\b.{0,300}\\b(?:what(?:s| is| was| were| are)?|how (?:high|good|bad) (?:is|was|are|were)|tell (?:me|us)|find(?: out)?|look up|know|get|see|share|give me|about)\\b (?:\\w+ ){0,2}?(?:his|her|their|hers|theirs) (?:\\w+ ){0,2}?(?:${RECORD})\\b`,
  ),
  new RegExp(
    `\\b(?:find|look up|check|tell (?:me|us)) (?:out )?(?:his|her|their) (?:real |actual )?(?:${RECORD}|age)\\b`,
  ),
  new RegExp(
    `\\b(?:whats|what(?: is| was| were| are)?) the (?:${RECORD}) (?:of|for) (?:the|that|this) (?!average|typical|usual)(?:\\w+ ){0,2}?(?!\\w+s\\b)${ATHLETE}\\b`,
  ),
  new RegExp(
    `\\b(?:did|does|has|is|was) (?:the|that|this) (?:\\w+ ){0,2}?(?:girl|boy|kid|guy|teammate|recruit)\\b.{0,80}\\b(?:fail|flunk|cheat|get (?:\\w+ )?(?:arrested|suspended|expelled)|in trouble|pregnant|really \\d+|actually \\d+)\\b`,
  ),
  /\bfind out (?:why|if|whether|what) (?:he|she|they) (?:left|was|were|got (?:expelled|suspended|kicked|arrested)|failed|did)\b/,
  /\bwhat (?:medical|health|mental)(?: health)? (?:problems?|issues?|conditions?|history) (?:does|did|do|has) (?:the|that|this|his|her)\b/,
  /\bwhat did (?:my|the|that|his|her) (?:\w+ )?(?:teammate|friend|neighbor|classmate|rival)s? (?:\w+ )?(?:put|get|write|say) (?:on|in) (?:his|her|their)\b/,
];

const USERS = [
  /\b(?:other|another) users?s? (?:\w+ )?(?:e-?mails?|names?|chats?|messages|questions|data|gpas?|goals)\b/,
  /\b(?:other|another|which) (?:users?|students?|people|kids|families|athletes)\b.{0,40}\b(?:asked|asking|told|typed|written|said to) (?:you|here)\b/,
  /\b(?:other|another) (?:users?|students?|people|kids|families)\b.{0,20}\b(?:uploaded|typed in|entered)\b/,
];

/** Published data, and the staff pages on which a coach's office can be found. */
const HARMLESS = [
  /\b(?:where|how) (?:do|can|would) (?:i|we) (?:find|look up|get) (?:an?|the) (?:\w+ )?coach(?:es|s)? (?:office |work )?(?:phone|e-?mail|numbers?)(?: (?:number|address)(?:es|s)?)?\b/g,
  /\bdo (?:college )?(?:coaches|recruiters) (?:give|share|publish|send)\b/g,
  /\b(?:what|which) (?:gpa|grades?|scores?|sat|act) (?:do|does|should|must|is|are|will|would)\b/g,
  /\b(?:average|typical|median|minimum|required) (?:\w+ )?(?:gpa|grades?|sat|act|scores?)\b/g,
];

const PRIVATE_DATA = [...CONTACTS, ...RECORDS, ...USERS];

/** True when somebody asks for contact data or records of another person. Reads a normalised message. */
export function detectPrivateData(message: string): boolean {
  return matchesAny(message, PRIVATE_DATA, HARMLESS);
}
