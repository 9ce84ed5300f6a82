-- Sources that administrators trust, the passages that answers quote, and what finds them.

create extension if not exists vector;

-- passage_count and word_count describe what is searchable now. Ranking sums them for the size of the
-- collection, so they are written in the same transaction as the passages.
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
  passage_count integer not null default 0,
  word_count integer not null default 0,
  created_at timestamptz not null,
  processed_at timestamptz
);

-- Starter documents ever loaded: one that an administrator deleted does not come back.
create table starter_files (
  name text primary key,
  sha256 text not null,
  document_id uuid references documents (id) on delete set null,
  loaded_at timestamptz not null
);

create table sites (
  id uuid primary key default gen_random_uuid(),
  url text not null unique,
  tags text[] not null default '{}',
  status text not null default 'pending',
  passage_count integer not null default 0,
  word_count integer not null default 0,
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

-- The inverted table that BM25 reads: the index on term carries all it needs. Its rows come in
-- thousands, so one trigger a statement takes the place of a foreign key that is checked row by row.
create table passage_terms (
  term text not null,
  passage_id integer not null,
  frequency smallint not null,
  passage_length smallint not null
);
create index passage_terms_term on passage_terms (term) include (passage_id, frequency, passage_length);
create index passage_terms_passage_id on passage_terms (passage_id);

create function delete_terms_of_passages() returns trigger language plpgsql as $$
begin
  delete from passage_terms where passage_id in (select id from deleted_passages);
  return null;
end $$;
create trigger passages_delete_terms after delete on passages
  referencing old table as deleted_passages
  for each statement execute function delete_terms_of_passages();

-- A vector of each passage for each model. Dimensions follow from the model; the approximate index of
-- a model is made when its first vector is stored.
create table passage_embeddings (
  passage_id integer not null references passages (id) on delete cascade,
  model text not null,
  embedding vector not null,
  primary key (passage_id, model)
);
-- Vectors stay inside the row: reading thousands from TOAST is the slow part of an exact scan.
alter table passage_embeddings alter column embedding set storage main;
