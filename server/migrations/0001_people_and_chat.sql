-- People, their consent and profile, their sessions, and what they asked.

create table users (
  id uuid primary key default gen_random_uuid(),
  provider_user_id text not null unique,
  email text,
  is_admin boolean not null default false,
  tier text not null default 'free_auth' check (tier in ('free_auth', 'public')),
  created_at timestamptz not null default now()
);

-- Addresses that become administrator at their next sign-in.
create table admin_grants (
  email text primary key,
  created_at timestamptz not null default now()
);

create table sessions (
  id_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider_session_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  validated_at timestamptz not null
);
create index sessions_user_id on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);

create table consents (
  user_id uuid not null references users (id) on delete cascade,
  version text not null,
  accepted_at timestamptz not null,
  primary key (user_id, version)
);

create table public_consents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users (id) on delete cascade,
  consent_type text not null,
  version text not null,
  session_id text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  accepted_at timestamptz not null
);

create table profiles (
  user_id uuid primary key references users (id) on delete cascade,
  first_name text not null default '',
  last_name text not null default '',
  screen_name text not null default '',
  goals text not null default '',
  updated_at timestamptz not null
);

-- One row a question. `id` is the id of the answer's message.
create table chat_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  user_type text not null,
  session_id text not null,
  idempotency_key text,
  prompt text not null,
  response text not null default '',
  status text not null check (status in ('pending', 'answered', 'failed', 'aborted')),
  matches jsonb not null default '[]',
  sources jsonb not null default '[]',
  created_at timestamptz not null,
  answered_at timestamptz,
  unique (user_id, idempotency_key)
);
create index chat_logs_user_id_created_at on chat_logs (user_id, created_at desc);
create index chat_logs_created_at on chat_logs (created_at);

create table feedback (
  message_id uuid primary key references chat_logs (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  thumbs text not null check (thumbs in ('up', 'down')),
  text_feedback text not null default '',
  updated_at timestamptz not null
);
