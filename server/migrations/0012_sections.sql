-- Sections of sources with the questions that each answers: a question finds the right section much
-- better by those than by the section's text.

-- A section without a source is a topic that no source holds: its heading is the topic's name, and title
-- (the source's) and text (all that stands under the heading) are empty.
create table sections (
  id integer generated always as identity primary key,
  document_id uuid references documents (id) on delete cascade,
  site_id uuid references sites (id) on delete cascade,
  title text not null default '',
  heading text not null,
  text text not null default '',
  ordinal integer not null,
  -- Grows whenever the section is stored again, whatever changed.
  revision integer not null default 0,
  check (num_nonnulls(document_id, site_id) <= 1)
);
create index sections_document_id on sections (document_id, ordinal);
create index sections_site_id on sections (site_id, ordinal);

-- `ordinal` counts the questions of a section in one language.
create table known_questions (
  section_id integer not null references sections (id) on delete cascade,
  language text not null,
  ordinal integer not null,
  origin text not null check (origin in ('written', 'generated', 'asked', 'reviewed')),
  question text not null,
  primary key (section_id, language, ordinal)
);

-- What a section says in another language than its source's, as somebody has reviewed it.
create table section_translations (
  section_id integer not null references sections (id) on delete cascade,
  language text not null,
  title text not null,
  heading text not null,
  text text not null,
  primary key (section_id, language)
);

-- The words of a section with its questions, for each language. Like passage_terms, the index carries all
-- that ranking reads, and one trigger a statement takes the place of a foreign key.
create table section_terms (
  language text not null,
  term text not null,
  section_id integer not null,
  frequency smallint not null,
  section_length smallint not null
);
create index section_terms_term on section_terms (language, term)
  include (section_id, frequency, section_length);
create index section_terms_section_id on section_terms (section_id);

create function delete_terms_of_sections() returns trigger language plpgsql as $$
begin
  delete from section_terms where section_id in (select id from deleted_sections);
  return null;
end $$;
create trigger sections_delete_terms after delete on sections
  referencing old table as deleted_sections
  for each statement execute function delete_terms_of_sections();

-- The mean of the unit vectors of a section's English questions, for each model. Sections are few: they are
-- compared one by one, without an approximate index.
create table section_embeddings (
  section_id integer not null references sections (id) on delete cascade,
  model text not null,
  centre vector not null,
  primary key (section_id, model)
);
alter table section_embeddings alter column centre set storage main;

-- The section of its source that a passage stands in.
alter table passages add column section_id integer references sections (id) on delete set null;
create index passages_section_id on passages (section_id);
