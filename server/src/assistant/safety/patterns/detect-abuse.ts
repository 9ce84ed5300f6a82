import { matchesAny } from './match.ts';

const ADULT =
  '(?:coach(?:es)?|trainer|teacher|recruiter|scout|physio|doctor|captain|teammates?|manager|volunteer|chaperone|uncle|(?:step ?)?(?:dad|father|mom|mother|brother)|boyfriend|girlfriend|adults?|man|guy|someone|somebody|stranger|he|she|they|who)';
const CHILD =
  '(?:me|us|girls|boys|players|kids|athletes|my (?:friend|teammate|son|daughter|sister|brother|child|kid)|her|him|them)';
const BODY =
  '(?:body|leg|legs|thighs?|butt|bottom|chest|breasts?|boobs?|back|shoulders?|private|privates|parts|hair|waist|hips?|stomach|crotch|genitals?|groin|neck|face|penis|vagina)';
const PICTURES = '(?:pics?|pictures?|photos?|fotos?|selfies?)';

/** Recruiting talk about touch, contact, pictures and hits. It is taken out before matching. */
const HARMLESS = [
  new RegExp(
    `\\b${PICTURES} of (?:my|a|the|our|his|her) (?:\\w+ )?(?:transcripts?|report card|grades|schedule|stats|id|passport|scores?|diploma|certificate|campus|team|game|field|gym)\\b`,
    'g',
  ),
  new RegExp(
    `\\b${PICTURES} (?:\\w+ ){0,8}?in (?:the|a|their|our|my) (?:\\w+ )?(?:uniform|jersey|gear)\\b`,
    'g',
  ),
  /\bnot to tell (?:other|another|any other|my|the) (?:current |club |high school |old |other )?(?:coach(?:es)?|schools?|teams?|programs?|recruit(?:er)?s)\b/g,
  /\binvit(?:ed|es|ing) (?:my (?:family|parents)|our famil(?:y|ies)|my (?:mom|dad) and (?:me|i)|the (?:whole )?team) to (?:his|her|their) (?:house|home|place)\b/g,
  new RegExp(
    `\\b(?:took|takes|taking|take) ${PICTURES} (?:of (?:me|us|him|her) )?(?:during|at|after|from) (?:the|a|my|our) (?:game|match|meet|race|tournament|showcase|camp|combine)s?\\b`,
    'g',
  ),
  /\barms? around (?:us|me|the team|everybody|everyone) (?:for|in) (?:the |a |our )?(?:team )?(?:pics?|pictures?|photos?)\b/g,
  /\bprogress (?:pics?|pictures?|photos?) of (?:our|the|my) (?:\w+ ){0,2}?(?:program|team|swing|form|lifts?|workouts?)\b/g,
  /\b(?:work(?:er)?|volunteer|advocate|career|help|major) (?:for|with|helping) abused (?:kids|children|teens)\b/g,
  /\btouch(?:es|ed|ing)? (?:base|bases|the ball|down|up|on|upon|my heart|his heart|her heart)\b/g,
  /\b(?:keep|keeps|stay|get|got|be) in touch\b/g,
  new RegExp(
    `\\b(?:action|game|team|roster|head|profile|media|senior|uniform|highlight|game film|camp|passport|web ?site|yearbook) ?(?:shot )?${PICTURES}\\b`,
    'g',
  ),
  new RegExp(
    `\\b${PICTURES} (?:\\w+ ){0,3}?(?:for|on|in) (?:\\w+ ){0,3}?(?:profile|roster|web ?site|media|team|program|newspaper|newsletter|yearbook|news|article|social media|instagram page|graphics?|edit|commitment|recruiting|announcement|id|passport|file|application|form)\\b`,
    'g',
  ),
  /\b(?:highlight|game|skills?|recruiting|training|film|practice|full game|match) (?:videos?|vids?)\b/g,
  /\bhit(?:s|ting)? me (?:up|back|by a pitch|with (?:a lot|lots|some|so much|info\w*|questions?|news|a (?:pitch|ball|text|message|question|surprise)))\b/g,
  /\bkick(?:s|ed|ing)? me (?:out|off|back|from)\b/g,
  /\b(?:pics?|pictures?|photos?|selfies?) with (?:me|us|my|the|him|her|our|fans|players)\b/g,
  /\bbeat(?:s|ing)? me (?:out|for|in|at|by|to)\b/g,
  /\b(?:substance|drug|alcohol|steroid) abuse\b/g,
  /\bhazing (?:policy|policies|laws?|rules?|prevention|training)\b/g,
];

