-- Where in a passage's text each further page begins: [{"start": 120, "page": 4, "pageLabel": "iv"}], by
-- UTF-16 units; null for a passage that stands on one page, or in a source without pages.

alter table passages add column page_turns jsonb;
