import type { ChatLog } from '@pathway/contract/logs';
import { describe, expect, test } from 'vitest';
import {
  countByFeedback,
  filterByDate,
  filterByFeedback,
  filterByQuestion,
  isFiltered,
  lastDays,
  NO_FILTERS,
  readFilters,
  withTimes,
  writeFilters,
} from './log-filters.ts';
import { exportName } from './logs-export.ts';

/** A log at a local time. */
function logAt(local: string, rest: Partial<ChatLog> = {}): ChatLog {
  return {
    id: local,
    timestamp: new Date(local).toISOString(),
    user_type: 'free_auth',
    session_id: 'session-1',
    prompt: 'q',
    response: 'a',
    matches: [],
    feedback: '',
    feedback_text: '',
    feedback_timestamp: null,
    ...rest,
  };
}

const DAYS = withTimes([
  logAt('2026-11-16T23:59:59.999'),
  logAt('2026-11-17T00:00:00.000'),
  logAt('2026-11-18T12:00:00.000'),
  logAt('2026-11-19T23:59:59.000'),
  logAt('2026-11-20T00:00:00.000'),
]);

describe('[LOG-01] the date filter', () => {
  test.each([
    ['', '', [0, 1, 2, 3, 4]],
    ['2026-11-17', '', [1, 2, 3, 4]],
    ['', '2026-11-19', [0, 1, 2, 3]],
    ['2026-11-17', '2026-11-19', [1, 2, 3]],
    ['2026-11-18', '2026-11-18', [2]],
    ['2026-11-19', '2026-11-17', []],
  ])('from %j to %j takes whole local days, both included', (start, end, expected) => {
    const shown = filterByDate(DAYS, { ...NO_FILTERS, start, end });
    expect(shown).toEqual(expected.map((index) => DAYS[index]));
  });

  test('logs that name no time are shown until a date is chosen; a day alone is a local one', () => {
    const logs = withTimes(
      ['', 'last week', '2026-11-17'].map((timestamp) => logAt('2026', { timestamp })),
    );
    expect(filterByDate(logs, NO_FILTERS)).toHaveLength(3);
    expect(filterByDate(logs, { start: '2026-11-17', end: '2026-11-17' })).toEqual([logs[2]]);
  });
});

const RATED = withTimes([
  logAt('2026-11-17T10:00', { feedback: 'up' }),
  logAt('2026-11-17T11:00', { feedback: 'down', feedback_text: 'no' }),
  logAt('2026-11-17T12:00', { feedback: 'up', feedback_text: '  \n' }),
  logAt('2026-11-17T13:00'),
]);

describe('[LOG-02] the feedback filter', () => {
  test('counts each kind; a blank comment is none', () => {
    expect(countByFeedback(RATED)).toEqual({ all: 4, up: 2, down: 1, with_text: 1 });
  });

  test.each([
    ['all', [0, 1, 2, 3]],
    ['up', [0, 2]],
    ['down', [1]],
    ['with_text', [1]],
  ] as const)('%s', (feedback, expected) => {
    expect(filterByFeedback(RATED, feedback)).toEqual(expected.map((index) => RATED[index]));
  });
});

test.each([
  [NO_FILTERS, false, 'chat_logs.csv'],
  [{ ...NO_FILTERS, start: '2026-11-17' }, true, 'chat_logs_from_2026-11-17.csv'],
  [{ ...NO_FILTERS, end: '2026-11-19' }, true, 'chat_logs_until_2026-11-19.csv'],
  [{ ...NO_FILTERS, feedback: 'up' as const }, true, 'chat_logs_helpful.csv'],
  [{ ...NO_FILTERS, feedback: 'with_text' as const }, true, 'chat_logs_with_comments.csv'],
  [
    { ...NO_FILTERS, start: '2026-11-17', end: '2026-11-19', feedback: 'down' as const },
    true,
    'chat_logs_2026-11-17_to_2026-11-19_needs_improvement.csv',
  ],
])('[LOG-04] [LOG-09] filters %j: filtered %s, file %s', (filters, filtered, name) => {
  expect(isFiltered(filters)).toBe(filtered);
  expect(exportName(filters, 'csv')).toBe(name);
  expect(exportName(filters, 'json')).toBe(name.replace('.csv', '.json'));
});

test('[LOG-03] filters live in the address, beside what else it names', () => {
  const filters = { start: '2026-11-17', end: '', feedback: 'down', question: 'A & b?' } as const;
  const address = writeFilters(filters, new URLSearchParams('log=7&end=2026-11-18'));
  expect(address.get('log')).toBe('7');
  expect(address.has('end')).toBe(false);
  expect(readFilters(new URLSearchParams(address.toString()))).toEqual(filters);
  expect(writeFilters(NO_FILTERS, address).toString()).toBe('log=7');
});

test.each(['start=2026-02-30', 'end=tomorrow', 'feedback=toString', 'feedback=all'])(
  '[LOG-03] %s in the address sets nothing',
  (address) => expect(readFilters(new URLSearchParams(address))).toEqual(NO_FILTERS),
);

test('[LOG-01] the last days end today', () => {
  const now = new Date('2026-03-01T23:30:00');
  expect(lastDays(1, now)).toEqual({ start: '2026-03-01', end: '2026-03-01' });
  expect(lastDays(7, now)).toEqual({ start: '2026-02-23', end: '2026-03-01' });
});

test('[LOG-06] a question finds the logs that asked it in much the same words', () => {
  const logs = withTimes(
    ['A visit?', 'a  VISIT!', 'Visits'].map((prompt) => logAt('2026', { prompt })),
  );
  expect(filterByQuestion(logs, 'a visit')).toEqual(logs.slice(0, 2));
  expect(filterByQuestion(logs, '')).toBe(logs);
});

test('[LOG-06] every log has an address of its own, which is its id where that tells it apart', () => {
  const logs = withTimes(['a', '', 'a'].map((id) => logAt('2026', { id })));
  expect(logs.map(({ address }) => address)).toEqual(['a', 'log-1', 'log-2']);
});
