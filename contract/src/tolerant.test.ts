import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type ChatMessage, getHistory, readableAnswerEvent, sendChat, stopChat } from './chat.ts';
import { getConsentStatus } from './consent.ts';
import { countDocuments, type Document, listDocuments } from './documents.ts';
import {
  countLogs,
  coverLogs,
  findLog,
  listLogPage,
  listLogSession,
  summariseLogs,
} from './log-book.ts';
import { type ChatLog, listHelpCounts, listLogs } from './logs.ts';
import { getProfile } from './profile.ts';
import { getSession, providerCallback } from './session.ts';
import { countSites, listSitePages, listSites, type Site, type SitePage } from './sites.ts';
import { tolerantList } from './tolerant.ts';

const DOCUMENT: Document = {
  id: 'd1',
  filename: 'Guide.pdf',
  created_at: '2026-03-01T18:00:00Z',
  status: 'Ready',
  tags: ['ncaa', 'aid'],
  warning: 'Page 3 holds no text.',
};
const SITE: Site = {
  id: 's1',
  url: 'https://guide.example/',
  tags: ['ncaa'],
  status: 'scraping',
  last_scraped: '2026-03-01T18:00:00Z',
  reason: 'excluded by robots.txt',
  progress: { done: 1, found: 3 },
};
const PAGE: SitePage = { url: SITE.url, outcome: 'kept', reason: null, change: 'new' };
const LOG: ChatLog = {
  id: 'l1',
  timestamp: '2026-03-01T18:00:00Z',
  user_type: 'free_auth',
  session_id: 'session-1',
  prompt: 'When?',
  response: 'June 15.',
  matches: [{ source: 'Guide.pdf', source_id: 'd1', similarity: 0.5, tags: ['ncaa'] }],
  feedback: 'up',
  feedback_text: 'Thank you',
  feedback_timestamp: '2026-03-01T18:00:00Z',
};
const ANSWER = {
  id: 'm1',
  content: 'June 15. [1]',
  sources: [
    {
      n: 1,
      title: 'Guide.pdf',
      kind: 'site' as const,
      excerpt: 'On June 15.',
      page: 3,
      page_label: 'iii',
      page_end: 4,
      page_end_label: 'iv',
      heading: 'Dates',
      url: 'https://guide.example/',
      as_of: '2026-03-01',
      authority: 'NCAA',
      tags: ['ncaa'],
      quotes: ['On June 15.'],
    },
  ],
  stopped: false,
  suggestions: ['And before?'],
  needsPerson: true,
};
const MESSAGE: ChatMessage = {
  ...ANSWER,
  role: 'assistant',
  feedback: 'down',
  feedbackSubmitted: true,
  feedbackText: 'Too long',
};
const USER = { id: 'u1', is_admin: true, tier: 'public' as const };

/** Every call whose reply somebody reads, with a reply that says all it can. */
const CALLS: [{ path: string; reply: z.ZodType; accepts: z.ZodType }, unknown][] = [
  [getSession, { user: USER }],
  [getConsentStatus, { consentGiven: true }],
  [getProfile, { first_name: 'Sky', last_name: 'Lee', screen_name: 'S', goals: 'A degree' }],
  [getHistory, { messages: [MESSAGE] }],
  [sendChat, { message: ANSWER }],
  [stopChat, { message: ANSWER }],
  [countDocuments, { count: 12 }],
  [countSites, { count: 3 }],
  [listDocuments, { documents: [DOCUMENT, { ...DOCUMENT, id: 'd2' }] }],
  [listSites, { sites: [SITE] }],
  [listSitePages, { pages: [PAGE] }],
  [listLogs, { logs: [LOG, { ...LOG, care: ['crisis'] }] }],
  [listLogs, { logs: [], more: true }],
  [listLogPage, { logs: [LOG], next: '2026-03-01T06:00:00.000000Z_x' }],
  [countLogs, { total: 9, all: 5, up: 2, down: 1, with_text: 1 }],
  [summariseLogs, { all: 5, up: 2, down: 1, days: [1, 4], sources: [{ source: 'a', count: 3 }] }],
  [
    coverLogs,
    {
      all: 5,
      topics: [{ topic: 'crisis', count: 1 }],
      weak: [{ prompt: 'When?', count: 2, similarity: null }],
      repeated: [{ prompt: 'When?', count: 2 }],
      cared: [{ id: 'l1', prompt: 'When?' }],
      used: ['d1'],
    },
  ],
  [findLog, { log: LOG, place: 3, previous: null, next: 'l2' }],
  [listLogSession, { logs: [{ id: 'l2', timestamp: LOG.timestamp, prompt: 'Who?' }] }],
  [listHelpCounts, { counts: [{ month: '2026-11', topic: 'crisis', count: 3 }] }],
];

