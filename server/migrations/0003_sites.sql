-- Why a site is in `error`, and what the newest crawl made of each address it met.

alter table sites add column status_reason text;

create table site_pages (
  site_id uuid not null references sites (id) on delete cascade,
  url text not null,
  outcome text not null check (outcome in ('kept', 'skipped')),
  reason text,
  content_hash text,
  etag text,
  last_modified text,
  outlinks text[] not null default '{}',
  primary key (site_id, url)
);
