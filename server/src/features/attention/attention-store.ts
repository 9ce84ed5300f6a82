import type { Attention } from '@pathway/contract/attention';
import { ATTENTION_MAX } from '@pathway/contract/limits';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';

const READ_OR_WAITING = ['Ready', 'pending', 'Processing'];

export type AttentionStore = ReturnType<typeof createAttentionStore>;

/** What waits for an administrator. It reads the tables of others, and writes none. */
export function createAttentionStore(db: Kysely<Tables>) {
  return {
    /** `today` is `YYYY-MM-DD`: a document is due on its day of review and after it. */
    async list(today: string): Promise<Attention> {
      const [complaints, documents, sites, reviews, unread] = [
        await listComplaints(db),
        await listFailedDocuments(db),
        await listFailedSites(db),
        await listReviews(db, today),
        await listUnreadSites(db),
      ];
      return {
        complaints,
        failures: [...documents, ...sites].slice(0, ATTENTION_MAX),
        due: [...reviews, ...unread].slice(0, ATTENTION_MAX),
      };
    },
  };
}

function listComplaints(db: Kysely<Tables>) {
  return db
    .selectFrom('feedback')
    .select(['message_id as id', 'text_feedback as comment'])
    .where('thumbs', '=', 'down')
    .where('text_feedback', '~', '\\S')
    .orderBy('updated_at', 'desc')
    .orderBy('message_id')
    .limit(ATTENTION_MAX)
    .execute();
}

async function listFailedDocuments(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'filename as name', 'status as reason'])
    .where('status', 'not in', READ_OR_WAITING)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(ATTENTION_MAX)
    .execute();
  return rows.map((row) => ({ kind: 'document' as const, ...row }));
}

async function listFailedSites(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom('sites')
    .select(['id', 'url as name', 'status_reason'])
    .where('status', '=', 'error')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(ATTENTION_MAX)
    .execute();
  return rows.map(({ status_reason: reason, ...row }) => ({
    kind: 'site' as const,
    ...row,
    reason: reason ?? '',
  }));
}

async function listReviews(db: Kysely<Tables>, today: string) {
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'filename as name', 'review_by'])
    .where('review_by', '<=', today)
    .orderBy('review_by')
    .orderBy('id')
    .limit(ATTENTION_MAX)
    .execute();
  return rows.map(({ review_by: due, ...row }) => ({
    kind: 'document' as const,
    ...row,
    due: due ?? '',
  }));
}

/** Sites that were added, and that nobody has ever had read. */
async function listUnreadSites(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom('sites')
    .select(['id', 'url as name'])
    .where('status', '=', 'pending')
    .where('last_scraped', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(ATTENTION_MAX)
    .execute();
  return rows.map((row) => ({ kind: 'site' as const, ...row, due: '' }));
}
