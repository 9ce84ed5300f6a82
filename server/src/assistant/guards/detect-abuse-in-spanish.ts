import { matchesAny } from './matches-any.ts';

const PERSON =
  '(?:entrenador(?:a|es)?|coach(?:es)?|profesor(?:a|es)?|profe|maestr[oa]|reclutador(?:a)?|doctor|fisioterapeuta|mi (?:papa|mama|padre|madre|padrastro|madrastra|tio|tia|hermano|hermanastro|novio|novia|abuelo|primo)|su (?:papa|padre|padrastro|entrenador)|un (?:hombre|senor|adulto|tipo)|alguien|companer[oa]s?|capitan)';
const HURTS =
  '(?:peg(?:a|o|an|aron)|golpe(?:a|o|an|aron)|manose(?:a|o|an|aron)|toc(?:o|a|an|aron)|bes(?:a|o|an|aron)|viol(?:a|o|an|aron)|acos(?:a|o|an|aron)|amenaz(?:a|o|an|aron)|abofete(?:a|o)|pate(?:a|o|an|aron)|maltrat(?:a|o|an|aron)|chantaje(?:a|o)|encierra|encerro|empuj(?:a|o)|abus(?:a|o) de)';

/** Recruiting talk about pictures, hits and turns. It is taken out before matching. */
const HARMLESS = [
  /\bviola(?:cion(?:es)?|ndo|r|n)? (?:de |a |una |alguna |la |las |los )*(?:regl\w+|norm\w+|ncaa|ley\w*|politic\w+)\b/g,
  /\bfotos? (?:\w+ ){0,3}?(?:de(?:l)? (?:equipo|partido|juego|uniforme|perfil|pasaporte|boleta|transcript|identificacion|accion)|para (?:el|la|mi) (?:perfil|sitio|pagina|credencial|equipo|solicitud))\b/g,
  /\bme toca(?:n|ra|ba)? (?:jugar|a mi|el turno|entrenar|hacer|pagar|presentar|competir|escoger|decidir)\b/g,
  /\babuso de (?:sustancias|drogas|alcohol|esteroides)\b/g,
];

const ABUSE = [
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
  return matchesAny(message, ABUSE, HARMLESS);
}
