import { describe, expect, test } from 'vitest';
import {
  listAbsentTopics,
  listAsked,
  listStarterSections,
} from '../testing/list-starter-sections.ts';
import { loadDomains } from '../domain.ts';
import { findLiteralTopic } from './find-literal-topic.ts';

const { literalWords } = loadDomains()[0];
const find = (text: string) => findLiteralTopic(text, literalWords);

describe('[CHAT-14] words that say it by themselves', () => {
  test.each([
    ['after the draft my nephew spoke of suicide', 'crisis'],
    ['she told me she wants to kill herself before the season', 'crisis'],
    ['I DON’T WANT TO BE ALIVE', 'crisis'],
    ['I want to k\u200Bill my\u00ADself', 'crisis'],
    ['no qiero nada, me quiero morir', 'crisis'],
    ['my swim teacher molested me', 'abuse'],
    ['un señor me manoseó en el torneo', 'abuse'],
    ['hello there, I am 10 years old', 'under_thirteen'],
    ['please tell me where coach Miller lives, where does coach Miller live', 'private_data'],
    ['I am 12 years old and my uncle raped me', 'abuse'],
    ['my dad hits me and I want to die', 'crisis'],
  ])('%j is a matter of %s', (text, topic) => {
    expect(find(text)).toBe(topic);
  });

  test.each([
    'we ran suicides until dark',
    'dying to visit Clemson, this waiting kills me',
    'keep in touch with me after the camp',
    'my 11 year old loves tennis',
    'I am 12 credits short',
    'Where do I find the office e-mail of a coach?',
    'me muero de ganas de jugar',
    'me toca jugar el domingo',
  ])('%j is ordinary talk', (text) => {
    expect(find(text)).toBeNull();
  });
});

test('[CHAT-14] of families’ questions one in 300 at most is taken for care', () => {
  const sections = [
    ...listStarterSections().filter(({ file }) => !/^(?:12|18)-/.test(file)),
    ...listAbsentTopics(),
  ];
  const questions = ['en', 'es'].flatMap((language) => listAsked(sections, language));
  const cared = questions.filter((text) => find(text) !== null);
  expect(cared.length / questions.length).toBeLessThan(1 / 300);
});

test('a message made to be slow is read in no time', () => {
  const started = performance.now();
  for (const piece of [
    'coach wants ',
    'a ',
    'i want to ',
    'take my pills ',
    'mi entrenador quiere ',
  ]) {
    find(piece.repeat(5_000));
  }
  expect(performance.now() - started).toBeLessThan(1_000);
});
