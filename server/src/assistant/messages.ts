import type { CareTopic } from './guards/find-care-topic.ts';

/** Names that the texts use. */
export interface Names {
  assistantName: string;
  productName: string;
}

/** A care text around what the sources say. */
export interface CareText {
  before: string;
  /** Leads over to what the sources say; left out when they say nothing. */
  leadIn: string;
  after: string;
  /** Questions whose best passages are quoted in between, `null` for the asker's own; null for no source at all. */
  lookUps: readonly (string | null)[] | null;
}

/** Complete texts. No source stands behind them; phone numbers were checked with their owners' pages. */
const CRISIS = `I'm really glad you told me. I'm an AI, so I can't be the help you need right now. These people can, at any hour, free and confidential:

- **Call or text 988**, the Suicide & Crisis Lifeline.
- **Text HOME to 741741**, the Crisis Text Line.
- **Call 911** if you might hurt yourself now, or if somebody is in danger.

Please also tell an adult you trust today: a parent, a relative, a school counselor, a doctor. Two sentences are enough: "I'm not okay. I need help staying safe." If you are worried about somebody else, stay with them and bring in an adult now.

Sports and college questions can wait.`;

const ABUSE = `Thank you for telling me. What you describe matters, and it is not your fault. I'm an AI, so I can't step in, but these people can:

- **Call 911** if you are in danger right now.
- **Tell a trusted adult** today: a parent, a relative, a school counselor, a nurse. If the first one doesn't act, tell another.
- **U.S. Center for SafeSport**: report at uscenterforsafesport.org, or call 833-587-7233. Its helpline, 866-200-0796, is there at any hour.
- **Childhelp National Child Abuse Hotline**: call or text 1-800-422-4453, at any hour.
- **Call or text 988** if it feels too heavy to carry.

You don't need proof and you don't have to answer anybody's questions here. Keep messages and pictures that were sent to you, send nothing more, and don't meet the person alone.`;

const FAKE_RECRUITER_LEAD_IN = `**How to tell whether a scout is real,** from my sources:`;

const UNDER_THIRTEEN = `Thanks for your interest! Somebody under 13 can't use this service alone, so let's stop here: please don't type your name, school, e-mail address or anything else about you.

Ask a **parent or guardian** to read our terms and privacy pages and to write to us about anything you may already have entered. A parent can also look things up and share them with you.`;

const PRIVATE_DATA = `I can't help with private contact details or records of another person: cell numbers, home addresses, grades, test scores or health belong to the people they describe.

What works instead: a college's athletics website has a **staff page** with the office e-mail addresses and phone numbers that coaches publish for recruits. For facts about other athletes, use only what they or their school publish.`;

const DECEPTION = `I won't help with hiding or changing facts about school, age, transfers, money or tests. Offices compare records from every school, and a false record can cost eligibility, an admission or a scholarship for good.

There is almost always an **honest route**: a failed class can often be retaken, a transfer can be explained in a short letter, missing papers can be replaced. Tell your school counselor and, for a college, its compliance office what happened, and ask what is possible. I'm glad to look up the rule for your case.`;

const ESSAY_BEFORE = `I won't write it for you: it has to be your own work, and colleges may treat text written by an AI as fraud. I can help with questions, an **outline** and **feedback**.`;
const ESSAY_LEAD_IN = `What my sources say about it:`;
const ESSAY_AFTER = `To start, tell me in a few lines: which moment comes back to you most often, what you did then, and what changed afterwards? Your answers are the start of an outline.`;

const HEALTH_BEFORE = `I don't give plans for supplements, medication, weight or playing hurt: that needs somebody who knows your body and your history. Please ask a **doctor**, an **athletic trainer** or a registered dietitian.`;
const HEALTH_LEAD_IN = `From my sources:`;
const HEALTH_AFTER = `If food, weight or your body is on your mind most of the day, tell a trusted adult or a doctor today. You can also **call or text 988** at any hour. Call 911 for chest pain, fainting or after a blow to the head.`;

const ELIGIBILITY_BEFORE = `I can't tell you whether one person is eligible; a yes or no from me could cost a season.`;
const ELIGIBILITY_LEAD_IN = `This is the rule as my sources state it:`;
const ELIGIBILITY_AFTER = `**Still missing for a decision:** which of the courses are on your high school's approved list, the grade in each of them, when they were finished, graduation, and amateur status. **Who decides:** the NCAA Eligibility Center for Division I and II, PlayNAIA for the NAIA, the college itself for Division III. Check your list with your school counselor, then ask them.`;