const ABUSE = [
  // Touch.
  new RegExp(
    `\\b(?:touch|tuch|toutch|grop|fondl|grab|rub|strok|feel|felt|pinch|squeez|massag|tickl|undress|caress)(?:s|e|es|ed|ing|bed|bing|bs)? (?:\\w+ ){0,2}?(?:${CHILD} )?(?:\\w+ )?(?:my|our|her|his|their) (?:\\w+ )?${BODY}\\b`,
  ),
  new RegExp(
    `\\b${ADULT} (?:\\w+ ){0,5}?(?:touch|tuch|toutch|grop|grab|rub|pinch|spank|fondl|molest|strok|undress|caress|kiss)(?:s|e|es|ed|ing|t|bed|bing|bs)? (?:\\w+ ){0,2}?${CHILD}\\b`,
  ),
  /\b(?:being|been|was|got|get|getting|be) (?:\w+ )?(?:touched|groped|fondled|molested|raped|kissed|assaulted|groomed|abused|hazed|stalked|blackmailed|harassed|beaten)\b(?! by (?:a|the) (?:story|gesture|letter|kindness))/,
  /\b(?:molest(?:s|ed|er|ing|ation)?|rap(?:ed|es|ing|ist)|groom(?:ed|ing|er)|pedophile|(?:sexual|child|a) predators?\b(?! population)|sextort\w*|child abuse|sex(?:ual)?(?:ly)? (?:abus\w*|assault\w*|harass\w*|misconduct|advances?|comments?|favou?rs?|touch\w*|messages?|texts?|jokes?|pictures?|things|stuff|relationship))\b/,
  /\b(?:touch(?:es|ed|ing)?|kiss(?:es|ed|ing)?) me\b/,
  // Pictures and secrets.
  new RegExp(
    `\\b(?:${ADULT}) (?:\\w+ ){0,6}?(?:want(?:s|ed|ing)?|ask(?:s|ed|ing)?|beg(?:s|ged|ging)?|demand(?:s|ed|ing)?|send(?:s|ing)?|sent|need(?:s|ed)?|request(?:s|ed|ing)?|take(?:s|n)?|took|taking|pressur\\w*|dm(?:s|ed)?|messag\\w*|snap\\w*) (?:\\w+ ){0,5}?${PICTURES}\\b`,
  ),
  /\b(?:nudes?|naked|dick pics?|sexts?|sexting|sexted|topless|porn|in my (?:underwear|bra|panties)|without (?:my |a )?(?:shirt|clothes))\b/,
  /\b(?:leak|post|share|spread|show)(?:s|ed|ing)? (?:\w+ )?(?:my|our) (?:private |naked |nude )?(?:pics?|pictures?|photos?|nudes?)\b/,
  /\b(?:told|tells|telling|says|said|asks|asked|wants|warned|warns) (?:\w+ ){0,4}?(?:not to tell|dont tell|never tell|keep (?:it|this|that|us|things|quiet|our) ?(?:\w+ ){0,2}?(?:secret|between us|to myself|quiet))\b/,
  /\b(?:stays?|this is|its|keep this) (?:just |only )?between us\b|\bfollow(?:s|ed|ing)? me (?:home|to my (?:house|room|car))\b|\b(?:touchy|handsy)\b/,
  /\b(?:our|little|a) secret from (?:my|our) (?:parents|mom|dad|family)\b|\bour (?:little )?secret\b/,
  // Alone, at night, in a room.
  new RegExp(
    `\\b${ADULT} (?:\\w+ ){0,5}?(?:invit|ask|want|mak|forc|tak|told|tell|bring|brought|got|come|gets?)(?:s|e|es|ed|ing)? (?:me |us |her |him )?(?:\\w+ ){0,5}?(?:hotel room|his hotel|her hotel|hotel alone|his room|her room|my room|bedroom|his house|her house|his apartment|her apartment|his place|in bed|to bed|sleep ?over|shower)\\b`,
  ),
  /\b(?:sleep|slept|sleeping|shower|showers|showering) with (?:me|my coach|him|coach)\b|\bhave sex\b|\bhad sex\b|\bsex with\b/,
  /\b(?:wants?|asks?|asked|wanted|trying|tries) (?:me )?to (?:meet|see|be) (?:me |us )?alone\b|\balone with (?:me|him) (?:at|in|after)\b/,
  new RegExp(
    `\\b${ADULT} (?:\\w+ ){0,3}?(?:flirt\\w*|hits on|hitting on|stalk\\w*|creep\\w*|peep\\w*) (?:\\w+ ){0,2}?${CHILD}\\b`,
  ),
  new RegExp(
    `\\b(?:coach|trainer|teacher|recruiter|scout|he|she) (?:\\w+ ){0,4}?(?:inappropriate(?:ly)?|creepy|creeps me out|makes me (?:feel )?(?:\\w+ )?(?:uncomfortable|unsafe|scared|afraid|gross|weird)|scares me|weird comments|comments (?:about|on) my (?:body|chest|butt|legs|looks))\\b`,
  ),
  /\b(?:puts?|putting|plac(?:es?|ed)|slid|slides|ran|runs) (?:his|her|their) (?:hands?|arms?|fingers?|mouth|lips) (?:\w+ ){0,2}?(?:on|up|down|in|under|around|between|over) (?:my|me|her|our|us)\b/,
  /\b(?:hug|cuddl)(?:s|es|ed|ged|ging|ing)? (?:me|us|her|him) (?:\w+ ){0,3}?(?:too|so) (?:long|tight|close|much)\b/,
  /\b(?:coach|trainer|teacher|recruiter|scout|doctor)\b.{0,60}\bmakes me (?:feel )?(?:\w+ )?(?:uncomfortable|unsafe|scared|gross|dirty|weird)\b/,
  /\bexpos(?:es|ed|ing) (?:him ?self|her ?self)\b|\bflashed (?:me|us)\b|\bshow(?:s|ed) me (?:his|her) (?:penis|privates?|dick|body)\b/,
  /\b(?:coach|trainer|teacher|recruiter|scout|he|she)\b.{0,20}\b(?:wants? to date me|asked me out|loves me\b(?! (?:as|like|for))|in love with me|be (?:his|her) (?:girl|boy)friend)|\bdating my (?:coach|trainer|teacher)\b/,
  /\b(?:made|makes?|making|forc(?:e|es|ed|ing)|pressur\w*|told|tells) (?:\w+ ){0,3}?(?:to )?(?:strip|undress|get naked|take off (?:my|our|their) (?:clothes|shirt|pants)|have sex|kiss)\b/,
  /\b(?:watch(?:es|ed|ing)?|film(?:s|ed|ing)?|look(?:s|ed|ing)? at) (?:me|us|girls|boys|the girls|the boys|players) (?:\w+ ){0,2}?(?:shower|chang(?:e|ing)|undress|naked|get dressed)\w*\b|\bin the (?:locker room|shower) (?:when|while) (?:we|i|girls|boys|players) (?:are |am )?(?:chang|shower|undress)\w*/,
  /\b(?:coach|recruiter|teacher|scout)(?:s|es)? (?:\w+ ){0,4}?(?:massages?|back ?rubs?)\b/,
  /\b(?:coach|trainer|teacher|he|she)\b.{0,40}\block(?:s|ed|ing)? the door\b/,
  /\b(?:call(?:s|ed|ing)?) me (?:\w+ )?(?:sexy|hot|babe|baby|gorgeous)\b|\b(?:if|am|are|was) (?:i|you|im) (?:am |still )*a virgin\b/,
  // Blows, threats, being hurt at home.
  new RegExp(
    `\\b(?:coach|trainer|teacher|captain|(?:step ?)?(?:dad|father|mom|mother|brother)|uncle|parents?|boyfriend|girlfriend|he|she|they|teammates?|seniors?) (?:\\w+ ){0,5}?(?:hits?|hitting|hit|beats?|beating|beat|punch(?:es|ed|ing)?|slap(?:s|ped|ping)?|chok(?:es|ed|ing)|kick(?:s|ed|ing)|shov(?:es|ed|ing)|hurts?|hurting|whips?|whipped|threaten(?:s|ed|ing)?(?: to (?:hurt|kill|hit|beat))?|haz(?:es|ed|ing)|stalk(?:s|ed|ing)|blackmail(?:s|ed|ing)?|is blackmailing) (?:me|us)\\b`,
  ),
  /\b(?:coach|trainer|teacher|volunteer) (?:\w+ ){0,2}?(?:hits?|beats?|punch(?:es|ed)|slap(?:s|ped)|chok(?:es|ed)|kick(?:s|ed)|shov(?:es|ed)) (?:an?|another|the|my|our|his|her) (?:\w+ )?(?:player|teammate|kid|girl|boy|friend|son|daughter|athlete)s?\b/,
  /\b(?:is|are|was|being|so|very|verbally|emotionally|physically|mentally) abusive\b|\babus(?:es|ed|ing) (?:me|us|my|her|him|kids|players|girls|boys)\b|\bi (?:am|was|been|get|got) (?:\w+ )?abused\b|\bim (?:being )?(?:\w+ )?abused\b/,
  /\b(?:hazed|hazing) (?:me|us|my|the|freshmen|rookies)\b|\bhazing (?:on|at) (?:my|our)\b/,
  /\b(?:afraid|scared) (?:of my (?:coach|dad|father|mom|mother|stepdad|uncle|boyfriend)|to (?:go|be) home|to be alone with)\b/,
];

