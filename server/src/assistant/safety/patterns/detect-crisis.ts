import { matchesAny } from './match.ts';

const SELF = '(?:my ?self|him ?self|her ?self|them ?sel(?:f|ves)|mysel|meself)';
const WANT =
  '(?:want(?:s|ed|ing)?|wanna|wish(?:es|ed)?|going|gonna|gunna|plan(?:s|ning|ned)?|think(?:s|ing)?|thought|feel(?:s|ing)?|try(?:ing)?|tried|urges?|about|might|need(?:s|ed)?|keep|keeps|start(?:ed|ing)?|ready|tempted)';

/** Ordinary words of sport and school that look like a crisis. They are taken out before matching. */
const HARMLESS = [
  /\bsuicides? (?:drills?|sprints?|runs?|squeeze|prevention|awareness)\b/g,
  /\b(?:run|runs|ran|running|do|doing|did|sprint) (?:\w+ )?suicides\b(?! attempts?)/g,
  /\bcut(?:ting)? my ?self (?:some |any )?(?:slack|off|short|out|a deal)\b/g,
  /\bkill(?:ing)? my ?self (?:in|at|during) (?:practice|training|the gym|the weight room|workouts?)\b/g,
  /\b(?:no|dead|recruiting) (?:end in sight|weeks?|periods?)\b/g,
  /\b(?:avoid|without|prevent|not|risk|risking|risk of|from|afraid of|scared of) (?:hurting|injuring) my ?self\b/g,
  /\b(?:so|too) \w+ (?:that )?i thought i (?:was going to|was gonna|would|might) die\b/g,
  /\bwe(?:re| are| will| gonna)? (?:\w+ )?(?:going to |gonna )?(?:kill|murder) them\b/g,
  /\bcut (?:my|his|her|their) (?:arms?|legs?|thighs?) on (?:a|the|some) (?:fence|turf|fields?|rocks?|ice|bleachers?|cleats?|hurdles?|docks?|wire)\b/g,
  /\bhopeless (?:about|with) my (?:\w+ )?(?:grades?|gpa|essays?|scores?|sat|act|class|chances)\b/g,
  /\b(?:drug )?overdoses? (?:research|prevention|awareness|project|study)\b/g,
  /\boverdos(?:e|ing) on (?:caffeine|coffee|homework|film|practice|work)\b/g,
  /\bdont want to (?:be here|live here|live (?:at|on|in|with|near|far))\b(?= ?(?:for (?:college|school)|in (?:this|my) (?:state|town|city|club|school)|campus|home|on campus|dorms?|the dorms?|a dorm))/g,
];

