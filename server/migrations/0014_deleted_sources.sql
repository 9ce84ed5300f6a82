-- Documents and sites that administrators deleted, until they are restored or erased for good. Here nothing
-- finds them: what was searchable of them is gone. A document's file stays, and is read again.

create table deleted_sources (
  id uuid primary key,
  kind text not null check (kind in ('document', 'site')),
  name text not null,
  storage_key text,
  -- The source as it was: JSON as text, for what pages hold may be no valid Unicode.
  source text not null,
  deleted_at timestamptz not null
);
create index deleted_sources_deleted_at on deleted_sources (deleted_at);
