import { matchesAny } from './matches-any.ts';

const WRITING_SUPPLEMENTS = [
  /\b(?:essay|application|app|college|writing|written|common app|school|stanford|usc|duke|yale|why us) supplements?\b/g,
  /\bsupplement(?:al|s)? (?:essays?|questions?|prompts?|materials?|application|forms?|writing)\b/g,
  /\b(?:common app|coalition|essay|application) (?:\w+ ){0,4}supplements?\b/g,
  /\bsupplemental\b/g,
  /\b(?:write|writing|wrote|draft|edit|proofread|finish) (?:\w+ ){0,3}?supplements?\b/g,
  /\b(?:lose|losing|lost|gain) (?:weight|\d+ (?:lbs?|pounds)) (?:in|of|on) (?:the )?(?:admission\w*|decision|index|scale)\b/g,
  /\bnot (?:lose|losing) weight\b/g,
];

const HEALTH_RISK = [
  /\b(?:supplements?|suplements?|creatine|pre ?-?workouts?|steroids?|sarms|hgh|testosterone|anabolics?|peptides|diet pills?|fat burners?|laxatives?|diuretics?|ozempic|semaglutide|adderall|ephedrine|mass gainers?|blood doping|peds?)\b/,
  /\b(?:los(?:e|ing)|drop(?:ping)?|shed(?:ding)?|cut(?:ting)?) (?:\w+ ){0,3}?(?:\d+|ten|fifteen|twenty|thirty|some|a few|few|the|more) ?-?(?:lbs?|pounds?|kg|kilos?)\b/,
  /\b(?:lose|losing|loose|cut|cutting|drop|dropping|gain|gaining|make|making|sweat out) (?:\w+ ){0,2}?weight\b/,
  /\b(?:anorexi[ac]|anorexic|bulimi[ac]|eating disorders?|binge|binging|bingeing|purg(?:e|es|ed|ing)|starv(?:e|es|ed|ing)|skip(?:ping)? meals|not eating|stop(?:ped)? eating|crash diet\w*|body dysmorphia)\b/,
  /\b(?:throw(?:ing)?|threw|mak(?:e|ing) my ?self (?:throw|puke|sick)|pukes?|vomit(?:ing)?) (?:\w+ )?(?:up )?(?:my food|after (?:i )?(?:eat|eating|meals?|dinner|lunch))\b|\bmak(?:e|ing) my ?self (?:throw up|puke|sick|vomit)\b/,
  /\b(?:too fat|so fat|feel fat|im fat|called me fat|says im fat)\b/,
  /\b(?:concussion|concussed|painkillers?|opioids?|cortisone|pain pills)\b/,
  /\b(?:play|playing|train|training|practice) (?:through|with|on) (?:\w+ ){0,3}(?:injury|pain|fracture|torn|broken|sprain|stress fracture|chest pain)\b/,
];

/** True for supplements, doping, weight loss, eating disorders and playing hurt. Reads a normalised message. */
export function detectHealthRisk(message: string): boolean {
  return matchesAny(message, HEALTH_RISK, WRITING_SUPPLEMENTS);
}
