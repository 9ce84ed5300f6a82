import { matchesAny } from './matches-any.ts';

const PERSON =
  '(?:coach(?:s|es)?|recruits?|players?|athletes?|teammates?|scouts?|recruiters?|girls?|boys?|kids?|students?|guys?|opponents?|classmates?|his|her|their|quarterbacks?|goalies?|pitchers?|counselors?)';
const CONTACT =
  '(?:cell(?: ?phone)?|mobile|phone) ?(?:numbers?|#)?|personal (?:\\w+ )?(?:numbers?|e-?mails?|address|phone|cell)|home (?:address|phone)|private (?:numbers?|e-?mails?|instagram|snapchat|address|phone)';
const RECORD =
  'gpa|grades?|transcripts?|test scores?|sat(?: scores?)?|act scores?|medical (?:records?|history)|report card|ssn|social security(?: number)?|passwords?';

const PRIVATE_DATA = [
  new RegExp(
    `\\b(?:give|get|find|tell|send|share|what(?:s| is)|look up|need|want|have|show|know)\\b(?! me how)(?:(?!\\b(?:my|our|your)\\b).){0,30}\\b${PERSON}\\b(?:(?!\\b(?:my|our|your|i|a|to|need|use|with)\\b).){0,20}\\b(?:${CONTACT})(?!\\w)`,
  ),
  new RegExp(
    `\\b(?:give|get|find|tell|send|share|what(?:s| is)|look up|show)\\b(?:(?!\\b(?:my|our|your)\\b).){0,20}\\b(?:${CONTACT})(?: \\w+){0,2}? (?:of|for) (?:\\w+ ){0,2}?${PERSON}\\b`,
  ),
  new RegExp(`\\bcoach \\w+s (?:${CONTACT})(?!\\w)`),
  new RegExp(
    `\\b(?:that|this|another|other|those) (?:other )?(?:recruit|player|athlete|kid|girl|boy|guy|teammate|student|quarterback|goalie|pitcher)(?:s|es)? (?:\\w+ )?(?:${RECORD}|${CONTACT}|address|number)\\b`,
  ),
  new RegExp(
    `\\b(?:my )?(?:teammates?|classmates?|friends?|rivals?|opponents?)(?:s)? (?:${RECORD})\\b.{0,20}$`,
  ),
  /\bwhere (?:does|do|is) (?:\w+ ){0,3}?(?:coach|recruit|player|recruiter|scout|he|she)(?: \w+)? (?:live|lives|living)\b/,
  /\b(?:other|another) users?s? (?:\w+ )?(?:e-?mails?|names?|chats?|messages|questions|data|gpas?|goals)\b/,
];

const HARMLESS = [
  /\bdo (?:college )?(?:coaches|recruiters) (?:give|share|publish|send)\b/g,
  /\b(?:what|which) (?:gpa|grades?|scores?|sat|act) (?:do|does|should|must|is|are|will|would)\b/g,
];

/** True when somebody asks for contact data or records of another person. Reads a normalised message. */
export function detectPrivateData(message: string): boolean {
  return matchesAny(message, PRIVATE_DATA, HARMLESS);
}
