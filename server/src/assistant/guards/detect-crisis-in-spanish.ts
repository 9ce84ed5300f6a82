import { matchesAny } from './matches-any.ts';

/** Ordinary words of sport, school and everyday life that look like a crisis. They are taken out before matching. */
const HARMLESS = [
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

const CRISIS = [
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
  return matchesAny(message, CRISIS, HARMLESS);
}