const CRISIS = [
  // Suicide by name, in its common spellings.
  /\bs[uo][iu]?c?[is]+[ai]?c?id(?:e|al|ed|es)\b/,
  /\b(?:suc+id(?:e|al)|suic?d(?:e|al)|sus+id(?:e|al)|suacid(?:e|al)|suicid(?:le|el)|sewerslide|unaliv(?:e|ing)|quiero morir|me quiero (?:matar|morir)|suicidarme|matarme)\b/,
  // Dying, killing, ending.
  new RegExp(`\\bki+l+(?:l|s|ed|ing|in|ling)? ${SELF}\\b`),
  /\b(?:kms|ctb)\b/,
  /\b(?:please|pls|just|someone) kill me\b/,
  new RegExp(
    `\\b${WANT} (?:\\w+ ){0,4}(?:to die|die|dying|be dead|was dead|were dead|end it all|end everything)\\b(?! (?:on|for|of|to know|trying|laughing))`,
  ),
  /\bi (?:just |rea?lly )?(?:wish i|should|could|might as well|hope i|would rather|rather|want to) (?:be |just |was |were |am )?(?:die|dead)\b/,
  /\b(?:wish|wished) (?:that )?(?:i|he|she) (?:was|were|had|wasnt|werent|hadnt|could|did ?nt|didnt) (?:never |not )?(?:been )?(?:born|exist|alive|here|around|dead|disappear|wake up)\b/,
  new RegExp(
    '\\b(?:end(?:ing)?|tak(?:e|ing)|took|los(?:e|ing)) (?:my|his|her|their) (?:own )?(?:life|lives)\\b',
  ),
  /\bend(?:ing)? it all\b/,
  /\b(?:hang|hanging|shoot|shooting|drown|drowning|starve to death|poison) (?:my ?self)\b/,
  /\b(?:slit|slash|cut|cutting) (?:my|his|her|their) (?:wrists?|arms?|thighs?|legs?|skin|veins?)\b/,
  /\bjump(?:ing)? (?:off|from) (?:a|the|my) (?:bridge|roof|building|balcony|window|parking)\b/,
  /\b(?:jump|walk|step)(?:ing)? (?:in front of|into) (?:a |the )?(?:train|traffic|car|bus|truck)\b/,
  /\b(?:overdos(?:e|ed|ing)|swallow(?:ed|ing)? (?:all )?(?:the |my |a bottle of )?pills|take all (?:the|my) pills|took (?:too many|all (?:the|my)) pills)\b/,
  /\bnever (?:want to )?wak(?:e|ing) up\b|\b(?:not|dont want to) wake up (?:again|tomorrow|anymore|in the morning)\b/,
  // Pills, ways to die, farewells.
  /\bpills\b.{0,40}\b(?:take|swallow|taking) (?:them |it )?all\b|\b(?:take|took|taking) (?:a (?:lot|bunch|handful|bottle) of|too many) pills\b/,
  /\bhow (?:many|much) (?:\w+ ){0,3}?(?:pills|tylenol|advil|ibuprofen|meds|medicine)\b.{0,40}\b(?:die|kill|overdose|lethal|dead)\b/,
  /\b(?:hurts?|painless|easiest|easy|quickest|fastest|best|ways?|how) (?:\w+ ){0,3}?to (?:die|kill my ?self|commit)\b(?! to)/,
  /\b(?:this is|these are) my (?:last|final) (?:message|words|goodbye|note)\b|\bgoodbye (?:forever|cruel world)\b|\bsuicide note\b/,
  /\b(?:ready|plan|plans|planning|want|wanna|going|gonna|thinking|feel like|decided) (?:\w+ ){0,2}?end(?:ing)? (?:it|things|everything)\b(?= ?(?:[.,!?;]|$|all|tonight|today|now|because|since|and i))/,
  /\bthink(?:ing)? (?:\w+ ){0,3}?(?:about|of) (?:death|dying|not being (?:here|alive))\b/,
  /\b(?:rather|better) (?:be )?(?:die|dead)\b/,
  /\b(?:no ?one|nobody|no body) (?:\w+ ){0,2}?(?:cares?|notices?|cry|cries|misses?)\b.{0,15}\bif i (?:was |were |am )?(?:died?|dead|gone|disappeare?d?|wasnt here|killed)\b/,
  /\b(?:no ?one|nobody|no body) (?:would|will|d) (?:even )?miss me\b/,
  /\b(?:done|finished) with (?:life|living|everything)\b|\b(?:tired|sick) of (?:life|living|being alive|existing)\b(?! (?:in|at|with|on|here|near))/,
  /\b(?:if|whether) i (?:even |still )?(?:wanna|want to) (?:be alive|be here|live|exist)\b(?! (?:on|in|at|with|near|off|far|away|there|by|for))/,
  /\b(?:wanna|want to) (?:not exist|stop existing|not be alive|not be here)\b/,
  /\b(?:no|any|a) (?:\w+ )?reason to (?:keep going|get up|continue|wake up)\b|\bno point any ?more\b|\bno point (?:in|to) (?:anything|going on|living|life)\b/,
  /\bi(?:m| am| feel| have been|ve been) (?:\w+ ){0,2}?depressed\b(?! (?:about|that|by|over|because of) )|\bdepress(?:ed|ion)\b.{0,40}\b(?:get out of bed|cant (?:eat|sleep|go on)|cry(?:ing)? every)\b/,
  // Violence against others.
  /\b(?:shoot(?:ing)? up|bomb(?:ing)?|blow(?:ing)? up) (?:the |my |our |a |this )?(?:\w+ )?(?:school|team|gym|practice|campus|game)\b/,
  new RegExp(
    `\\b${WANT} (?:\\w+ ){0,2}?(?:to )?(?:kill|stab|murder|shoot|hurt) (?:my (?:coach|teammates?|dad|mom|parents|teacher|brother|sister)|him|her|them|every ?one|people|some ?one)\\b(?! (?:an?|some|over|with|the|feelings|chances|in the)\\b)`,
  ),
  // Self-harm.
  /\bi (?:just )?want (?:it|everything|this) (?:all )?to (?:be over|stop|end)\b/,
  /\bi (?:keep|kept|started|still|want to|need to|have been|am) cutting(?= ?(?:[.,!?;]|$|again|at night|when i|because))/,
  /\b(?:not|isnt|arent|dont feel) safe (?:\w+ ){0,3}?(?:from|with) my ?self\b|\b(?:something|anything) (?:bad|stupid|terrible) to my ?self\b/,
  /\b(?:dont think|not sure|dont know if) i can (?:keep going|go on|do this any ?more|take (?:it|this))\b(?! (?:to|with))/,
  new RegExp(
    `\\b(?:cut(?:ting|s)?|harm(?:s|ed|ing)?|burn(?:s|ed|ing)?|injur(?:e|ing)) ${SELF}\\b(?! (?:playing|lifting|training|during|in practice|at practice|in the))`,
  ),
  /\bself[- ]?harm(?:s|ed|ing)?\b/,
  new RegExp(`\\b${WANT} (?:\\w+ ){0,4}hurt(?:ing)? ${SELF}\\b`),
  new RegExp(`\\bhurt(?:ing|s)? ${SELF} (?:on purpose|again|when|because|so)\\b`),
  /\bi (?:keep |am |have been |might |will |could |would )?(?:hurting|hurt) my ?self to\b/,
  // No way to go on, no reason to live.
  /\b(?:dont|do not|doesnt|didnt|cant|no longer|not) (?:even |really |rly |rlly )?(?:want(?:s)?|wanna|see the point|see a point|see any point)(?: to| of| in)? (?:be|being) (?:here|alive|on this (?:earth|planet)|around)(?: any ?more| no more| at all)?\b/,
  /\b(?:dont|do not|doesnt|no longer|not) (?:even |really )?(?:want(?:s)?|wanna|feel like|deserve)(?: to)? (?:live|living|exist|existing|be alive|being alive)\b(?! (?:on|in|at|with|near|off|far|away|there|by))/,
  /\bnot be(?:ing)? (?:here|alive|around) any ?more\b/,
  /\b(?:dont|do not|no longer) (?:wanna|want to) (?:do|fight|try|go on|keep going with) (?:this|life|living) any ?more\b/,
  /\b(?:cant|can not|cannot|couldnt|can no longer) (?:go on|keep going|keep living|live like this|live any ?more|take (?:it|this|life) any ?more|do (?:this|it|life) any ?more|cope any ?more|cope)\b(?! (?:than|with|the|a|an|to|official|unofficial|my|that|this) )/,
  /\b(?:no|any|a) (?:reason|point|purpose)(?: for me)? (?:to|in|of) (?:live|living|life|be alive|being alive|be here|go on|going on|exist|existing|continue living)\b/,
  /\bwhats? (?:is )?(?:even )?the (?:point|use) (?:of|in) (?:even )?(?:living|life|being alive|existing|going on|being here)\b/,
  /\bwhats? (?:is )?(?:even )?the point any ?more\b/,
  /\b(?:nothing|anything) (?:left )?to live for\b|\bnothing matters any ?more\b|\bnothing left for me\b/,
  /\blife (?:is ?nt|is not|isnt|aint|is no longer|has no|feels?) (?:worth|meaning|point|purpose|meaningless|pointless)\b|\blife is (?:pointless|meaningless|over|not worth)\b/,
  /\bmy life (?:is |feels? )?(?:just |basically |pretty much )?(?:over|ruined|done|worthless|pointless|meaningless|has no (?:meaning|point|purpose))\b/,
  /\b(?:every ?one|everybody|my (?:family|parents|mom|dad|team|friends)|they|world|people) (?:would|will|might|d|is|are) (?:all |just |probably )?(?:be )?(?:so much |way |much )?(?:better|happier)(?: off)? (?:without me|if i (?:was|were|died|am|wasnt))\b/,
  /\bbetter off dead\b|\bbetter off without me\b|\bgiv(?:e|ing) up on (?:life|living|everything)\b|\b(?:i )?hate (?:my life|being alive|living)\b/,
  /\b(?:want to|wanna|wish i could|could just) (?:just )?(?:disappear|vanish|sleep) (?:forever|for ever|and never)\b/,
  /\b(?:i|im|ive|me|feel|feels|feeling|felt|am|been) (?:\w+ ){0,4}(?:hopeless|worthless|suicidle|like dying)\b(?! (?:at|in) (?:math|algebra|chem\w*|physics|shooting|free throws|defense|spelling|writing))/,
  /\bno hope (?:left|any ?more)\b/,
  // No future, no waking up.
  /\b(?:cant|cannot|dont|do not|no longer|never) (?:even |really )?(?:see|imagine|picture) (?:a|any|my|the) (?:future|way out|way forward|tomorrow)\b(?! (?:in|at|with|on|as|of|where|for (?!me\b|my ?self)))/,
  /\b(?:there is|theres|have|has|i see) no (?:future|way out)\b(?! (?:in|at|with|on|as|of|for (?!me\b|my ?self)))/,
  /\b(?:not|never) wak(?:e|ing) up\b(?! (?:early|late|on time|in time|at \d|before|for))|\b(?:didnt|dont|wouldnt) (?:just )?wake up\b(?= ?(?:[.,!?;]|$|tomorrow|any ?more|one day|again))/,
];

