-- What is odd about a document that was read, in a sentence for the administrator.

alter table documents add column warning text;
