-- How the sentence of the section begins that answers a known question; null where nobody has named one.

alter table known_questions add column sentence text;
