import { matchesAny } from './match.ts';

const WHO =
  '(?:i|we|he|she|they|my (?:\\w+ )?(?:son|daughter|kid|child|boy|girl|brother|sister|nephew|niece|athlete|player|student|friend))';
/** The body that decides, or the goal as the asker names it. */
const BODY =
  '(?:ncaa|naia|njcaa|eligibility center|clearinghouse|d-?[123i]|d ?[123]|div(?:ision)? ?(?:[123]|i{1,3})|college (?:ball|sports?|soccer|football|baseball|basketball|softball|volleyball))';
/** Facts of one's own that such a decision rests on. */
const FACT =
  '(?:\\d\\.\\d+|\\d+ (?:core|credit)s?|cores?|gpa|core (?:class|course)\\w*|ged|juco|transfer(?:r?ed)?|gap year|prep (?:school|year)|redshirt\\w*|held back|repeat(?:ed)?|twice|home ?school\\w*|online (?:school|classes)|transcripts?|ineligible|eligib\\w+|amateur\\w*|took money|got paid|prize money|\\d+ bucks|pro (?:league|team|contract)|agent|dropped out|failed|iep|semester|league|non ?-?qualifier)';

const VERDICT = [
  new RegExp(
    `\\b(?:am|are|is|will|would|could|can|do|does|did|was|might|if) ${WHO} (?:\\w+ ){0,4}?(?:be |get |still |also )*(?:eligible|elligible|eligable|ineligible|qualif(?:y|ied|ies)|cleared|certified|a (?:non[- ]?)?qualifier)\\b`,
  ),
  new RegExp(
    `\\b(?:is|are|will|would|was) (?:my|a|an|his|her|our|their|this) (?:\\w+ )?(?:\\d\\.\\d+|\\d+ (?:core|credit)s?|gpa of \\d)(?: \\w+){0,5} (?:good enough|high enough|enough|ok|okay|fine|sufficient|too low)\\b(?! (?:for|at|to get into) (?!${BODY}|the|college|me|him|her|my))`,
  ),
  new RegExp(
    `\\b(?:can|could|will|would|may) ${WHO} (?:\\w+ ){0,4}?(?:play|go|compete|be recruited|make it|get in|transfer|practice)\\b.{0,40}\\b(?:with|have|got|having|gpa|at|w) (?:\\w+ ){0,4}?(?:\\d\\.\\d+|\\d+ (?:core|credit)s?|gpa)\\b`,
  ),
  new RegExp(
    `\\b(?:with|have|has|got|a) (?:\\w+ ){0,3}?(?:\\d\\.\\d+|\\d+ (?:core|credit)s?)\\b.{0,60}\\b(?:can|could|will|would|may|do|am|is) ${WHO} (?:\\w+ ){0,3}?(?:play|compete|eligible|qualify|make it|ok|okay|good|in)\\b(?! (?:enough )?(?:for|at|to) (?!${BODY}))`,
  ),
  new RegExp(`\\b(?:certify|clear) (?:me|him|her|my (?:son|daughter))\\b`),
  /\btell me (?:if|whether) (?:i am|im|hes|shes|he is|she is|my (?:son|daughter) is) (?:\w+ )?eligible\b/,
  new RegExp(
    `\\b(?:my|i have|ive got|i got|have) (?:\\w+ ){0,3}?(?:gpa|\\d\\.\\d+)\\b.{0,60}\\b(?:eligible|eligibility|qualify|enough|do i make it|am i (?:good|ok|in))\\b(?! (?:for|at) (?!${BODY}|the|college|me|him|her|my))`,
  ),
  /\b(?:eligible|qualify)\b.{0,40}\b(?:gpa|\d\.\d+ )/,
  // A story, then the question what became of it.
  new RegExp(
    `\\b${FACT}\\b.{0,160}\\b(?:am|is|are) ${WHO} (?:\\w+ )?(?:good|ok|okay|fine|safe|done|finished|cooked|screwed|toast|banned|out|in trouble|ruled out|disqualified)\\b(?! (?:enough|at|to|with|of|for (?!${BODY})))`,
  ),
  new RegExp(`\\b(?:am|is|are) ${WHO} (?:\\w+ )?(?:banned|disqualified)\\b`),
  new RegExp(
    `\\b(?:did|have|has) (?:${WHO}|that|this|it) (?:\\w+ ){0,2}?(?:lose|lost|burn(?:ed|t)?|blow|blown|use up|used up|ruin(?:ed)?|cost) (?:\\w+ ){0,2}?(?:eligibility|a year|a season|years?|seasons?|amateur\\w*)\\b`,
  ),
  new RegExp(
    `\\b(?:im \\d\\d|i (?:\\w+ )?play(?:ed)?|\\d games|got hurt|redshirt\\w*|gap year|juco|transfer\\w*|sat out)\\b.{0,100}\\b(?:do|will|would) (?:i|he|she) (?:still )?(?:have|get) (?:\\d|four|three|two|any|all)? ?(?:years?|seasons?)\\b`,
  ),
  new RegExp(
    `\\b(?:im \\d\\d|i (?:\\w+ )?played|\\d games|got hurt|sat out)\\b.{0,100}\\bhow many (?:more )?(?:years|seasons) (?:\\w+ ){0,4}?(?:i|he|she) (?:\\w+ )?(?:get|have|left)\\b`,
  ),
  new RegExp(
    `\\b${FACT}\\b.{0,140}\\b(?:can|could|will|would) ${WHO} (?:still |even |ever |just )*(?:play|compete)\\b(?! (?:two|with|both|another|for (?:a|my) club))`,
  ),
  new RegExp(
    `\\b(?:will|would|gonna|going to|can) (?:the )?(?:${BODY}|they) (?:\\w+ )?(?:take|accept|clear|approve|certify|reject|deny|let) (?:me|him|her|us|my (?:son|daughter|kid))\\b(?=.*\\b(?:${FACT}|${BODY})\\b|(?<=\\b(?:${FACT}|${BODY})\\b.*))`,
  ),
  new RegExp(
    `\\b${BODY} (?:gonna|going to|will|would) (?:take|accept|clear|approve|certify|reject|deny|let) (?:me|him|her|us|my (?:son|daughter|kid))\\b`,
  ),
  new RegExp(
    `\\b(?:is|will|would) (?:that|this|it|those|these|they)(?: be)? (?:\\w+ )?enough\\b(?=.*\\b${BODY}\\b|(?<=\\b(?:cores?|gpa|core (?:class|course)\\w*)\\b.*))`,
  ),
  new RegExp(
    `\\b(?:do|does|will|would) (?:${WHO}|his|her|my|that|this|it) (?:\\w+ ){0,2}?(?:meet|satisfy|pass) (?:the |all )?(?:\\w+ ){0,2}?(?:${BODY}|requirements?|standards?|minimum)\\b`,
  ),
  new RegExp(
    `\\b(?:do|did|will) ${WHO} make it\\b(?=(?:.*\\b(?:${FACT}|${BODY})\\b)|(?<=\\b${FACT}\\b.*))`,
  ),
  /\byes or no\b(?=.*\b(?:eligible|cleared|qualif\w+)\b)|\b(?:eligible|cleared|qualif\w+)\b.*\byes or no\b/,
];