/** True when somebody may be abused, groomed or threatened. Reads a normalised message; prefers a false alarm. */
export function detectAbuse(message: string): boolean {
  return matchesAny(message, ABUSE, HARMLESS);
}

const PERSON =
  '(?:entrenador(?:a|es)?|coach(?:es)?|profesor(?:a|es)?|profe|maestr[oa]|reclutador(?:a)?|doctor|fisioterapeuta|mi (?:papa|mama|padre|madre|padrastro|madrastra|tio|tia|hermano|hermanastro|novio|novia|abuelo|primo)|su (?:papa|padre|padrastro|entrenador)|un (?:hombre|senor|adulto|tipo)|alguien|companer[oa]s?|capitan)';
const HURTS =
  '(?:peg(?:a|o|an|aron)|golpe(?:a|o|an|aron)|manose(?:a|o|an|aron)|toc(?:o|a|an|aron)|bes(?:a|o|an|aron)|viol(?:a|o|an|aron)|acos(?:a|o|an|aron)|amenaz(?:a|o|an|aron)|abofete(?:a|o)|pate(?:a|o|an|aron)|maltrat(?:a|o|an|aron)|chantaje(?:a|o)|encierra|encerro|empuj(?:a|o)|abus(?:a|o) de)';

/** Recruiting talk about pictures, hits and turns. It is taken out before matching. */
const HARMLESS_IN_SPANISH = [
  /\bviola(?:cion(?:es)?|ndo|r|n)? (?:de |a |una |alguna |la |las |los )*(?:regl\w+|norm\w+|ncaa|ley\w*|politic\w+)\b/g,
  /\bfotos? (?:\w+ ){0,3}?(?:de(?:l)? (?:equipo|partido|juego|uniforme|perfil|pasaporte|boleta|transcript|identificacion|accion)|para (?:el|la|mi) (?:perfil|sitio|pagina|credencial|equipo|solicitud))\b/g,
  /\bme toca(?:n|ra|ba)? (?:jugar|a mi|el turno|entrenar|hacer|pagar|presentar|competir|escoger|decidir)\b/g,
  /\b(?:early decision|ed ?2?|decision|contrato|carta|acuerdo|oferta) (?:\w+ ){0,3}?(?:me|nos) obligan? a ir\b/g,
  /\babuso de (?:sustancias|drogas|alcohol|esteroides)\b/g,
];