const NAMED = CALLS.map(([call, reply]) => [call.path, call, reply] as const);

test.each(NAMED)('what the server writes is read whole, %s', (_, call, reply) => {
  expect(call.reply.parse(reply)).toEqual(reply);
  expect(call.accepts.parse(reply)).toEqual(reply);
});

test('[AUTH-04] what the callback writes is read, but for what nobody needs', () => {
  const reply = { success: true, user: USER, isNewUser: true };
  expect(providerCallback.accepts.parse(reply)).toEqual({ success: true, user: USER });
});

test.each<[unknown, boolean]>([
  [{ success: true }, true],
  [{ user: { id: 7 }, error: null }, true],
  [{ success: null, user: { id: 7 } }, true],
  [{ success: false, user: { id: 7 } }, false],
  [{ user: { id: 7 }, error: 'Not you' }, false],
  [{}, false],
])('[AUTH-03] [AUTH-04] the callback %j is a success: %s', (reply, success) => {
  expect(providerCallback.accepts.parse(reply).success).toBe(success);
});

describe('fields that are absent, null or of another kind', () => {
  const NULLS = (row: object) => Object.fromEntries(Object.keys(row).map((key) => [key, null]));

  test.each([[{}], [NULLS(LOG)]])('[LOG-06] [LOG-10] a log of %j needs a text', (row) => {
    const { logs } = listLogs.accepts.parse({ logs: [row, { ...row, prompt: 'When?' }] });
    expect(logs).toEqual([
      {
        id: '',
        timestamp: '',
        user_type: '',
        session_id: '',
        prompt: 'When?',
        response: '',
        matches: [],
        feedback: '',
        feedback_text: '',
        feedback_timestamp: null,
      },
    ]);
  });

  test.each([[{}], [NULLS(DOCUMENT)]])('[DOC-03] [DOC-07] a document of %j needs an id', (row) => {
    const { documents } = listDocuments.accepts.parse({ documents: [row, { ...row, id: 7 }] });
    expect(documents).toEqual([
      { id: '7', filename: '', created_at: '', status: 'Unknown', tags: [] },
    ]);
  });

  test.each([[{}], [NULLS(SITE)]])('[SITE-07] [SITE-10] a site of %j needs an id', (row) => {
    const { sites } = listSites.accepts.parse({ sites: [row, { ...row, id: 7 }] });
    expect(sites).toEqual([{ id: '7', url: '', tags: [], last_scraped: null }]);
  });

  test('[CHAT-10] [FB-06] a message needs a role', () => {
    const { messages } = getHistory.accepts.parse({
      messages: [{ content: 'x' }, { role: 'tool' }, { role: 'user' }],
    });
    expect(messages).toEqual([
      {
        id: null,
        role: 'user',
        content: '',
        feedback: null,
        feedbackSubmitted: false,
        feedbackText: '',
        sources: [],
        stopped: false,
        suggestions: [],
        needsPerson: false,
      },
    ]);
  });

  test('[CHAT-08] an answer needs a text, unless it was stopped', () => {
    const read = (message: unknown) => sendChat.accepts.safeParse({ message }).data?.message;
    expect(read({ content: 'June 15.' })).toMatchObject({ content: 'June 15.', id: null });
    expect(read({ content: 'June 15.', id: 7 })).toMatchObject({ id: '7' });
    expect(read({ id: 'm1', stopped: true })).toMatchObject({ content: '' });
    expect(read({ id: 'm1', content: ' ' })).toBeUndefined();
  });

  test('[NAV-08] [AUTH-05] a user has no rights that the reply does not give', () => {
    const read = (user: unknown) => getSession.accepts.parse({ user }).user;
    expect(read({ id: 7 })).toEqual({ id: '7', is_admin: false, tier: 'free_auth' });
    expect(read({ id: 'u', is_admin: 'true', tier: 'gold' })).toMatchObject({
      is_admin: false,
      tier: 'free_auth',
    });
    expect(read(null)).toBeNull();
  });

  test('[ADM-02] a count that is no number is 0', () => {
    for (const count of ['12', null, undefined, {}, true]) {
      expect(countSites.accepts.parse({ count })).toEqual({ count: 0 });
    }
  });

  test('[CONS-04] consent is given when the reply says so', () => {
    for (const consentGiven of ['true', 1, null, undefined]) {
      expect(getConsentStatus.accepts.parse({ consentGiven })).toEqual({ consentGiven: false });
    }
  });
});

