-- Tokens that a person's questions cost a language model, by day of UTC: numbers, no text.
create table model_usage (
  user_id uuid not null references users (id) on delete cascade,
  day date not null,
  tokens integer not null,
  primary key (user_id, day)
);
create index model_usage_day on model_usage (day);
