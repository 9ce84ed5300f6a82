import { toTerm } from './to-terms.ts';

/**
 * Terms of verbs and nouns that people put into every question, whatever it is about, and the fillers
 * and short forms of chats: they are indexed and searched, but say little about the topic.
 */
export const LIGHT_TERMS: ReadonlySet<string> = new Set(
  `get gets got getting gotten give gives gave given giving go goes going gone went gonna wanna gotta
  make makes made making take takes took taken taking put puts want wants wanted wanting know knows
  knew known need needs needed let lets keep keeps kept come comes came coming say says said tell tells
  told telling think thinks thought see sees seen look looks looking find finds found try tries tried
  trying use uses used using ask asks asked happen happens happened mean means meant
  thing things stuff way ways lot lots kind sort bit really actually still even anything something
  everything nothing anyone someone somebody anybody everyone good bad better best big okay ok sure
  right wrong like new able supposed allowed please help question wonder wondering maybe instead yet
  ever never always pretty long now today

  hey hi hello yo sup thanks thank thx ty pls plz bro bruh bros dude guys yall yeah yea yep nah nope
  lol lmao haha omg wtf idk idc dunno tbh ngl imo imho fr frfr smh rn atm btw fyi asap irl lowkey
  highkey kinda sorta tho thru cuz cus bc coz gunna gon tryna finna boutta prolly def deff legit
  literally basically honestly seriously obviously apparently supposedly totally definitely probably
  exactly simply somehow anyway anyways whatever else already anymore nowadays lately soon super
  heard hear hearing hears feel feels seem seems seemed guess figure figured understand believe
  curious confused explain advice info somewhere nobody ppl people
  u ur ya im ima imma r n w b y k ill ive id hes shes theyre thats whats hows wheres whens whos
  aint dont wont cant isnt doesnt didnt lemme gimme wya hmu etc aka vs versus
  true actual whole true back around talking basically deal`
    .trim()
    .split(/\s+/)
    .map(toTerm),
);
