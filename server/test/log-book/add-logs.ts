import type { Database } from '../../src/platform/db/database.ts';

/** A row of `chat_logs` with its feedback, if it has any. */
export interface GivenLog {
  id: string;
  /** With microseconds, `2026-03-01T06:00:00.000001Z`. */
  created_at: string;
  status: 'pending' | 'answered' | 'failed' | 'aborted';
  session_id: string;
  prompt: string;
  response: string;
  matches: { source: string; source_id?: string; similarity?: number | null; as_of?: string }[];
  care: string[];
  thumbs: 'up' | 'down' | null;
  text_feedback: string;
}

/** Puts logs in the place of all that there are. */
export async function replaceLogs(
  { execute }: Database,
  userId: string,
  logs: readonly GivenLog[],
): Promise<void> {
  await execute('delete from chat_logs');
  const given = `jsonb_to_recordset($1::jsonb) as g (id uuid, created_at timestamptz, status text,
    session_id text, prompt text, response text, matches jsonb, care text[], thumbs text, text_feedback text)`;
  await execute(
    `insert into chat_logs (id, user_id, user_type, session_id, prompt, response, status, matches, care,
       created_at, answered_at)
     select id, $2, 'free_auth', session_id, prompt, response, status, matches, care, created_at,
       case when status <> 'pending' then created_at end from ${given}`,
    [JSON.stringify(logs), userId],
  );
  await execute(
    `insert into feedback (message_id, user_id, thumbs, text_feedback, updated_at, asked_at)
     select id, $2, thumbs, text_feedback, created_at + interval '1 minute', created_at from ${given}
     where thumbs is not null`,
    [JSON.stringify(logs), userId],
  );
}
