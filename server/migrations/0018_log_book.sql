-- What a million logs are counted, filtered and paged by.

-- Finished questions, newest first.
create index chat_logs_finished on chat_logs (created_at desc, id desc) include (answered_at)
  where status <> 'pending';
create index chat_logs_session_id on chat_logs (session_id, created_at);

-- When the rated question was asked, and whether the comment is more than blanks: what is blank here is what
-- JavaScript's trim() takes away.
alter table feedback add column asked_at timestamptz;
update feedback set asked_at = chat_logs.created_at from chat_logs where chat_logs.id = feedback.message_id;
alter table feedback alter column asked_at set not null;
alter table feedback add column has_text boolean not null generated always as (
  btrim(text_feedback, E'\t\n\u000b\u000c\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff') <> ''
) stored;
create index feedback_asked_at on feedback (asked_at desc, message_id desc) include (thumbs, has_text);

-- What the summaries of a finished question read, in a row that is a tenth of its own. The product makes it
-- (`contract/src/log-digest.ts`), and makes it anew when asked_at or answered_at are no longer those of the question.
create table log_digests (
  log_id uuid primary key references chat_logs (id) on delete cascade,
  asked_at timestamptz not null,
  answered_at timestamptz,
  -- SHA-256 of the question without case and punctuation, its first 16 bytes.
  question_key uuid not null,
  has_prompt boolean not null,
  is_weak boolean not null,
  -- The best of its passages; null without any.
  similarity double precision,
  -- Names of its sources, each once, in the order of its passages; and their ids, or names where they have none.
  sources text[] not null,
  used text[] not null,
  care text[] not null
);
create index log_digests_asked_at on log_digests (asked_at desc, log_id desc) include (answered_at);
create index log_digests_question_key on log_digests (question_key, asked_at desc, log_id desc);
create index log_digests_care on log_digests (asked_at desc, log_id desc) where care <> '{}';
