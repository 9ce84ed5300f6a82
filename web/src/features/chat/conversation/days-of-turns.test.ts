import { expect, test } from 'vitest';
import type { Entry } from './chat-machine.ts';
import { daysOfTurns } from './days-of-turns.ts';

const now = new Date(2026, 10, 21, 12);
const askedOn = (day: number | null): Entry[] => {
  const askedAt = day === null ? undefined : new Date(2026, 10, day, 9).toISOString();
  return [{ kind: 'question', key: `on ${day}`, content: 'When?', askedAt }];
};
const daysOf = (...days: (number | null)[]) =>
  daysOfTurns(days.map(askedOn), { locale: 'en-US', now });

test('[CHAT-10] each day of a conversation has its words once', () => {
  expect(daysOf(3, 3, 20, 21, 21)).toEqual([
    'Tuesday, November 3, 2026',
    null,
    'Yesterday',
    'Today',
    null,
  ]);
});

test('[CHAT-10] nothing divides a conversation of today, or one without times', () => {
  expect(daysOf(21, 21)).toEqual([null, null]);
  expect(daysOf(null, 20, null)).toEqual([null, 'Yesterday', null]);
  const notice: Entry[] = [{ kind: 'notice', key: 'n', content: null }];
  expect(daysOfTurns([notice], { locale: 'en-US', now })).toEqual([null]);
});

test('[CHAT-10] in Spanish too', () => {
  const turns = [askedOn(3), askedOn(20)];
  expect(daysOfTurns(turns, { locale: 'es-US', now })).toEqual([
    'martes, 3 de noviembre de 2026',
    'Ayer',
  ]);
});
