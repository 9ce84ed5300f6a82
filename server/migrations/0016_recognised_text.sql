-- How sure recognition is of a passage of a scanned page, from 0 to 100; null for text that the file itself holds.

alter table passages add column confidence smallint;
