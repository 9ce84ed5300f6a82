-- Passages that administrators keep out of answers, why, who and when. What is hidden is remembered by its
-- words: when its source is read anew its passages are other rows, and those that say the same are hidden again.

create table hidden_passages (
  id uuid primary key default gen_random_uuid(),
  document_id uuid references documents (id) on delete cascade,
  site_id uuid references sites (id) on delete cascade,
  text text not null,
  reason text not null,
  hidden_by uuid references users (id) on delete set null,
  hidden_at timestamptz not null,
  check (num_nonnulls(document_id, site_id) = 1)
);
create index hidden_passages_document_id on hidden_passages (document_id);
create index hidden_passages_site_id on hidden_passages (site_id);
create index hidden_passages_hidden_by on hidden_passages (hidden_by);

-- Null for a passage that may be found and quoted. The index is what search asks for those that may not.
alter table passages add column hidden_id uuid references hidden_passages (id) on delete set null;
create index passages_hidden_id on passages (hidden_id) include (id, section_id) where hidden_id is not null;
