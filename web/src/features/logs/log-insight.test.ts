import type { ChatLog } from '@pathway/contract/logs';
import { describe, expect, test } from 'vitest';
import { countByFeedback, NO_FILTERS, withTimes } from './log-filters.ts';
import { countPerDay, rankSources, rateHelpfulness } from './log-insight.ts';

function logOn(day: string, rest: Partial<ChatLog> = {}): ChatLog {
  return {
    id: day,
    timestamp: new Date(`${day}T10:00:00`).toISOString(),
    user_type: 'free_auth',
    session_id: 's',
    prompt: '',
    response: '',
    matches: [],
    feedback: '',
    feedback_text: '',
    feedback_timestamp: null,
    ...rest,
  };
}

const uses = (...sources: string[]) =>
  logOn('2026-11-01', { matches: sources.map((source) => ({ source, similarity: 1 })) });
const now = new Date('2026-11-20T09:00:00');

describe('the summary of logs', () => {
  test('counts the last 14 days when no dates are chosen', () => {
    const days = countPerDay(
      withTimes([logOn('2026-11-20'), logOn('2026-11-07')]),
      NO_FILTERS,
      now,
    );
    expect(days).toHaveLength(14);
    expect(days[0]).toEqual({ day: '2026-11-07', count: 1 });
    expect(days.at(-1)).toEqual({ day: '2026-11-20', count: 1 });
    expect(days[5]).toEqual({ day: '2026-11-12', count: 0 });
  });

  test('counts each day of the chosen range, across a change of clocks too', () => {
    const filters = { ...NO_FILTERS, start: '2026-10-30', end: '2026-11-02' };
    const days = countPerDay(withTimes([logOn('2026-11-01')]), filters, now);
    expect(days.map(({ day }) => day)).toEqual([
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
      '2026-11-02',
    ]);
    expect(days[2]?.count).toBe(1);
  });

  test('draws at most 62 days, and one for a range that ends before it begins', () => {
    const long = { ...NO_FILTERS, start: '2020-01-01', end: '2026-11-20' };
    expect(countPerDay([], long, now)).toHaveLength(62);
    const reversed = { ...NO_FILTERS, start: '2026-11-20', end: '2026-11-01' };
    expect(countPerDay([], reversed, now)).toHaveLength(1);
  });

  test('rates helpfulness among the rated only', () => {
    const logs = withTimes([
      logOn('2026-11-01', { feedback: 'up' }),
      logOn('2026-11-02', { feedback: 'up' }),
      logOn('2026-11-03', { feedback: 'down' }),
      logOn('2026-11-04'),
    ]);
    expect(rateHelpfulness(countByFeedback(logs))).toEqual({
      up: 2,
      down: 1,
      none: 1,
      percent: 67,
    });
    expect(rateHelpfulness(countByFeedback([])).percent).toBeNull();
  });

  test('ranks sources by the logs that used them', () => {
    const logs = withTimes([uses('a', 'a', 'b'), uses('b'), uses('c', 'b'), uses('d', 'a')]);
    expect(rankSources(logs)).toEqual([
      { source: 'b', count: 3 },
      { source: 'a', count: 2 },
      { source: 'c', count: 1 },
    ]);
  });
});
