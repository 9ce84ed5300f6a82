import { describe, expect, test } from 'vitest';
import { CARE_MESSAGES } from '../testing/care-messages.ts';
import { CARE_STORIES } from '../testing/care-stories.ts';
import { ORDINARY_LOOK_ALIKES } from '../testing/ordinary-look-alikes.ts';
import { ORDINARY_QUESTIONS } from '../testing/ordinary-questions.ts';
import { ORDINARY_SPANISH_QUESTIONS, SPANISH_CARE_MESSAGES } from '../testing/spanish-messages.ts';
import { findCareTopic } from './find-care-topic.ts';

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
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