const ABUSE_IN_SPANISH = [
  new RegExp(`\\b${PERSON} (?:\\w+ ){0,4}?(?:me|nos|la|lo|le|les) (?:\\w+ )?${HURTS}\\b`),
  /\b(?:el|ella|ellos) (?:me|nos) (?:\w+ )?(?:pega|pego|golpea|golpeo|manosea|manoseo|toco|besa|beso|violo|amenaza|amenazo|acosa|maltrata)\b/,
  /\bme (?:\w+ )?(?:pegan?|pegaron|golpean?|golpearon|manosean?|manosearon|violan?|violaron|violo|acosan?|amenazan?|maltratan?|estan (?:acosando|amenazando|golpeando|pegando|chantajeando))\b/,
  /\b(?:me|la|lo) (?:toca|toco|tocan|tocaron|acaricia|acaricio|agarra|agarro|agarran|soba|sobo) (?:\w+ ){0,3}?(?:cuerpo|piernas?|muslos?|nalgas?|pecho|senos?|trasero|partes|cintura|entrepierna|cara)\b/,
  /\babus(?:o|an|aron|ando|ado|ada)s? (?:sexual\w*|de (?:mi|ella|el|nosotr[oa]s))\b|\babuso sexual\w*\b|\b(?:acoso|agresion|violencia) sexual\b|\b(?:violacion|violad[ao]|abusad[ao] sexualmente|pedofilo|grooming)\b/,
  /\b(?:fotos?|videos?|imagenes) (?:\w+ ){0,3}?(?:desnud[oa]s?|sin ropa|intim[oa]s?|en ropa interior|sin camisa)\b|\b(?:nudes|sexting|desnudarme|quitarme la ropa|quitara la ropa)\b/,
  new RegExp(
    `\\b${PERSON} (?:\\w+ ){0,5}?(?:pide|pidio|pidiendo|quiere|exige|insiste|manda|mando) (?:\\w+ ){0,5}?(?:fotos?|selfies?)\\b`,
  ),
  /\b(?:que )?no (?:se )?(?:le|lo|les) (?:diga|digas|cuente|cuentes) a (?:nadie|mis? (?:padres|papas|mama|papa)|tus padres)\b|\bnuestro secreto\b|\bentre nosotros dos\b/,
  /\b(?:le )?(?:tengo|da|tiene) miedo (?:de |a |que )?(?:ir a (?:mi |la )?casa|volver a casa|estar en casa|estar sol[oa] con|mi (?:papa|padre|padrastro|mama|madre|entrenador|coach|novio|tio)|al entrenador|el entrenador)\b/,
  /\b(?:quiere|pide|pidio|invita|invito|obliga|obligo) (?:\w+ ){0,5}?(?:a solas|su (?:cuarto|casa|habitacion|apartamento)|al hotel|acostar\w*|besar\w*|tener sexo)\b|\btener sexo\b|\brelaciones sexuales con\b/,
  /\bmiedo (?:\w+ ){0,4}?sol[oa]s? con\b|\bdonde no (?:debia|debe|quiero|queria)\b|\bchantaje\w*\b/,
  /\b(?:mensajes?|comentarios?|cosas|fotos?|videos?|propuestas?|bromas|chistes|insinuaciones) sexuales\b|\bsexualmente\b/,
  /\bguard(?:e|ar|es|emos|o) (?:el|un|este|ese|nuestro|en) secreto\b|\bque (?:sea|quede) (?:un |nuestro |entre )(?:secreto|nosotros)\b/,
  /\b(?:cachetad\w+|moreton\w*|golpiza|manose\w+|acarici\w+|desnud\w+|sexy|acosador|pedofil\w+|borrach[ao] y (?:me|nos))\b/,
  /\b(?:me|nos) obligan? a (?:\w+ )?(?:hacer cosas|beber|tomar|desnud\w+|bes\w+|toc\w+|ir|quedar\w*)\b|\bgrab(?:a|o|an|aron) (?:\w+ ){0,3}?(?:ducha|bano|vestidor|cuarto)\b|\b(?:soy|sea|fuera) su (?:novi[ao]|amante)\b|\b(?:entra|mira|graba|ve|espia)\w* (?:\w+ ){0,3}?(?:cuando|mientras) (?:nos|me) (?:cambi|ban|duch|vest|desvist)\w+/,
  new RegExp(
    `\\b${PERSON} (?:\\w+ ){0,6}?(?:a )?su (?:hotel|cuarto|casa|habitacion|apartamento|carro|coche)\\b`,
  ),
  /\b(?:me|nos) (?:hacen|hicieron|obligan a|obligaron a) (?:\w+ )?novatadas?\b/,
];

/** The same as `detectAbuse` for messages in Spanish. Reads a normalised message, which has no accents. */
export function detectAbuseInSpanish(message: string): boolean {
  return matchesAny(message, ABUSE_IN_SPANISH, HARMLESS_IN_SPANISH);
}
