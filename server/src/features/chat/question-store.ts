import type { ReplyMessage } from '@pathway/contract/chat';
import { type Kysely, type Selectable, sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { ChatLogsTable, Tables } from '../../platform/db/tables.ts';
import { readAnswerExtras } from './answer-store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A question as it arrives, with the hand of the session's user on it. */
export interface NewQuestion {
  userId: string;
  userType: string;
  sessionId: string;
  text: string;
  idempotencyKey: string | undefined;
  now: Date;
}

/** What is to be done with a question: answer it, wait for the answer under way, or repeat one. */
export type AcceptedQuestion =
  | { state: 'new'; id: string }
  | { state: 'running'; id: string }
  | { state: 'answered'; message: ReplyMessage };

export interface QuestionLimits {
  chatPerMinute: number;
  chatPerDay: number;
  /** A question of which nobody has said for so long that he works on it was lost with its process. */
  lostAfterMs: number;
}

export interface QuestionStore {
  /**
   * Writes the row of a question before anybody answers it. One user's questions pass one by one,
   * so that limits hold and a repeated key finds the first row.
   *
   * @throws AppError `answer_in_progress`, `too_many_requests`, or `invalid_request` when the key
   * belongs to another question.
   */
  accept(question: NewQuestion): Promise<AcceptedQuestion>;
  /** The question that a user asked under a key, while it is not answered. */
  findPending(userId: string, idempotencyKey: string): Promise<string | undefined>;
}

type Row = Selectable<ChatLogsTable>;

export function createQuestionStore(db: Kysely<Tables>, limits: QuestionLimits): QuestionStore {
  return {
    accept: (question) =>
      db.transaction().execute(async (trx) => {
        await sql`select id from users where id = ${question.userId} for update`.execute(trx);
        const earlier = await findByKey(trx, question);
        const lostBefore = new Date(question.now.getTime() - limits.lostAfterMs);
        if (earlier !== undefined) {
          refuseOtherQuestion(earlier, question);
          if (earlier.status === 'answered' || earlier.status === 'aborted') {
            return { state: 'answered', message: toReply(earlier) };
          }
          if (
            earlier.status === 'pending' &&
            (earlier.answered_at ?? earlier.created_at) > lostBefore
          ) {
            return { state: 'running', id: earlier.id };
          }
        }
        await refuseTooMany(trx, question, { ...limits, lostBefore });
        return { state: 'new', id: await writePending(trx, question, earlier?.id) };
      }),

    async findPending(userId, idempotencyKey) {
      const row = await db
        .selectFrom('chat_logs')
        .select('id')
        .where('user_id', '=', userId)
        .where('idempotency_key', '=', idempotencyKey)
        .where('status', '=', 'pending')
        .executeTakeFirst();
      return row?.id;
    },
  };
}

async function findByKey(db: Kysely<Tables>, question: NewQuestion): Promise<Row | undefined> {
  if (question.idempotencyKey === undefined) return undefined;
  return db
    .selectFrom('chat_logs')
    .selectAll()
    .where('user_id', '=', question.userId)
    .where('idempotency_key', '=', question.idempotencyKey)
    .executeTakeFirst();
}

function refuseOtherQuestion(earlier: Row, question: NewQuestion): void {
  const isSame = earlier.prompt === question.text && earlier.session_id === question.sessionId;
  if (!isSame) throw new AppError('invalid_request');
}

/** One question at a time, and no more in a minute and in a day than the limits say. */
async function refuseTooMany(
  db: Kysely<Tables>,
  question: NewQuestion,
  limits: Pick<QuestionLimits, 'chatPerMinute' | 'chatPerDay'> & { lostBefore: Date },
): Promise<void> {
  const now = question.now.getTime();
  const minuteAgo = new Date(now - MINUTE_MS);
  const { running, inMinute, firstInMinute, inDay, firstInDay } = await db
    .selectFrom('chat_logs')
    .where('user_id', '=', question.userId)
    .where('created_at', '>', new Date(now - DAY_MS))
    .select((row) => [
      row.fn
        .countAll<number>()
        .filterWhere((asked) =>
          asked.and([
            asked('status', '=', 'pending'),
            asked(asked.fn.coalesce('answered_at', 'created_at'), '>', limits.lostBefore),
          ]),
        )
        .as('running'),
      row.fn.countAll<number>().as('inDay'),
      row.fn.min<Date | null>('created_at').as('firstInDay'),
      row.fn.countAll<number>().filterWhere('created_at', '>', minuteAgo).as('inMinute'),
      row.fn
        .min<Date | null>('created_at')
        .filterWhere('created_at', '>', minuteAgo)
        .as('firstInMinute'),
    ])
    .executeTakeFirstOrThrow();
  if (running > 0) throw new AppError('answer_in_progress');
  if (inDay >= limits.chatPerDay) throw tooMany(firstInDay, DAY_MS, now);
  if (inMinute >= limits.chatPerMinute) throw tooMany(firstInMinute, MINUTE_MS, now);
}

/** The next question is welcome when the oldest one has left the window. */
function tooMany(oldest: Date | null, windowMs: number, nowMs: number): AppError {
  const waitMs = (oldest?.getTime() ?? nowMs) + windowMs - nowMs;
  return new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

/** A question that failed and is asked again under its key keeps its row. */
async function writePending(
  db: Kysely<Tables>,
  question: NewQuestion,
  id: string | undefined,
): Promise<string> {
  if (id !== undefined) {
    await db
      .updateTable('chat_logs')
      .set({ status: 'pending', created_at: question.now, answered_at: null })
      .where('id', '=', id)
      .execute();
    return id;
  }
  const row = await db
    .insertInto('chat_logs')
    .values({
      user_id: question.userId,
      user_type: question.userType,
      session_id: question.sessionId,
      idempotency_key: question.idempotencyKey ?? null,
      prompt: question.text,
      status: 'pending',
      created_at: question.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

function toReply(row: Row): ReplyMessage {
  return { content: row.response, id: row.id, ...readAnswerExtras(row) };
}
