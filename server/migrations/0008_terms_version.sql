-- Which rules of counting words made a source's rows in passage_terms: those of an older version are
-- counted anew at the next start. Sources that are there already count as version 1.

alter table documents add column terms_version integer not null default 1;
alter table sites add column terms_version integer not null default 1;
