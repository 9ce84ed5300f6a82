import type { FeedbackFilter } from '@pathway/contract/log-book';
import { type ChatLog, listLogs } from '@pathway/contract/logs';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogDigestStore, type LogDigestStore } from '../../src/features/logs/digest-store.ts';
import { createLogStore, type LogStore } from '../../src/features/logs/log-store.ts';
import {
  createLogSummaryStore,
  type LogSummaryStore,
} from '../../src/features/logs/summary-store.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { coverLogs, orderTopics } from '../../../web/src/features/logs/log-coverage.ts';
import {
  boundsOf,
  countByFeedback,
  filterByDate,
  filterByFeedback,
  filterByQuestion,
  type TimedLog,
  withTimes,
} from '../../../web/src/features/logs/log-filters.ts';
import { boundsOfDays, daysToShow, summarise } from '../../../web/src/features/logs/log-insight.ts';
import { createTestDatabase, TEST_ENGINES } from '../create-test-database.ts';
import { type GivenLog, replaceLogs } from './add-logs.ts';

const ROWS_OF_A_PAGE = 7;
const DAYS = ['2026-03-07', '2026-03-08', '2026-03-09'];
const NOW = new Date('2026-03-09T12:00:00');
const TOPICS = ['crisis', 'eating', 'injury'];
/** Blank to JavaScript, or nearly so. */
const BLANKS = [
  '',
  ' ',
  '\n\t',
  '\u00a0\u3000\ufeff',
  '\u2028',
  '\u0085',
  '\u200b',
  '\u180e',
  '\v\f',
];
const QUESTIONS = [
  'When?',
  'WHEN',
  ' when !',
  'École?',
  'école',
  'e\u0301cole',
  'ΟΔΟΣ',
  'οδος',
  'οδοσ',
  'İstanbul',
  'istanbul',
  'Straße',
  'STRASSE',
  '???',
  '!',
  '[1] and ٣',
  '\u{1d4b3} 𝒳',
  "'; drop table chat_logs; --",
];

const stored = (text: string) => text.replaceAll('\0', '').toWellFormed();
const text = fc.string({ unit: 'binary', maxLength: 12 }).map(stored);

/** Microseconds around the beginnings of days, and any others. */
const instant = fc
  .tuple(
    fc.constantFrom(...DAYS, '2026-03-10', '2026-02-20'),
    fc.oneof(fc.integer({ min: -1_001, max: 1_001 }), fc.nat(86_400_000_000)),
  )
  .map(([day, microseconds]) => {
    const beginMs = Date.parse(`${day}T00:00:00`);
    const whole = Math.floor(microseconds / 1_000);
    const rest = String(microseconds - whole * 1_000).padStart(3, '0');
    return new Date(beginMs + whole).toISOString().replace('Z', `${rest}Z`);
  });

const match = fc.record(
  {
    source: fc.constantFrom('Guide', 'Handbook', 'Rules', 'aid.example', 'Old name'),
    source_id: fc.constantFrom('d1', 'd2'),
    similarity: fc.oneof(
      fc.constantFrom(0.49, 0.5, null),
      fc.double({ min: 0, max: 1, noNaN: true }),
    ),
    as_of: fc.constant('2026-01-01'),
  },
  { requiredKeys: ['source'] },
);

const log: fc.Arbitrary<GivenLog> = fc
  .record({
    id: fc.uuid({ version: 4 }),
    created_at: instant,
    status: fc.constantFrom('pending', 'answered', 'answered', 'answered', 'failed', 'aborted'),
    session_id: fc.constantFrom('session-1', 'session-2', ''),
    prompt: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...QUESTIONS) },
      { weight: 1, arbitrary: text.filter((asked) => asked.trim() !== '') },
    ),
    response: fc.constantFrom(
      '',
      ' ',
      'So. [1]',
      'So. [12, 3]',
      'So. [1234]',
      'So. [1,  2]',
      'No.',
    ),
    matches: fc.array(match, { maxLength: 3 }),
    care: fc.array(fc.constantFrom(...TOPICS), { maxLength: 2 }),
    thumbs: fc.constantFrom(null, null, 'up', 'down'),
    text_feedback: fc.oneof(fc.constantFrom(...BLANKS, 'Thanks'), text),
  })
  // Only what was answered is rated.
  .map((given) =>
    ['answered', 'aborted'].includes(given.status) ? given : { ...given, thumbs: null },
  );

const day = fc.constantFrom('', ...DAYS);
const filters = fc.record({
  start: day,
  end: day,
  feedback: fc.constantFrom<FeedbackFilter>('all', 'up', 'down', 'with_text'),
  question: fc.constantFrom('', '', ...QUESTIONS),
});

