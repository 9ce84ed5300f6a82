import { matchesAny } from './matches-any.ts';

const AGE = '(?:[4-9]|1[0-2]|four|five|six|seven|eight|nine|ten|eleven|twelve)';
/** What makes a small number something else than an age: heights, grades, counts, times. */
const NOT_AN_AGE =
  '(?! ?(?:st|nd|rd|th)\\b| ?(?:ft|foot|feet|in\\b|inch|inches|lbs?|pounds|kg|credits?|courses?|cores?|classes|points?|games?|goals?|months?|weeks?|days?|minutes?|mins?|seconds?|secs?|hours?|miles?|percent|%|of\\b|grades?|units?|schools?|coaches|offers?|visits?|for\\b|and 0|handicap|utr|seed|players?|hundred|thousand|and a half|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|foot)\\b)|[.,:/-]?\\d)';

const UNDER_THIRTEEN = [
  new RegExp(
    `\\b(?:im|i am|i m|iam) (?:only |just |still |turning |almost |about )?${AGE}\\b${NOT_AN_AGE}`,
  ),
  new RegExp(`\\b(?:my age is|age:?|aged) ${AGE}\\b${NOT_AN_AGE}`),
  new RegExp(`\\bi(?:m| am) (?:an? )?${AGE}[- ]?(?:years?[- ]old|year old|yrs? old|yo|y/o)\\b`),
  new RegExp(`^${AGE} (?:years? old|yrs? old|yo|y/o)\\b`),
  new RegExp(
    `\\b${AGE}[- ]?(?:years?[- ]olds?|yrs? old|yo|y/o)\\b.{0,60}\\b(?:sign (?:\\w+ )?up|make an account|create an account|open an account|get an account|use this (?:app|site|chat|bot)|join (?:this|here|pathway))\\b`,
  ),
  new RegExp(
    `\\b(?:sign (?:\\w+ ){0,4}up|(?:make|create|open) an account)\\b.{0,60}\\b${AGE}[- ]?(?:years?[- ]olds?|yrs? old|yo|y/o)\\b`,
  ),
  /\b(?:im|i am) (?:under|younger than|below|not (?:yet )?) ?(?:13|thirteen)\b/,
];

/** True when the asker seems to be under 13, or an account for such a child is wanted. Reads a normalised message. */
export function detectUnderThirteen(message: string): boolean {
  return matchesAny(message, UNDER_THIRTEEN, [/\b(?:5|6|7) (?:foot |ft |feet )?\d{1,2}\b/g]);
}