const ODDS_BEFORE = `I can't give anybody a personal chance of being admitted, recruited or offered a place; nobody honestly can. What helps is **published** data, such as a college's admission rate, its Common Data Set and the team's roster.`;
const ODDS_LEAD_IN = `From my sources:`;
const ODDS_AFTER = `Compare the published figures with your own record together with your school counselor, and ask the coach directly where you stand.`;

const PROFESSIONAL_BEFORE = `This needs somebody who knows your case and your state's law, so please don't decide it from a chat. Talk with a **parent**, and with a **lawyer**, a tax or immigration professional, or the school's compliance or international office.`;
const PROFESSIONAL_LEAD_IN = `General facts from my sources:`;
const SIGNING_AFTER = `Before signing or paying anything, have it read by somebody who works for you and not for the other side.`;

const FIXED = { leadIn: '', after: '', lookUps: null };

/** What a care answer ends with where its usual ending does not fit the matter. */
export const closings = {
  eligibilityRecord: `**Still missing for a decision:** every school, team and season so far with its dates, any money or prizes from sport, and the rule of the year in which you enroll. **Who decides:** the NCAA Eligibility Center and the college's compliance office for Division I and II, PlayNAIA for the NAIA, the college itself for Division III. Ask them in writing.`,
  injury: `Wait until a doctor or an athletic trainer has cleared you; one showcase is not worth a season. **Call 911** for chest pain, fainting or after a blow to the head.`,
  signing: SIGNING_AFTER,
} as const;

/** What each care topic is answered with. */
export const careTexts: Record<CareTopic, CareText> = {
  crisis: { before: CRISIS, ...FIXED },
  abuse: { before: ABUSE, ...FIXED, leadIn: FAKE_RECRUITER_LEAD_IN },
  under_thirteen: { before: UNDER_THIRTEEN, ...FIXED },
  private_data: { before: PRIVATE_DATA, ...FIXED },
  deception: { before: DECEPTION, ...FIXED },
  health: {
    before: HEALTH_BEFORE,
    leadIn: HEALTH_LEAD_IN,
    after: HEALTH_AFTER,
    lookUps: ['Are supplements and fast weight loss dangerous for teenagers?'],
  },
  ghost_writing: {
    before: ESSAY_BEFORE,
    leadIn: ESSAY_LEAD_IN,
    after: ESSAY_AFTER,
    lookUps: ['What should my Common App essay be about, and how long?'],
  },
  eligibility: {
    before: ELIGIBILITY_BEFORE,
    leadIn: ELIGIBILITY_LEAD_IN,
    after: ELIGIBILITY_AFTER,
    lookUps: [
      'What GPA do I need for D1 and D2?',
      'How many core courses do I need for D1 and D2?',
    ],
  },
  odds: {
    before: ODDS_BEFORE,
    leadIn: ODDS_LEAD_IN,
    after: ODDS_AFTER,
    lookUps: ['What are my chances at one college? Published admission rate.'],
  },
  professional_advice: {
    before: PROFESSIONAL_BEFORE,
    leadIn: PROFESSIONAL_LEAD_IN,
    after: '',
    lookUps: [null],
  },
};

/** What a message is told that only sounds like one of these topics, before what the sources say to it. */
export const gentleCare: Partial<Record<CareTopic, string>> = {
  private_data: `**In case you ask about another person:** I can't help with private contact details or with records such as grades, test scores or health. A college's athletics website has a **staff page** with the office e-mail addresses and phone numbers of its coaches. If I misread you, just read on.`,
  deception: `**In case this is about leaving something out or changing it:** I can't help with that, and offices compare records from every school. There is almost always an **honest route**; ask your school counselor what is possible. If I misread you, just read on.`,
};

/** Sentences before the quotes. `name` is the screen name, or empty; `topic` an escaped title. */
export const leadIns = {
  oneSource: (topic: string, name: string) =>
    name ? `${name}, here is what “${topic}” says:` : `Here is what “${topic}” says:`,
  manySources: (count: number, name: string) =>
    name ? `${name}, I found this in ${count} passages:` : `I found this in ${count} passages:`,
  closest: (name: string) =>
    `${name ? `${name}, my` : 'My'} sources may not answer exactly this. The closest passages, without any promise that they fit:`,
};

