import { z } from 'zod';
import { defineCall } from './call.ts';
import { LOG_DAYS_MAX, LOG_QUESTION_MAX_LENGTH } from './limits.ts';
import { chatLogSchema, readableLog } from './logs.ts';
import { tolerantList, tolerantNullableText, tolerantText } from './tolerant.ts';

/**
 * What the screen of logs asks of the server when there are more logs than the browser should hold. The
 * filters mean exactly what they mean in the browser: `from` and `until` are instants in epoch milliseconds,
 * both included, '' for an open end; `question` leaves those who asked it in much the same words, '' all.
 */
const epochMs = z.string().regex(/^-?\d{1,16}$/);
const openEnd = epochMs.or(z.literal('')).default('');
const dates = { from: openEnd, until: openEnd };
const question = z.string().max(LOG_QUESTION_MAX_LENGTH).default('');
const filters = {
  ...dates,
  question,
  feedback: z.enum(['all', 'up', 'down', 'with_text']).default('all'),
};
export type FeedbackFilter = z.infer<typeof filters.feedback>;

/** Where a page ended: the microsecond and the id of its last log, `2026-03-01T06:00:00.000000Z_UUID`. */
const cursor = z.string().refine((text) => {
  const [instant, id, ...rest] = text.split('_');
  const isInstant = z.iso.datetime({ precision: 6 }).safeParse(instant).success;
  return isInstant && !text.startsWith('0000') && z.guid().safeParse(id).success && !rest.length;
});

/** A page of logs, newest first, after another one or from the beginning. `next` is null on the last page. */
export const listLogPage = defineCall({
  method: 'GET',
  path: '/api/admin/logs/page',
  query: z.strictObject({ ...filters, after: cursor.or(z.literal('')).default('') }),
  reply: z.object({ logs: z.array(chatLogSchema), next: z.string().nullable() }),
  accepts: z.object({ logs: tolerantList(readableLog), next: tolerantNullableText }),
});

/** How many logs there are, and of those of the dates and the question how many each feedback filter shows. */
const countsSchema = z.object({
  total: z.number().int(),
  all: z.number().int(),
  up: z.number().int(),
  down: z.number().int(),
  with_text: z.number().int(),
});
export const countLogs = defineCall({
  method: 'GET',
  path: '/api/admin/logs/counts',
  query: z.strictObject({ ...dates, question }),
  reply: countsSchema,
  accepts: countsSchema,
});

/** Instants in epoch milliseconds at which days begin, ascending, and last the one at which the last day ends. */
const dayBounds = z
  .string()
  .regex(/^-?\d{1,16}(?:,-?\d{1,16})+$/)
  .refine((text) => {
    const bounds = text.split(',').map(Number);
    const areAscending = bounds.every((ms, index) => ms >= (bounds[index - 1] ?? -Infinity));
    return areAscending && bounds.length <= LOG_DAYS_MAX + 1;
  });

/** The logs of some dates: how many, how many on each day, how they were rated, and what most of them used. */
const insightSchema = z.object({
  all: z.number().int(),
  up: z.number().int(),
  down: z.number().int(),
  days: z.array(z.number().int()),
  sources: z.array(z.object({ source: z.string(), count: z.number().int() })),
});
export const summariseLogs = defineCall({
  method: 'GET',
  path: '/api/admin/logs/insight',
  query: z.strictObject({ ...dates, days: dayBounds }),
  reply: insightSchema,
  accepts: insightSchema,
});

/**
 * What the sources leave open in some dates: topics of care; and of the logs that got care on `care`, '' for
 * all, the weak and the repeated questions, and the newest of those cared for. `used` names what was used, by id
 * or by name, whatever the care.
 */
const coverageSchema = z.object({
  all: z.number().int(),
  topics: z.array(z.object({ topic: z.string(), count: z.number().int() })),
  weak: z.array(
    z.object({ prompt: z.string(), count: z.number().int(), similarity: z.number().nullable() }),
  ),
  repeated: z.array(z.object({ prompt: z.string(), count: z.number().int() })),
  cared: z.array(z.object({ id: z.string(), prompt: z.string() })),
  used: z.array(z.string()),
});
export const coverLogs = defineCall({
  method: 'GET',
  path: '/api/admin/logs/coverage',
  query: z.strictObject({ ...dates, care: z.string().max(100).default('') }),
  reply: coverageSchema,
  accepts: coverageSchema,
});

/** One log, and where it stands among those of the filters: its row from 1 and the ids before and after; else null. */
export const findLog = defineCall({
  method: 'GET',
  path: '/api/admin/logs/:id/place',
  query: z.strictObject(filters),
  reply: z.object({
    log: chatLogSchema,
    place: z.number().int().nullable(),
    previous: z.string().nullable(),
    next: z.string().nullable(),
  }),
  accepts: z.object({
    log: readableLog,
    place: z.number().nullable().catch(null),
    previous: tolerantNullableText,
    next: tolerantNullableText,
  }),
});

/** What else was asked in the session of a log, in the order of asking. */
export const listLogSession = defineCall({
  method: 'GET',
  path: '/api/admin/logs/:id/session',
  reply: z.object({
    logs: z.array(z.object({ id: z.string(), timestamp: z.string(), prompt: z.string() })),
  }),
  accepts: z.object({
    logs: tolerantList(
      z.object({ id: tolerantText, timestamp: tolerantText, prompt: tolerantText }),
    ),
  }),
});

/** The logs of the filters as a file, which comes piece by piece. A reply that breaks off is not a whole file. */
export const exportLogs = defineCall({
  method: 'GET',
  path: '/api/admin/logs/export',
  query: z.strictObject({ ...filters, format: z.enum(['csv', 'json']) }),
  reply: z.unknown(),
});