/** Asking for the rule, not for a verdict. */
const HARMLESS = [
  /\b(?:how|when|where|who|what) (?:\w+ ){1,4}?(?:know|find out|tell|decides?|decided|check|see|determines?) (?:if|whether|that) (?:\w+ ){1,3}?eligible\b/g,
  /\b(?:how|when|where|what) (?:do|does|can|should|must|would|will) (?:\w+ ){1,3}?(?:get|become|be|stay|keep|remain|need)\b[^?.]{0,60}\b(?:eligible|cleared|certified|qualif\w+|eligibility)\b/g,
  /\b(?:what|which|how many|how much) (?:\w+ ){0,4}?(?:to be|to become|to get|to stay) (?:\w+ )?(?:eligible|cleared|certified)\b/g,
  /\b(?:in)?(?:eligible|eligibility|qualif\w+) (?:\w+ ){0,4}?(?:for|to get|to receive) (?:\w+ ){0,3}?(?:aid|fafsa|pell|grants?|loans?|fee waivers?|work study|waivers?)\b/g,
];

/** True when the asker wants a yes or no on their own eligibility. Reads a normalised message. */
export function detectEligibilityVerdict(message: string): boolean {
  return matchesAny(message, VERDICT, HARMLESS);
}

const ASKED_ABOUT =
  '(?:i|he|she|we|they|my (?:\\w+ )?(?:son|daughter|kid|child|boy|girl|nephew|niece|brother|sister))';
