-- A crawl under way: which one it is, how far it has come, and what it has seen already, so that one
-- whose process dies goes on where it stood.

alter table sites
  add column crawl_id uuid not null default gen_random_uuid(),
  add column pages_done integer not null default 0,
  add column pages_found integer not null default 0,
  add column crawl_ended_at timestamptz;
update sites set crawl_ended_at = last_scraped;

-- Text, not jsonb: what pages hold may be no valid Unicode.
create table crawl_visits (
  site_id uuid not null references sites (id) on delete cascade,
  url text not null,
  visit text not null,
  primary key (site_id, url)
);

-- What became of a page since the crawl before.
alter table site_pages
  add column change text check (change in ('new', 'changed', 'unchanged', 'gone'));
