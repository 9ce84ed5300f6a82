import { normaliseMessage } from './guards/normalise-message.ts';
import type { CareTopic } from './guards/find-care-topic.ts';
import { careTexts, closings } from './messages.ts';

/** What the sources are asked for in a care answer, and what is said after it. */
export interface LookUps {
  /** Null: no source is asked. */
  questions: readonly string[] | null;
  after: string;
}

/**
 * A matter within a topic that other sections of the sources speak of. In `questions` null stands for the
 * asker's own words, and instead of them for no source.
 */
interface Subject {
  pattern: RegExp;
  questions: readonly (string | null)[] | null;
  after?: string;
}

const ELIGIBILITY: readonly Subject[] = [
  {
    pattern:
      /\b(?:years?|seasons?) (?:left|of eligibility|do (?:i|he|she))\b|\bhow many (?:more )?(?:years|seasons)\b|\b(?:gap|prep|pg|postgrad) year\b|\bprep school\b|\bredshirt|\b(?:burn|lose|lost|cost|use up) (?:\w+ ){0,2}?(?:years?|seasons?)\b|\byears? off\b|\b(?:im|is|hes|shes) (?:19|2\d)\b/,
    questions: [
      'How many years can I play under the new D1 rule?',
      'How many seasons or years can I play in D2, the NAIA or junior college (JUCO)?',
    ],
    after: closings.eligibilityRecord,
  },
  { pattern: /\bnaia\b/, questions: ['What GPA do I need for the NAIA?'] },
  {
    pattern: /\btransfer|\bportal\b|\bjuco\b|\bjunior college\b|\bdropped out\b/,
    questions: ['How does the transfer portal work?', 'What should I check before transferring?'],
    after: closings.eligibilityRecord,
  },
  {
    pattern: /\bonline\b|\bsummer (?:school|class)/,
    questions: ['Do online or summer classes count?', 'What GPA do I need for D1 and D2?'],
  },
  {
    pattern:
      /\b(?:senior|graduat\w+|7th semester)\b.*\bcores?\b|\bcores?\b.*\b(?:senior|graduat\w+)\b/,
    questions: [
      'How many core courses do I need for D1 and D2?',
      'I am a senior and one core course is missing. What now?',
    ],
  },
  { pattern: /\bhome ?school/, questions: ['I am homeschooled. How do I get cleared?'] },
  {
    pattern: /\b(?:moved (?:here )?from|from another country|abroad|overseas|foreign)\b/,
    questions: [
      'I moved here from another country, such as Brazil. Do my old grades count?',
      'What GPA do I need for D1 and D2?',
    ],
  },
  {
    pattern:
      /\b(?:agent|amateur\w*|prize money|got paid|accepted|took money|bucks|prize|tournament|pro (?:\w+ )?(?:leagues?|teams?|clubs?|academy|contract))\b/,
    questions: ['What is amateurism, and may I accept prize money?'],
    after: closings.eligibilityRecord,
  },
];

const SUBJECTS: Partial<Record<CareTopic, readonly Subject[]>> = {
  abuse: [
    {
      pattern:
        /\b(?:scouts?|recruiters?|agents?)\b.*\b(?:deposit|fees?|pay|paid|money|\$|venmo|zelle|gift cards?|real|legit|fake|scam\w*)/,
      questions: ['How do I spot a fake recruiter?'],
    },
  ],
  health: [
    {
      pattern:
        /\b(?:hurts?|injur\w+|acl|knee|ankle|wrist|shin|hamstring|fractur\w+|sprain\w*|torn|tore|surgery|concuss\w+)\b/,
      questions: ['I was injured junior year. Is recruiting over?'],
      after: closings.injury,
    },
  ],
  ghost_writing: [
    {
      pattern: /\bhomework\b|\bdo my \w+|\bbook report\b|\bterm paper\b/,
      questions: null,
      after: '',
    },
    {
      pattern: /\brec(?:ommendation)? letters?\b|\bletters? of rec/,
      questions: ['How do I ask a teacher for a recommendation letter?'],
      after: '',
    },
    {
      pattern: /\bactivit(?:y|ies) (?:section|list)\b/,
      questions: ['How do I list my sport and activities?'],
    },
  ],
  professional_advice: [
    {
      pattern: /\brecruiting (?:service|company|agency)\b/,
      questions: ['Is a paid recruiting service worth it?'],
      after: closings.signing,
    },
    {
      pattern:
        /\b(?:tax\w*|irs|dependent|1099|visas?|f-?1|j-?1|h-?4|green card|undocumented|daca|sue|lawsuit)\b/,
      questions: [null],
      after: '',
    },
    {
      pattern: /\b(?:nil|name image|agents?|agency|collective|contract|deal|sign)\b/,
      questions: [
        'Which NIL contract or agent should I sign with?',
        'What must we check before saying yes to a NIL deal?',
      ],
      after: closings.signing,
    },
  ],
  eligibility: ELIGIBILITY,
  odds: [
    {
      pattern: /\bwaitlist|\bdeferred\b/,
      questions: ['I was deferred or waitlisted. What does that mean?'],
    },
    {
      pattern:
        /\bcoach\w*\b.*\b(?:support\w*|pull(?:ing)?|back(?:s|ing)|admissions?|pre-?read|green light)\b|\bpre-?read\b/,
      questions: ['What is an admissions pre-read, and what is a likely letter?'],
    },
    {
      pattern: /\bwalk(?:ing)? ?-?on\b/,
      questions: ['What is a walk-on, and what is a roster spot?'],
    },
    {
      pattern:
        /\b(?:recruit\w*|roster|d-?[123]|division|offer|play (?:in )?college|good enough to play)\b/,
      questions: [
        'How likely is it to play sports in college at all?',
        'What do college coaches look for in a recruit?',
      ],
    },
  ],
};

/** Which questions of the sources help with this message. `standAlone` is it with its history. */
export function chooseLookUps(topic: CareTopic, standAlone: string): LookUps {
  const message = normaliseMessage(standAlone);
  const { lookUps, after } = careTexts[topic];
  const subject = SUBJECTS[topic]?.find(({ pattern }) => pattern.test(message));
  const questions = subject === undefined ? lookUps : subject.questions;
  return {
    questions: questions?.map((question) => question ?? standAlone) ?? null,
    after: subject?.after ?? after,
  };
}
