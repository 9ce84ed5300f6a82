-- Questions that an answer offered beside itself: ["What is a dead period?"].

alter table chat_logs add column suggestions jsonb not null default '[]';
