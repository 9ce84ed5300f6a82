import { matchesAny } from './match.ts';

/** Body weights that a young athlete writes as a bare number: "down to 126 by friday". */
const BODY_WEIGHT = '(?:[89]\\d|1\\d\\d|2[0-8]\\d)';
const NOT_A_WEIGHT =
  '(?![\\d.,:/%$]| ?(?:percent|words?|char\\w*|players?|roster|spots?|schools?|colleges?|teams?|coaches|credits?|hours?|minutes?|seconds?|secs?|days?|weeks?|miles?|mph|meters?|yards?|points?|dollars|bucks|people|students?|per\\b|on the|in the|sat|act|k\\b))';
const WHO = '(?:i|we|he|she|they|my (?:son|daughter|kid|child))';

/** Supplements of an application, weight as a figure of speech, and the time until one is healed. */
const HARMLESS = [
  /\b(?:essay|application|app|college|writing|written|common app|school|stanford|usc|duke|yale|why us) supplements?\b/g,
  /\bsupplement(?:al|s)? (?:essays?|questions?|prompts?|materials?|application|forms?|writing)\b/g,
  /\b(?:common app|coalition|essay|application) (?:\w+ ){0,4}supplements?\b/g,
  /\bsupplemental\b/g,
  /\b(?:colleges?|schools?|universit\w+) (?:\w+ ){0,3}?(?:wants?|requires?|asks? for|has|have|needs?) (?:\w+ ){0,3}?supplements?\b/g,
  /\b(?:write|writing|wrote|draft|edit|proofread|finish) (?:\w+ ){0,3}?supplements?\b/g,
  /\b(?:lose|losing|lost|gain) (?:weight|\d+ (?:lbs?|pounds)) (?:in|of|on) (?:the )?(?:admission\w*|decision|index|scale)\b/g,
  /\bnot (?:lose|losing) weight\b/g,
  /\bconcussion (?:history|policy|rules?|protocol rules?)\b|\bwhat does the ncaa say about \w+/g,
  /\b(?:how long|until|when) (?:\w+ ){0,4}?(?:can|could|i can|he can|she can) (?:(?:i|we|he|she) )?(?:\w+ )?(?:run|throw|pitch|lift|practice|play)\b/g,
];

const SUBSTANCES = [
  /\b(?:supplements?|suplements?|creatine|protein (?:powders?|shakes?)|whey|bcaas?|growth hormone|energy drinks?|gainer|zyns?|nicotine|pre ?-?workouts?|steroids?|sarms|hgh|testosterone|anabolics?|peptides|diet pills?|fat burners?|laxatives?|diuretics?|ozempic|semaglutide|adderall|ephedrine|caffeine pills?|mass gainers?|blood doping|peds?)\b/,
  /\b(?:vitamins?|protein|shakes?|pills?|meds|powder|scoops?) (?:\w+ ){0,6}?(?:should|to|for|before|on) (?:\w+ ){0,6}?(?:bigger|stronger|faster|muscle|games?|game day|energy|race|meet|recover\w*)\b/,
  /\b(?:smok(?:e|es|ing)|chew(?:s|ing)?|vap(?:e|es|ing)) (?:weed|pot|tobacco|nicotine|dip)\b|\b(?:adhd|somebody elses|brothers|sisters|friends) (?:meds|pills|prescription)\b/,
  /\bwhat (?:\w+ )?(?:do|should|can|could|would) (?:i|we|he|she|my (?:son|daughter)) take (?:for|to|before|after|so)\b.{0,40}\b(?:muscle|bigger|stronger|energy|recover\w*|sleep|pain|weight|faster|games?)\b/,
  /\b(?:anything|something|stuff) (?:\w+ ){0,3}?(?:to )?take to (?:\w+ ){0,2}?(?:recover|get (?:bigger|stronger|faster)|bulk|sleep|grow)\b/,
];

const WEIGHT = [
  /\b(?:los(?:e|ing)|drop(?:ping)?|shed(?:ding)?|cut(?:ting)?|sweat(?:ing)?(?: off| out)?|take off) (?:\w+ ){0,3}?(?:\d+|ten|fifteen|twenty|thirty|some|a few|few|the|more) ?-?(?:lbs?|pounds?|pounts|kg|kilos?)\b/,
  /\b(?:lose|losing|loose|cut|cutting|drop|dropping|gain|gaining|make|making|sweat out|put on|putting on) (?:\w+ ){0,2}?weight\b/,
  /\b(?:gain|gaining|put on|putting on|pack on) (?:\w+ ){0,3}?(?:lbs?|pounds?|kg|kilos?|muscle|mass)\b/,
  /\b(?:stay|be|get|keep|come in) (?:at|on|under|below) weight\b/,
  new RegExp(
    `\\b(?:(?:down|drop|cut|get|go|suck) (?:\\w+ )?to|(?:be|get|stay|weigh|come in) (?:\\w+ )?(?:under|below)|make) ${BODY_WEIGHT}\\b${NOT_A_WEIGHT}.{0,60}\\b(?:by|im|i am|at|from|before|weigh\\w*|wrestl\\w*|lbs?|pounds?|${BODY_WEIGHT})\\b`,
  ),
  new RegExp(
    `\\b(?:im|i am|hes|shes|i weigh|weigh) (?:at |around |about |like )?${BODY_WEIGHT}\\b${NOT_A_WEIGHT}.{0,80}\\b(?:down to|get to|drop to|cut to|make|under|below)\\b`,
  ),
  /\b(?:bulk(?:ing)? (?:up|from|to)|(?:way|how|want|need|trying) to bulk)\b|\bmeal plan\b.{0,40}\b(?:lose|gain|cut|bulk|drop)\b/,
  /\b(?:lose|get rid of) (?:my|her|his|this|the) (?:gut|belly|stomach|fat)\b|\b(?:be|get) (?:\w+ )?(?:lighter|smaller|heavier) (?:to|for|by|before)\b/,
  /\bweight should (?:i|he|she|we|my (?:son|daughter|kid)) (?:be|get|drop|cut|go)\b/,
  /\b(?:slim(?:ming)? down|lean(?:ing)? out|(?:get|look|be|getting) (?:\w+ )?(?:lean|leaner|skinny|skinnier|thinner|shredded)|(?:body|belly) fat|lose fat)\b|\b(?:under|over|make|making|meet) (?:the|my|her|his) weight (?:limit|class|cut)\b/,
  /\b(?:too (?:fat|heavy|chubby|overweight)|so fat|feel fat|im fat|called me fat|says im fat)\b(?! (?:a |of |for (?:the|a) (?:bag|backpack|bat)))/,
];

