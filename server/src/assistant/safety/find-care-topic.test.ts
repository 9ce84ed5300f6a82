import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readYamlFile } from '../../platform/read-yaml-file.ts';
import { loadDomains } from '../domain.ts';
import { CARE_MESSAGES } from '../testing/care-messages.ts';
import { CARE_STORIES } from '../testing/care-stories.ts';
import { ORDINARY_LOOK_ALIKES } from '../testing/ordinary-look-alikes.ts';
import { ORDINARY_QUESTIONS } from '../testing/ordinary-questions.ts';
import {
  ORDINARY_SPANISH_QUESTIONS,
  SPANISH_CARE_MESSAGES,
  SPANISH_TOPIC_MESSAGES,
} from '../testing/spanish-messages.ts';
import { findCareTopic } from './find-care-topic.ts';

const KNOWN_QUESTIONS = new URL('../../../../knowledge-base/questions/', import.meta.url);
const questionsSchema = z.array(z.object({ es: z.array(z.string()).default([]) }));
const spanish = loadDomains().find(({ language }) => language === 'es');

const CARE_CASES = [
  ...Object.entries(CARE_MESSAGES),
  ...Object.entries(CARE_STORIES),
  ...Object.entries(SPANISH_CARE_MESSAGES),
].flatMap(([topic, messages]) => messages.map((message) => ({ topic, message })));

describe('[CHAT-14] care topics', () => {
  test.each(CARE_CASES)('"$message" is a matter of $topic', ({ topic, message }) => {
    expect(findCareTopic(message)).toBe(topic);
  });

  test.each([...ORDINARY_QUESTIONS, ...ORDINARY_LOOK_ALIKES, ...ORDINARY_SPANISH_QUESTIONS])(
    '"%s" is an ordinary question',
    (message) => {
      expect(findCareTopic(message)).toBeNull();
    },
  );

  test('of other topics in Spanish most are found, none for another', () => {
    const cases = Object.entries(SPANISH_TOPIC_MESSAGES).flatMap(([topic, messages]) =>
      messages.map((message) => ({ topic, found: findCareTopic(message, spanish?.care) })),
    );
    const right = cases.filter(({ topic, found }) => topic === found);
    expect(cases.filter(({ topic, found }) => found !== null && found !== topic)).toEqual([]);
    expect(right.length / cases.length).toBeGreaterThan(0.9);
  });

  test('families’ ordinary questions in Spanish are answered from the sources', () => {
    const questions = readdirSync(KNOWN_QUESTIONS)
      .filter((name) => !/^(?:12|18)-/.test(name))
      .flatMap((name) => readYamlFile(new URL(name, KNOWN_QUESTIONS), questionsSchema))
      .flatMap(({ es }) => es);
    const cared = questions.filter((text) => findCareTopic(text, spanish?.care) !== null);
    expect(questions.length).toBeGreaterThan(1_500);
    expect(cared.length / questions.length).toBeLessThan(0.02);
    for (const text of ORDINARY_SPANISH_QUESTIONS) {
      expect(findCareTopic(text, spanish?.care)).toBeNull();
    }
  });

  test('danger outranks every other topic in the same message', () => {
    expect(findCareTopic('Write my essay. I want to kill myself.')).toBe('crisis');
    expect(findCareTopic('Am I eligible? My coach touches me.')).toBe('abuse');
  });

  test('curly apostrophes, capitals, accents and hidden characters change nothing', () => {
    expect(findCareTopic('I DON’T WANT TO BE HERE ANYMORE')).toBe('crisis');
    expect(findCareTopic('I want to k\u200Bill my\u00ADself')).toBe('crisis');
  });

  test('a message made to be slow is read in no time', () => {
    const started = performance.now();
    findCareTopic('coach wants '.repeat(5_000));
    findCareTopic('a '.repeat(5_000));
    findCareTopic('i want to '.repeat(5_000));
    findCareTopic('a girl what is her '.repeat(5_000));
    findCareTopic('should i sign a contract '.repeat(5_000));
    findCareTopic('2.3 gpa can i '.repeat(5_000));
    findCareTopic('mi entrenador quiere '.repeat(5_000));
    findCareTopic('mi entrenador quiere '.repeat(5_000), spanish?.care);
    findCareTopic('escribe el numero de tengo 11 '.repeat(5_000), spanish?.care);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
