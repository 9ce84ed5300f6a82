import { matchesAny } from './match.ts';

const AGE = '(?:[4-9]|1[0-2]|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const YEARS_OLD = '(?:years?[- ]olds?|yrs? ?-?old|yo|y/o)';
/** What makes a small number something else than an age: heights, grades, counts, times. */
const NOT_AN_AGE =
  '(?! ?th\\b| ?(?:ft|foot|feet|in\\b|inch|inches|lbs?|pounds|kg|credits?|courses?|cores?|classes|points?|games?|goals?|months?|weeks?|days?|minutes?|mins?|seconds?|secs?|hours?|miles?|percent|%|of\\b|grades?|units?|schools?|coaches|offers?|visits?|for\\b|and 0|handicap|utr|seed|players?|hundred|thousand|and a half|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|foot)\\b)|[.,:/-]?\\d)';
/** Somebody else whose age it may be. */
const RELATIVE =
  '(?:son|daughter|kid|child|children|brother|sister|boy|girl|cousin|nephew|niece|grandson|granddaughter|player|friend|team|athlete)';
const MONTH =
  '(?:jan|feb|mar|apr|may|june|july|aug|sep|oct|nov|dec|a (?:week|month)|\\d|two|three)';
const LOW_GRADE = '(?:[1-6](?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth)';

const UNDER_THIRTEEN = [
  new RegExp(
    `\\b(?:im|i am|i m|iam) (?:only |just |still |turning |almost |about |already )?${AGE}\\b${NOT_AN_AGE}`,
  ),
  new RegExp(`\\b(?:my age is|age:?|aged) ${AGE}\\b${NOT_AN_AGE}`),
  new RegExp(`\\bi(?:m| am) (?:an? )?${AGE}[- ]?${YEARS_OLD}\\b`),
  new RegExp(`^${AGE} ?${YEARS_OLD}\\b`),
  new RegExp(
    `^(?!.*\\b${RELATIVE}\\b).*[.,!?;:] ?${AGE} ?${YEARS_OLD}\\b(?! (?:brother|sister|son|daughter))`,
  ),
  new RegExp(
    `\\b${AGE}[- ]?${YEARS_OLD}\\b.{0,60}\\b(?:sign (?:\\w+ )?up|make an account|create an account|open an account|get an account|use this (?:app|site|chat|bot)|join (?:this|here|pathway))\\b`,
  ),
  new RegExp(
    `\\b(?:sign (?:\\w+ ){0,4}up|(?:make|create|open) an account)\\b.{0,60}\\b${AGE}[- ]?${YEARS_OLD}\\b`,
  ),
  /\b(?:im|i am) (?:under|younger than|below|not (?:even |yet )?) ?(?:13|thirteen)\b/,
  // Birthdays soon or just past.
  new RegExp(
    `(?:^|[.,!?] ?|\\b(?:i|im|ill|ive) )(?:just |will |gonna |about to |be )?(?:turn(?:ing|ed|s)?|be) (?:${AGE}\\b(?:${NOT_AN_AGE}|(?= in (?:${MONTH})))|(?:13|thirteen) (?:next|in|soon|on|tomorrow|this))`,
  ),
  /\b(?:im|i am) (?:almost|nearly|not quite|close to|about to be) (?:13|thirteen)\b/,
  new RegExp(
    `\\b(?:me and (?:\\w+ ){1,3}(?:are|r)|we are both|were both) (?:both )?${AGE}\\b${NOT_AN_AGE}`,
  ),
  new RegExp(`\\b(?:me|we|i|my age)\\b.{0,30}\\((?:we are |im |both )?${AGE}\\)`),
  // Grades below the seventh.
  new RegExp(`\\b(?:im|i am) (?:\\w+ ){0,2}?(?:an? |in (?:the )?)?${LOW_GRADE} ?-?grade(?:r)?\\b`),
  /\b(?:im|i am) (?:\w+ )?in grade [1-6]\b/,
  new RegExp(`^(?:hi |hey |hello )?(?:an? )?${LOW_GRADE} ?-?grader\\b(?! (?:son|daughter))`),
  /\b(?:im|i am) (?:\w+ ){0,2}?in elementary\b/,
];

const BIRTH_YEAR =
  /\b(?:i was born|im born|my (?:bday|b-day|birthday|birth ?date|dob|date of birth)|^dob|^born)\b.{0,25}?\b(20\d\d)\b/;

/**
 * True when the asker seems to be under 13, or an account for such a child is wanted. Reads a
 * normalised message; a year of birth is held against `thisYear`.
 */
export function detectUnderThirteen(
  message: string,
  thisYear: number = new Date().getUTCFullYear(),
): boolean {
  const birthYear = Number(BIRTH_YEAR.exec(message)?.[1]);
  if (thisYear - birthYear < 13) return true;
  return matchesAny(message, UNDER_THIRTEEN, [/\b(?:5|6|7) (?:foot |ft |feet )?\d{1,2}\b/g]);
}
