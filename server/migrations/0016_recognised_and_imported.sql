-- How sure recognition is of a passage of a scanned page, from 0 to 100; null for text that the file itself holds.

alter table passages add column confidence smallint;

-- Saved pages and mails come by import alone.
alter table documents drop constraint documents_kind_check;
alter table documents add constraint documents_kind_check
  check (kind in ('pdf', 'docx', 'txt', 'html', 'eml', 'markdown'));
