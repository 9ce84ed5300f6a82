-- Sources that administrators trust, and the passages that answers quote.

create extension if not exists vector;

create table documents (
  id uuid primary key default gen_random_uuid(),
  filename text not null,
  kind text not null check (kind in ('pdf', 'docx', 'txt', 'markdown')),
  origin text not null check (origin in ('upload', 'starter')),
  size_bytes integer not null,
  sha256 text not null unique,
  storage_key text not null,
  status text not null default 'pending',
  tags text[] not null default '{}',
  title text,
  authority text,
  source_url text,
  as_of date,
  review_by date,
  created_at timestamptz not null,
  processed_at timestamptz
);

create table sites (
  id uuid primary key default gen_random_uuid(),
  url text not null unique,
  tags text[] not null default '{}',
  status text not null default 'pending',
  last_scraped timestamptz,
  created_at timestamptz not null
);

create table passages (
  id integer generated always as identity primary key,
  document_id uuid references documents (id) on delete cascade,
  site_id uuid references sites (id) on delete cascade,
  ordinal integer not null,
  title text not null,
  heading_path text[] not null default '{}',
  page integer,
  page_label text,
  url text,
  text text not null,
  check (num_nonnulls(document_id, site_id) = 1)
);
create index passages_document_id on passages (document_id, ordinal);
create index passages_site_id on passages (site_id, ordinal);
