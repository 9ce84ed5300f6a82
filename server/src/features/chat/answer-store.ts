import {
  type ChatMessage,
  type ReplyMessage,
  sourceSchema,
  suggestionsSchema,
} from '@pathway/contract/chat';
import { ERROR_CATALOGUE } from '@pathway/contract/errors';
import { HISTORY_MAX_MESSAGES } from '@pathway/contract/limits';
import type { HelpCount } from '@pathway/contract/logs';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Answer, Question } from '../../assistant/answer.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Turns of a conversation that the assistant is told. */
const REMEMBERED_ANSWERS = 10;
const NO_FEEDBACK = { feedback: null, feedbackSubmitted: false, feedbackText: '' } as const;

/** An answer, whole or as far as it came when its asker stopped it. */
export interface Ending extends Pick<Answer, 'text' | 'sources' | 'matches' | 'suggestions'> {
  status: 'answered' | 'aborted';
  kind?: Answer['kind'];
  /** The topics that it cared for, each once. */
  care: readonly string[];
}

/** What is read and written of answers. */
export interface AnswerStore {
  /** The conversation so far, as the assistant is told of it. */
  readHistory(userId: string, sessionId: string): Promise<Question['history'][number][]>;
  /**
   * Stores how a question under way ended and counts the help in it, both or neither; one that has ended
   * already stays as it is. Returns whether it was stored.
   */
  saveAnswer(id: string, ending: Ending, at: Date): Promise<boolean>;
  /** Says that a server works on a question; false when nobody waits for it any more. */
  keepAlive(id: string, at: Date): Promise<boolean>;
  /**
   * Asks whichever server works on a question to end it, and lets it store what it had said. False when
   * it has ended already.
   */
  askToStop(id: string): Promise<boolean>;
  /** How a question ended; undefined while it is under way or being stopped, or when it failed. */
  findEnding(id: string): Promise<ReplyMessage | undefined>;
  /** The newest messages of a user, oldest first, at most 60. */
  listMessages(userId: string): Promise<ChatMessage[]>;
  /** Newest month first. They outlive the logs, and name neither a text nor a person. */
  listHelpCounts(): Promise<HelpCount[]>;
  markFailed(id: string, at: Date): Promise<void>;
  /** Ends every question under way: for the start of the only process of a database. */
  markAllFailed(at: Date): Promise<void>;
}

export function createAnswerStore(db: Kysely<Tables>): AnswerStore {
  const pending = (on = db) => on.updateTable('chat_logs').where('status', '=', 'pending');
  /** Stopped by another server, and not yet ended by its own. */
  const isBeingStopped = sql<boolean>`(status = 'aborted' and answered_at is null)`;
  return {
    async readHistory(userId, sessionId) {
      const rows = await db
        .selectFrom('chat_logs')
        .select(['prompt', 'response'])
        .where('user_id', '=', userId)
        .where('session_id', '=', sessionId)
        .where('status', 'in', ['answered', 'aborted'])
        .where('response', '!=', '')
        .orderBy('created_at', 'desc')
        .limit(REMEMBERED_ANSWERS)
        .execute();
      return rows.toReversed().flatMap(({ prompt, response }) => [
        { role: 'user', content: prompt },
        { role: 'assistant', content: response },
      ]);
    },

    async listMessages(userId) {
      const rows = await selectNewest(db, userId);
      return rows.toReversed().flatMap(toMessages).slice(-HISTORY_MAX_MESSAGES);
    },

    async saveAnswer(id, ending, at) {
      return db.transaction().execute(async (trx) => {
        const { status, text, matches, sources, suggestions = [], kind, care } = ending;
        const isUnderWay = sql<boolean>`(status = 'pending' or ${isBeingStopped})`;
        const saved = await trx
          .updateTable('chat_logs')
          .where(isUnderWay)
          .set({
            status,
            response: storable(text),
            matches: toJson(matches),
            sources: toJson(sources),
            suggestions: toJson(suggestions),
            kind: kind ?? null,
            care: [...care],
            answered_at: at,
          })
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst();
        if (saved !== undefined) await countHelp(trx, care, at);
        return saved !== undefined;
      });
    },

    async keepAlive(id, at) {
      const alive = pending().set({ answered_at: at }).where('id', '=', id).returning('id');
      return (await alive.executeTakeFirst()) !== undefined;
    },

    async askToStop(id) {
      const stopped = pending().set({ status: 'aborted', answered_at: null }).where('id', '=', id);
      return (await stopped.returning('id').executeTakeFirst()) !== undefined;
    },

    async findEnding(id) {
      const row = await db
        .selectFrom('chat_logs')
        .select(['id', 'response', 'sources', 'suggestions', 'status', 'kind', 'care'])
        .where('id', '=', id)
        .where('status', 'in', ['answered', 'aborted'])
        .where('answered_at', 'is not', null)
        .executeTakeFirst();
      return row && { content: row.response, id: row.id, ...readAnswerExtras(row) };
    },

    listHelpCounts: () =>
      db
        .selectFrom('help_counts')
        .select(['month', 'topic', 'count'])
        .orderBy('month', 'desc')
        .orderBy('topic')
        .execute(),

    async markFailed(id, at) {
      await pending().set({ status: 'failed', answered_at: at }).where('id', '=', id).execute();
    },

    async markAllFailed(at) {
      await pending().set({ status: 'failed', answered_at: at }).execute();
    },
  };
}

