/**
 * Words that say nothing about a topic, question words included. They are neither indexed nor
 * searched. `us` is missing on purpose: it is also the country.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any are arent as at be because been before
  being below between both but by can cannot cant could couldnt did didnt do does doesnt doing dont
  down during each few for from further had hadnt has hasnt have havent having he her here hers
  herself him himself his how i id if im in into is isnt it its itself ive just lets many may me
  might more most much must my myself no nor not of off on once only or other ought our ours
  ourselves out over own same shall she should shouldnt so some such than that thats the their
  theirs them themselves then there theres these they theyre this those through to too under until
  up upon very was wasnt we were werent what whats when where which while who whom whose why will
  with wont would wouldnt you youd youll your youre yours yourself yourselves youve`.split(/\s+/),
);