/** Notes on dates under an answer. */
export const dateNotes = {
  asOf: (month: string, authority: string, isOld: boolean) =>
    `As of ${month}${isOld ? ', more than a year ago' : ''} — confirm at ${authority}.`,
  undated: (authority: string) =>
    `${authority}: the source carries no date, so confirm it there before you rely on it.`,
  differ: (newest: string, authority: string, oldest: string) =>
    `These sources date from ${oldest} to ${newest}. Where they disagree, the newer official one counts: ${authority}.`,
};

/** The quoted rule belongs to one division only. */
export const scopeNote = (division: string) =>
  `This is what my sources say about ${division}. Other divisions have rules of their own; ask me again with yours, such as D1, D2, D3 or NAIA.`;

/** Words about the asker's goals, from a fixed list of sports and divisions. */
export const goalsNote = (goals: string) => `Your goals mention ${goals}, so I looked there first.`;

/** Replies that no source is needed for. */
export const plainReplies = {
  greeting: ({ assistantName }: Names, name: string) =>
    `Hi${name ? ` ${name}` : ''}! I'm ${assistantName}, an AI assistant. Ask me about college planning or recruiting, for example "When can college coaches contact me?"`,
  thanks: (name: string) => `You're welcome${name ? `, ${name}` : ''}! Ask me anytime.`,
  farewell: (name: string) => `Goodbye${name ? `, ${name}` : ''}, and good luck!`,
  identity: ({ assistantName, productName }: Names) =>
    `I'm ${assistantName}, an AI assistant of ${productName}, not a person. I look up questions about college planning and sports recruiting in documents that our team trusts, and I show where each sentence stands. I can make mistakes, so confirm rules and dates at the place I name.`,
  language: `I can only read and answer in English so far. Please ask in English, or pick one of the starter questions. · Por ahora solo puedo leer y responder en inglés. Escribe tu pregunta en inglés o elige una de las preguntas de inicio. Si estás en peligro o piensas en hacerte daño, llama al 911, o al 988 y oprime 2.`,
  code: `I can't help with program code. Ask me about college planning or recruiting.`,
  nonsense: `I couldn't make sense of that. Could you ask it as a short question, for example "How many core courses do I need for D1?"`,
};

/** Nothing in the sources. `topics` are escaped titles of the nearest sources, perhaps none. */
export function notCoveredText(topics: readonly string[], name: string): string {
  const opening = `${name ? `${name}, my` : 'My'} sources don't cover that, so I won't guess.`;
  const nearest =
    topics.length === 0
      ? ''
      : `\n\nThe nearest topics I have:\n\n${topics.map((topic) => `- ${topic}`).join('\n')}`;
  return `${opening}${nearest}\n\nWhere to ask: your school counselor for school and applications, the NCAA Eligibility Center or the college's compliance office for eligibility and recruiting rules, and the college's financial aid office or studentaid.gov for money.`;
}

/** Under it while sources are still to be read for the first time. */
export const unreadNote = (sources: number) =>
  sources === 1
    ? `I'm still reading a new source that may cover it. Ask again in a few minutes.`
    : `I'm still reading ${sources} new sources that may cover it. Ask again in a few minutes.`;

/** Before the answer to a message that held more about a person than an answer needs. */
export const privacyNote = `**A note on privacy:** you don't need to type phone numbers, addresses, e-mail addresses or numbers of papers and cards here. I left them out of what is kept. Please share such things only with people you and your parents know.`;

/**
 * Before the answer to a message that may be a cry for help and may be none. No source stands behind it;
 * the numbers are those of the complete texts.
 */
export const helpLines: Record<'crisis' | 'abuse', string> = {
  crisis: `**First, in case this is about more than school or sports:** you don't have to carry it alone. **Call or text 988** at any hour, free and confidential, or text HOME to 741741. **Call 911** if somebody is in danger. Please tell an adult you trust, too. If I misread you, just read on.`,
  abuse: `**First, in case somebody hurts you, scares you or crosses a line:** it is not your fault, and there is help at any hour. Call the SafeSport helpline, **866-200-0796**, or **call or text 1-800-422-4453**, the Childhelp hotline. **Call 911** if you are in danger. Please tell an adult you trust, too. If I misread you, just read on.`,
};

/** What stands between a care text's two parts when the sources say nothing about it. */
export const careWithoutSources = `My sources say nothing certain about this.`;
