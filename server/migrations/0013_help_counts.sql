-- What became of a question, what it needed care for, and how often care was given.

-- 'answered', 'closest', 'not_covered', 'care' or 'small_talk'; null before this migration and where nothing was answered.
alter table chat_logs add column kind text;
alter table chat_logs add column care text[] not null default '{}';

-- A month of UTC ('2026-11') and a topic, and neither a text nor a person: it is kept when logs are deleted.
create table help_counts (
  month text not null,
  topic text not null,
  count integer not null,
  primary key (month, topic)
);