const EATING = [
  /\b(?:anorexi[ac]|anorexic|bulimi[ac]|eating disorders?|binge|binging|bingeing|purg(?:e|es|ed|ing)|starv(?:e|es|ed|ing)|fasting|crash diet\w*|body dysmorphia|dehydrat(?:e|ing))\b/,
  /\b(?:not|dont|doesnt|never|barely|hardly|stop(?:ped)?|stopping|without|quit) eat(?:ing|s)?\b(?! (?:meat|dairy|gluten|pork|in the|at the|on campus))/,
  /\b(?:instead of|only eating|only eat|only ate|only had|living on) (?:\w+ ){0,3}?(?:meals?|apples?|rice cakes?|salad|ice|gum|water|lettuce|crackers?)\b/,
  /\bdrink(?:ing|s)? (?:nothing|no water)\b|\bleaves? (?:\w+ )?food on\b/,
  /\b(?:skip|skips|skipped|skipping) (?:\w+ )?(?:meals?|dinner|lunch|breakfast|eating|food)\b/,
  /\b(?:calories?|cals|kcal)\b/,
  /\b(?:what|which|go on a|on a|best|strict|keto|crash) diet\b/,
  /\b(?:cut|cutting|drop|load) (?:\w+ )?water\b|\bwater (?:cut|weight|loading)\b|\bsweat (?:off|it off|it out)\b|\b(?:trash|garbage) bags?\b|\bsauna\b/,
  /\b(?:throw(?:ing)?|threw|mak(?:e|ing) my ?self (?:throw|puke|sick)|pukes?|vomit(?:ing)?) (?:\w+ )?(?:up )?(?:my food|after (?:i )?(?:eat|eating|meals?|dinner|lunch))\b|\bmak(?:e|ing) my ?self (?:throw up|puke|sick|vomit)\b/,
  /\b(?:throw(?:ing)?|threw|puk(?:e|ed|ing)|vomit\w*)\b.{0,60}\bon purpose\b|\bon purpose\b.{0,60}\b(?:throw(?:ing)?|threw|puk\w+|vomit\w*)\b/,
  /\b(?:my|her) periods?\b/,
];

const PLAYING_HURT = [
  /\b(?:concussion|concussed|painkillers?|opioids?|cortisone|pain (?:pills|meds)|ibuprofen|toradol)\b/,
  /\b(?:play|playing|train|training|practice|compete|run|running) (?:through|with|on|hurt|injured) ?(?:\w+ ){0,3}?(?:injury|pain|fracture|torn|broken|sprain\w*|stress fracture|chest pain)\b/,
  /\b(?:black(?:ed|ing)? out|pass(?:ed|ing|es)? out|faint(?:ed|ing|s)?|hit (?:my|his|her) head|dizzy)\b/,
  /\b(?:not|hasnt|havent|isnt) (?:\w+ )?(?:cleared|released) (?:me|him|her|my \w+)\b.{0,60}\b(?:can|should|could|ok|okay|still)\b/,
  /\bdoc(?:tor)? (?:said|says) (?:\w+ ){0,3}?(?:weeks?|months?|rest|no contact|not to)\b.{0,120}\b(?:but|though|anyway|still)\b/,
  /\b(?:(?:a|an|another|get|gets|got|the) (?:\w+ )?shots?|inject\w*) (?:in )?(?:my|his|her|the) (?:shoulder|knee|ankle|elbow|back|hip|foot)\b/,
  new RegExp(
    `\\b(?:hurts?|hurting|injur\\w+|sore|swollen|sprain\\w*|torn|tore|broken?|fractur\\w*|pain|shin splints)\\b.{0,140}\\b(?:should|can|could|ok (?:if|to)|okay (?:if|to)|safe (?:if|to|for)|is it bad (?:if|to)) (?:${WHO} )?(?:\\w+ ){0,2}?(?:keep (?:on )?(?:playing|running|practic\\w+|training|throwing|pitching|lifting|wrestling|swimming|going)|tape|push through|play (?:on it|anyway|through|this|tomorrow|tonight|friday|saturday|sunday)|run|throw|pitch|lift|practice)\\b`,
  ),
];

const HEALTH_RISK = [...SUBSTANCES, ...WEIGHT, ...EATING, ...PLAYING_HURT];

/** True for supplements, doping, weight loss, eating disorders and playing hurt. Reads a normalised message. */
export function detectHealthRisk(message: string): boolean {
  return matchesAny(message, HEALTH_RISK, HARMLESS);
}