async function countHelp(trx: Kysely<Tables>, care: readonly string[], at: Date): Promise<void> {
  if (care.length === 0) return;
  const month = at.toISOString().slice(0, 7);
  await trx
    .insertInto('help_counts')
    // In one order, so that two answers never wait for each other.
    .values(care.toSorted().map((topic) => ({ month, topic, count: 1 })))
    .onConflict((known) =>
      known.columns(['month', 'topic']).doUpdateSet({ count: sql`help_counts.count + 1` }),
    )
    .execute();
}

function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'string' ? storable(item) : item,
  );
}

/** PostgreSQL keeps no NUL and, in JSON, no half of a surrogate pair; a source may hold both. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

type Row = Awaited<ReturnType<typeof selectNewest>>[number];

function selectNewest(db: Kysely<Tables>, userId: string) {
  return db
    .selectFrom('chat_logs')
    .leftJoin('feedback', 'feedback.message_id', 'chat_logs.id')
    .select([
      'chat_logs.id',
      'chat_logs.prompt',
      'chat_logs.response',
      'chat_logs.status',
      'chat_logs.created_at',
      'chat_logs.sources',
      'chat_logs.suggestions',
      'chat_logs.kind',
      'chat_logs.care',
      'feedback.thumbs',
      'feedback.text_feedback',
    ])
    .where('chat_logs.user_id', '=', userId)
    .orderBy('chat_logs.created_at', 'desc')
    .orderBy('chat_logs.id')
    .limit(HISTORY_MAX_MESSAGES)
    .execute();
}

/** A question and what came of it, as the screen showed it: an answer, an apology, or nothing yet. */
function toMessages(row: Row): ChatMessage[] {
  const asked = {
    role: 'user',
    content: row.prompt,
    asked_at: row.created_at.toISOString(),
  } as const;
  const question = { id: null, ...asked, ...NO_FEEDBACK };
  if (row.status === 'pending') return [question];
  if (row.status === 'failed') {
    const apology = ERROR_CATALOGUE.answer_failed.text;
    return [question, { id: null, role: 'assistant', content: apology, ...NO_FEEDBACK }];
  }
  return [question, toAnswer(row)];
}

function toAnswer(row: Row): ChatMessage {
  return {
    // An answer that was stopped before its first word is nothing to rate.
    id: row.response === '' ? null : row.id,
    role: 'assistant',
    content: row.response,
    feedback: row.thumbs,
    feedbackSubmitted: row.thumbs !== null,
    feedbackText: row.text_feedback ?? '',
    ...readAnswerExtras(row),
  };
}

/** What stands beside the text of a stored answer, as the contract has it. */
export function readAnswerExtras(row: {
  sources: unknown;
  suggestions: unknown;
  status: string;
  kind?: string | null;
  care: readonly string[];
}): Pick<ReplyMessage, 'sources' | 'suggestions' | 'stopped' | 'needsPerson'> {
  const suggestions = suggestionsSchema.parse(row.suggestions);
  return {
    sources: z.array(sourceSchema).parse(row.sources),
    ...(suggestions.length > 0 && { suggestions }),
    ...(row.status === 'aborted' && { stopped: true }),
    ...((row.kind === 'not_covered' || row.care.length > 0) && { needsPerson: true }),
  };
}