/** True when somebody may hurt themselves or sees no way to go on. Reads a normalised message; prefers a false alarm. */
export function detectCrisis(message: string): boolean {
  return matchesAny(message, CRISIS, HARMLESS);
}

/** Ordinary words of sport, school and everyday life that look like a crisis. They are taken out before matching. */
const HARMLESS_IN_SPANISH = [
  /\bperiodos? muertos?\b|\bmat(?:ar|o|ando) (?:el )?(?:tiempo|hambre|rato)\b|\bmuert[ao] de (?:risa|hambre|cansancio|sueno|nervios)\b/g,
  /\bcort(?:ar(?:me|se)?|o|e|ando(?:me)?) (?:\w+ )?(?:el (?:pelo|cabello)|las unas)\b/g,
  /\b(?:lastim|cort|her)(?:ar|ir)(?:me|se) (?:\w+ )?(?:la|el|mi|un|una|jugando|entrenando|en (?:el|la|un))\b/g,
  /\bme (?:lastim|cort)[oe] (?:la|el|mi|un|una|jugando|entrenando)\b/g,
  /\b(?:me )?m(?:uero|orirme|orir) de (?:risa|hambre|sueno|ganas|calor|frio|nervios|cansancio|sed)\b/g,
  /\bmatar(?:me|se)? (?:\w+ )?(?:entrenando|estudiando|en (?:el|la) (?:gimnasio|cancha|entrenamiento))\b/g,
  /\bseguir (?:en|con|jugando|estudiando|siendo|entrenando|compitiendo)\b/g,
  /\b(?:vivir|estar|quedar(?:me|se)) (?:en|con|cerca|lejos|fuera|dentro)\b/g,
];