test('[DOC-02] [SITE-03] tags are texts that say something, each once', () => {
  const tags = ['b', ' a ', 'b', '', ' ', null, 2026, {}, ['c']];
  const [document] = listDocuments.accepts.parse({ documents: [{ id: 1, tags }] }).documents;
  expect(document?.tags).toEqual(['b', 'a', '2026']);
});

test('[DOC-02] [SITE-03] an id that comes twice is shown once', () => {
  const rows = [
    { id: 7, filename: 'first' },
    { id: '7', filename: 'second' },
  ];
  expect(listDocuments.accepts.parse({ documents: rows }).documents).toMatchObject([
    { filename: 'first' },
  ]);
});

/** Lists with good rows among whatever JSON can hold, keys of the good rows among it. */
const withJunk = (good: readonly object[]) => {
  const keys = [...new Set(good.flatMap((row) => Object.keys(row)))].filter((key) => key !== 'id');
  const odd = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 2 }));
  const junk = fc.array(fc.oneof(fc.jsonValue({ maxDepth: 2 }), odd), { maxLength: 4 });
  return fc
    .array(junk, { minLength: good.length, maxLength: good.length })
    .map((groups) => good.flatMap((row, index) => [...(groups[index] ?? []), row]));
};

const LISTS = [
  ['documents', listDocuments, [DOCUMENT, { ...DOCUMENT, id: 'd2' }]],
  ['sites', listSites, [SITE, { ...SITE, id: 's2' }]],
  ['pages', listSitePages, [PAGE, PAGE]],
  ['logs', listLogs, [LOG, LOG]],
  ['messages', getHistory, [MESSAGE, MESSAGE]],
] as const;

test.each(LISTS)('odd %s never hide good ones, and stay in order', (name, call, good) => {
  fc.assert(
    fc.property(withJunk(good), (rows) => {
      const read = call.accepts.parse({ [name]: rows }) as Record<string, unknown[]>;
      const known = new Set(good.map((row) => JSON.stringify(row)));
      const found = read[name]?.map((row) => JSON.stringify(sorted(row, good[0])));
      expect(found?.filter((row) => known.has(row))).toEqual(
        good.map((row) => JSON.stringify(row)),
      );
    }),
  );
});

/** The same object with its keys in the order of another. */
function sorted(row: unknown, like: object): object {
  const given = row as Record<string, unknown>;
  return Object.fromEntries(Object.keys(like).map((key) => [key, given[key]]));
}

test.each([...NAMED, [providerCallback.path, providerCallback, null] as const])(
  'no JSON makes a reader throw, whatever it is, %s',
  (_, call, reply) => {
    const keys = Object.keys(Object(reply));
    const body = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom('user', 'success', ...keys), fc.jsonValue()),
    );
    fc.assert(
      fc.property(body, (value) => {
        expect(() => call.accepts.safeParse(value)).not.toThrow();
      }),
    );
  },
);

test('a list of a hundred thousand rows that nobody can read is empty', () => {
  const rows = Array.from({ length: 100_000 }, () => null);
  expect(listDocuments.accepts.parse({ documents: rows })).toEqual({ documents: [] });
});

test('[CHAT-12] an event of an answer is read, or refused as a whole', () => {
  expect(
    readableAnswerEvent.parse({ type: 'done', message: { content: 'June 15.' } }),
  ).toMatchObject({ message: { id: null } });
  expect(readableAnswerEvent.parse({ type: 'error' })).toMatchObject({ code: '', error: '' });
  for (const odd of [{ type: 'progress' }, { type: 'delta' }, { type: 'done' }, 7, null]) {
    expect(readableAnswerEvent.safeParse(odd).success).toBe(false);
  }
});

test('what is no list has no rows', () => {
  for (const value of [null, undefined, {}, 'rows', 7]) {
    expect(tolerantList(listLogs.reply).parse(value)).toEqual([]);
  }
});