async function gather(pages: AsyncIterable<ChatLog[]>): Promise<ChatLog[]> {
  const rows: ChatLog[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}

describe.each(TEST_ENGINES)(
  '[LOG-12] the server finds and counts as the browser does, on %s',
  (engine) => {
    let database: Database;
    let userId: string;
    let logs: LogStore;
    let digests: LogDigestStore;
    let summaries: LogSummaryStore;
    beforeAll(async () => {
      database = await createTestDatabase(engine);
      const { id } = await database.db
        .insertInto('users')
        .values({ provider_user_id: 'person' })
        .returning('id')
        .executeTakeFirstOrThrow();
      userId = id;
      logs = createLogStore(database.db);
      digests = createLogDigestStore(database.db);
      summaries = createLogSummaryStore(database.db);
    });
    afterAll(() => database.close());

    /** All logs as a browser has them that got the whole list. */
    async function readAll(): Promise<TimedLog[]> {
      const sent = JSON.stringify({ logs: await gather(logs.pages()) });
      return withTimes(listLogs.accepts.parse(JSON.parse(sent)).logs);
    }
    const toQuery = (dates: { start: string; end: string }) => {
      const { fromMs, untilMs } = boundsOf(dates);
      return {
        from: Number.isFinite(fromMs) ? String(fromMs) : '',
        until: Number.isFinite(untilMs) ? String(untilMs) : '',
      };
    };

    test('rows, pages, counts, places and sessions', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(log, { maxLength: 60, selector: ({ id }) => id }),
          fc.array(filters, { minLength: 6, maxLength: 6 }),
          async (given, wanted) => {
            await replaceLogs(database, userId, given);
            await digests.catchUpWithAll();
            const all = await readAll();
            for (const chosen of wanted) {
              const counted = filterByQuestion(filterByDate(all, chosen), chosen.question);
              const shown = filterByFeedback(counted, chosen.feedback);
              const { question, feedback } = chosen;
              const query = { ...toQuery(chosen), question, feedback };
              expect(await readPages(query)).toEqual(shown.map((one) => one.log));
              expect(await gather(logs.pages(query))).toEqual(shown.map((one) => one.log));
              expect(await logs.count(query)).toEqual({
                total: all.length,
                ...countByFeedback(counted),
              });
              for (const one of all.slice(0, 5)) {
                const index = shown.indexOf(one);
                expect(await logs.find(one.address, query)).toEqual({
                  log: one.log,
                  place: index < 0 ? null : index + 1,
                  previous: (index < 0 ? undefined : shown[index - 1]?.address) ?? null,
                  next: (index < 0 ? undefined : shown[index + 1]?.address) ?? null,
                });
              }
            }
            const [first] = all;
            if (first === undefined) return;
            const { session_id: session } = first.log;
            const others = all.filter((one) => one !== first && one.log.session_id === session);
            expect((await logs.listSession(first.address))?.map(({ id }) => id)).toEqual(
              session === '' ? [] : others.toReversed().map(({ address }) => address),
            );
          },
        ),
        { numRuns: 25 },
      );
    });

    async function readPages(query: Parameters<LogStore['readPage']>[0]['filters']) {
      const rows = [];
      let after: string | null = '';
      while (after !== null) {
        const page = await logs.readPage({ filters: query, after, limit: ROWS_OF_A_PAGE });
        expect(page.logs.length).toBeLessThanOrEqual(ROWS_OF_A_PAGE);
        rows.push(...page.logs);
        after = page.next;
      }
      return rows;
    }

    test('summaries', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(log, { maxLength: 60, selector: ({ id }) => id }),
          fc.array(fc.record({ start: day, end: day }), { minLength: 3, maxLength: 3 }),
          fc.constantFrom(null, ...TOPICS),
          async (given, wanted, topic) => {
            await replaceLogs(database, userId, given);
            await digests.catchUpWithAll();
            const all = await readAll();
            for (const dates of wanted) {
              const dated = filterByDate(all, dates);
              const days = daysToShow(dates, NOW);
              const insight = await summaries.summarise(toQuery(dates), boundsOfDays(days));
              expect({
                ...insight,
                days: days.map((name, index) => ({ day: name, count: insight.days[index] })),
              }).toEqual(summarise(dated, dates, NOW));

              const coverage = await summaries.cover(toQuery(dates), topic ?? '');
              const expected = coverLogs(dated, topic);
              expect({
                ...coverage,
                topics: orderTopics(coverage.topics),
                repeated: coverage.repeated.map(({ prompt, count }) => ({ prompt, count })),
                cared: coverage.cared.map(({ id, prompt }) => ({ address: id, prompt })),
                used: topic === null ? new Set(coverage.used) : new Set(),
              }).toEqual({ ...expected, used: new Set(expected.used) });
            }
          },
        ),
        { numRuns: 30 },
      );
    });

    test('a question that is asked again and answered otherwise is digested again', async () => {
      const given: GivenLog = {
        id: '00000000-0000-4000-8000-000000000001',
        created_at: '2026-03-07T12:00:00.000001Z',
        status: 'failed',
        session_id: 's',
        prompt: 'When?',
        response: '',
        matches: [],
        care: [],
        thumbs: null,
        text_feedback: '',
      };
      await replaceLogs(database, userId, [given]);
      const weak = async () => {
        await digests.catchUpWithAll();
        return (await summaries.cover({ from: '', until: '' }, '')).weak;
      };
      expect(await weak()).toHaveLength(1);
      expect(await digests.catchUpWithAll()).toBe(0);
      await database.execute(
        `update chat_logs set status = 'answered', response = 'So. [1]', answered_at = created_at + interval '1 second',
         matches = '[{"source": "Guide", "similarity": 0.9}]'`,
      );
      expect(await weak()).toEqual([]);
      await database.execute('delete from chat_logs');
      expect((await database.execute('select from log_digests')).rows).toEqual([]);
    });
  },
);