const INTENT =
  '(?:quier[oea]n?|quisiera|queria|deseo|voy a|va a|vamos a|pienso|piensa|pensando|pense|ganas de|prefiero|preferiria|planeo|plan de|intent[eoa]|tratado de|trate de|trato de|habla de|hablan de|dice que|decidi)';
const DYING =
  '(?:mori(?:r(?:me|se)?|rnos)|matar(?:me|se)|suicidar(?:me|se)?|desaparecer|dejar de (?:vivir|existir|sufrir)|quitar(?:me|se) la vida|(?:acabar|terminar) con (?:todo|mi vida|su vida)|no despertar(?:me)?|hacer(?:me|se) dano|lastimar(?:me|se)|cortar(?:me|se)|herir(?:me|se)|estar muert[ao])';

const CRISIS_IN_SPANISH = [
  // Death by any verb. Whoever cannot be answered in Spanish loses nothing by a false alarm.
  /\b(?:mori(?:r|rme|rse|ria)|muer[oea]n?|murier\w+|muert[ao]|ahorc\w+|matar(?:me|se|nos)|me (?:mat[oe]|mataria)|(?:se|me) (?:va|voy) a matar)\b/,
  /\bpastillas\b.{0,30}\b(?:tod[ao]s|muchas)\b|\b(?:todas|muchas) (?:las |mis )?pastillas\b|\b(?:irme|me voy|desaparecer) para siempre\b|\bnada (?:me )?importa\b|\bque (?:todo )?se acabe\b|\bpienso en no estar\b/,
  new RegExp(`\\b${INTENT} (?:\\w+ ){0,3}?${DYING}\\b`),
  /\bme (?:quiero|voy a|quisiera|queria) (?:\w+ )?(?:matar|morir|suicidar|cortar|lastimar|herir|quitar la vida)\b/,
  /\bsuicid(?:io|arse|arme|ar|arnos|o|a)\b/,
  /\bquitar(?:me|se) la vida\b|\b(?:se|me) (?:mato|quito la vida)\b/,
  /\b(?:no|ya no|nunca) (?:\w+ )?(?:quiero|quisiera|quiere|tengo ganas de|deseo) (?:\w+ )?(?:vivir|seguir|existir|estar (?:aqui|viv[ao])|despertar(?:me)?|nacer)\b/,
  /\b(?:no|ya no) (?:puedo|aguanto|soporto) (?:mas|seguir|vivir)\b(?! (?:con )?(?:la|el|las|los|esta|este) (?:tareas?|clases?|materias?|horario))|\bya no (?:aguanto|soporto)\b(?= ?(?:[.,!?;]|$|esto|nada|todo|la vida|mi vida))/,
  /\b(?:no (?:hay|tengo|veo|encuentro)|sin) (?:\w+ )?(?:razon(?:es)?|motivos?|ganas|sentido) (?:para|de|a|en) (?:vivir|seguir|existir|estar viv[ao]|la vida|levantarme)\b/,
  /\bno (?:le )?(?:veo|encuentro|tiene) (?:\w+ )?(?:sentido|salida|futuro|esperanza)(?: a (?:la|mi) vida)?\b(?= ?(?:[.,!?;]|$|para mi|vivir|seguir|a la vida|a mi vida|mi vida|la vida))/,
  /\b(?:la|mi) vida (?:ya )?no (?:vale|tiene sentido|sirve)\b|\bno vale la pena (?:seguir )?(?:vivir|viviendo)\b|\bodio (?:mi vida|vivir|estar viv[ao])\b|\b(?:para|de) que (?:\w+ )?(?:vivir|seguir viv\w+)\b/,
  /\b(?:todos|el mundo|mi familia|ellos|mis padres|mi mama|mi papa) (?:\w+ )?(?:estaria[n]?|viviria[n]?|seria[n]?) (?:\w+ )?(?:mejor|mas felic?e?s?)\b.{0,12}\bsin mi\b|\bnadie me (?:va a )?extranar(?:ia|a)?\b|\bmejor muert[ao]\b/,
  /\bojala (?:\w+ )?(?:me muera|me muriera|nunca hubiera nacido|no hubiera nacido|no despierte|no despertara|estuviera muert[ao])\b|\b(?:no haber|nunca haber) nacido\b|\bquisiera estar muert[ao]\b/,
  /\bme (?:corto|corte|estoy cortando|estoy lastimando|hago dano|hice dano|lastimo)\b(?= ?(?:[.,!?;]|$|a proposito|cuando|porque|los brazos|las munecas|las piernas|otra vez|de nuevo|a mi))|\b(?:cortandome|lastimandome|haciendome dano|autolesion\w*)\b/,
  /\bcort(?:arme|e|o|ar) (?:las )?venas\b|\b(?:me )?tom[eoa]r?(?:me|e)? (?:\w+ ){0,3}?pastillas\b|\bsobredosis\b/,
  /\b(?:tirar(?:me|se)|saltar|aventar(?:me|se)|lanzar(?:me|se)|brincar) (?:\w+ ){1,3}?(?:puente|techo|edificio|ventana|balcon|tren|vias|metro|autopista|carretera)\b/,
  /\bpiens[oae]n? (?:\w+ ){0,3}?(?:en|sobre) (?:la |mi |su )?(?:muerte|suicid\w+|morir\w*)\b|\bnunca despertar\b|\b(?:veo|encuentro|tiene) (?:ningun )?sentido a nada\b|\b(?:todo )?el frasco de\b|\b(?:cansad[ao]|canse|hart[ao]) (?:\w+ ){0,2}?de (?:vivir|la vida|mi vida|existir)\b/,
  /\b(?:ir(?:me|se)?|irnos) de este mundo\b|\b(?:soy|ser) (?:\w+ )?una carga\b|\b(?:estoy|esta|me siento|se siente) (?:\w+ ){0,2}?(?:deprimid[ao]|sin esperanza|vaci[ao] por dentro)\b/,
  /\bse (?:corta|corto|lastima|hace dano|hizo dano)(?= ?(?:[.,!?;]|$|los brazos|las munecas|las piernas|a proposito|a si mism|otra vez|cuando|en los brazos))/,
  /\b(?:seria|estaria) mejor (?:que yo )?(?:no (?:estar|existir|existiera|estuviera)|morir\w*)\b|\bsi (?:\w+ ){0,4}?me (?:mato|muero|suicido)\b|\b(?:carta|nota) de (?:despedida|suicidio)\b|\bdespedirme de (?:todos|mi familia)\b/,
];

/** The same as `detectCrisis` for messages in Spanish. Reads a normalised message, which has no accents. */
export function detectCrisisInSpanish(message: string): boolean {
  return matchesAny(message, CRISIS_IN_SPANISH, HARMLESS_IN_SPANISH);
}