const WHOM = '(?:me|him|her|us|my (?:\\w+ )?(?:son|daughter|kid|child|boy|girl))';
/** Things that are got into without an admission office. */
const NOT_A_COLLEGE =
  '(?! (?:in(?:to)? )?(?:touch|contact|shape|trouble|(?:a |the )?(?:camps?|portal|transfer|showcase|program code|habit|app|account|system|eligibility|game|rotation|weight)|recruiting|coaching|with|on|the mood|front))';

const ADMISSION_ODDS = [
  /\b(?:my|our|his|her|my (?:son|daughter|kid|child)s) (?:\w+ ){0,2}?(?:chances?|odds|probability|likelihood|shot)\b(?! (?:put|selection|percentage|clock|blocking))/,
  new RegExp(
    `\\b(?:chances?|odds|probability|likelihood) (?:that |of |for |to )?(?:${WHOM}|${ASKED_ABOUT}|im)\\b`,
  ),
  new RegExp(
    `\\b(?:chances?|odds) (?:do|does|would|will) ${ASKED_ABOUT} (?:\\w+ )?(?:have|stand|get)\\b`,
  ),
  new RegExp(
    `\\b(?:do|does|would|will) ${ASKED_ABOUT} (?:\\w+ ){0,2}?(?:have|stand) (?:\\w+ ){0,2}?(?:chance|shot)\\b(?= (?:at|with|of|for|to|w)\\b)`,
  ),
  /\b(?:chance me|rate my (?:chances?|odds|profile))\b/,
  new RegExp(
    `\\b(?:will|would|can|could|do you think|do|does|am|is|are|if|that) ${ASKED_ABOUT} (?:\\w+ ){0,3}?(?:get(?:ting)? in(?:to)?\\b${NOT_A_COLLEGE}|be admitted|be accepted|get(?:ting)? accepted|get(?:ting)? admitted|make it into)\\b`,
  ),
  new RegExp(
    `\\b(?:does|do|will|would|can|could) (?:\\w+ ){1,6}?get ${WHOM} (?:in(?:to)?|past admissions?|admitted|accepted)\\b${NOT_A_COLLEGE}`,
  ),
  new RegExp(
    `\\b(?:will|would|does|do you think|you think|might) (?:(?!(?:they|colleges?|coach|coaches|schools?|teams?|mean|ncaa)\\b)\\w+ ){1,3}?(?:would |will |even )?(?:admit|accept|take|want|reject|deny) ${WHOM}\\b(?! to )`,
  ),
  /\b(?:will|would) (?:\w+ ){1,3}?admit (?:an?|someone|somebody)\b/,
  new RegExp(
    `\\bhow likely (?:am i|is ${ASKED_ABOUT} to|is it (?:that|for) (?:${ASKED_ABOUT}|${WHOM}))\\b|\\b(?:most|more) likely to (?:accept|admit|take|recruit|offer) ${WHOM}\\b`,
  ),
  new RegExp(
    `\\b(?:will|would|am|are|is) ${ASKED_ABOUT} (?:\\w+ ){0,3}?(?:get recruited|be recruited|good enough (?:to|for)|get (?:a|an) (?:\\w+ ){0,2}?(?:offer|scholarship))\\b`,
  ),
  /\bis (?:my|his|her|a) (?:\w+ )?(?:\d\.\d+|\d{4}|\d\d)(?: \w+){0,4} (?:good|high)? ?enough (?:for|to get in)\b/,
  /\b(?:predict|guess|estimate) (?:if|whether|that) (?:ill|i will|i|he|she|my (?:son|daughter)) (?:\w+ )?(?:get|make|be)\b/,
  /\b(?:realistic|delusional) ?[?.!]*$|\b(?:is (?:it|that)|am i) (?:\w+ )?(?:realistic|delusional|dreaming)\b(?! (?:list|time|number|goal|budget))/,
];

const HARMLESS_ODDS = [
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
  return matchesAny(message, ADMISSION_ODDS, HARMLESS_ODDS);
}
