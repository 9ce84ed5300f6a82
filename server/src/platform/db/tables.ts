import type { ColumnType, Generated } from 'kysely';

/** A JSON column: a JSON value when read, its text when written. */
type Json = ColumnType<unknown, string | undefined, string>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
type NullableTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;

export interface UsersTable {
  id: Generated<string>;
  provider_user_id: string;
  /** The verified primary address in the newest token of the person; nobody else's row has it. */
  email: string | null;
  /** When that token was issued. */
  email_proved_at: NullableTimestamp;
  is_admin: Generated<boolean>;
  tier: Generated<'free_auth' | 'public'>;
  created_at: Generated<Date>;
}

/** Addresses whose first holder to sign in becomes administrator. */
export interface AdminGrantsTable {
  email: string;
  created_at: Generated<Date>;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's value, in hex: a stolen table opens no session. */
  id_hash: string;
  user_id: string;
  provider_session_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  validated_at: Timestamp;
  /** Until when it may erase its person although the provider has ended it. */
  erasable_until: NullableTimestamp;
}

export interface ConsentsTable {
  user_id: string;
  version: string;
  accepted_at: Timestamp;
}

/** Consents given with name and address; one a session id. */
export interface PublicConsentsTable {
  id: Generated<string>;
  /** Null while nobody who is signed in has given it. */
  user_id: string | null;
  consent_type: string;
  version: string;
  session_id: string;
  first_name: string;
  last_name: string;
  email: string;
  accepted_at: Timestamp;
}

export interface ProfilesTable {
  user_id: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  screen_name: Generated<string>;
  goals: Generated<string>;
  updated_at: Timestamp;
}

export interface ChatLogsTable {
  id: Generated<string>;
  user_id: string;
  user_type: string;
  session_id: string;
  idempotency_key: string | null;
  prompt: string;
  response: Generated<string>;
  /** `aborted`: its asker stopped it; `response` holds what was said so far. */
  status: 'pending' | 'answered' | 'failed' | 'aborted';
  matches: Json;
  sources: Json;
  suggestions: Json;
  /** What became of the question; null where nothing was answered. */
  kind: string | null;
  /** The topics that the answer gave help or a note on. */
  care: Generated<string[]>;
  created_at: Timestamp;
  /** When it ended; while it is `pending`, when its server last said that it works on it. */
  answered_at: NullableTimestamp;
}

/** How often answers cared for a topic. */
export interface HelpCountsTable {
  /** `2026-11`, of UTC. */
  month: string;
  topic: string;
  count: number;
}

export interface FeedbackTable {
  message_id: string;
  user_id: string;
  thumbs: 'up' | 'down';
  text_feedback: Generated<string>;
  updated_at: Timestamp;
  /** When its question was asked. */
  asked_at: Timestamp;
  /** Whether the text is more than blanks. */
  has_text: ColumnType<boolean, never, never>;
}

/** What the summaries of a finished question read; made from it by the product. */
export interface LogDigestsTable {
  log_id: string;
  asked_at: Timestamp;
  answered_at: NullableTimestamp;
  /** The same for questions that differ in case and punctuation alone. */
  question_key: string;
  has_prompt: boolean;
  /** Asks something for which nothing near was found or quoted. */
  is_weak: boolean;
  similarity: number | null;
  /** Names of its sources, each once, in the order of its passages. */
  sources: string[];
  /** Their ids, or names where they have none. */
  used: string[];
  care: string[];
}

export interface DocumentsTable {
  id: Generated<string>;
  filename: string;
  kind: 'pdf' | 'docx' | 'txt' | 'html' | 'eml' | 'markdown';
  origin: 'upload' | 'starter';
  size_bytes: number;
  sha256: string;
  storage_key: string;
  /** `pending`, `Processing`, `Ready`, or `Error: reason`. */
  status: Generated<string>;
  warning: Generated<string | null>;
  tags: Generated<string[]>;
  title: string | null;
  authority: string | null;
  source_url: string | null;
  /** `YYYY-MM-DD`, as both engines are told to give dates. */
  as_of: string | null;
  review_by: string | null;
  /** Passages and their words that are searchable now. */
  passage_count: Generated<number>;
  word_count: Generated<number>;
  /** The rules by which its words were counted. */
  terms_version: Generated<number>;
  created_at: Timestamp;
  processed_at: NullableTimestamp;
}

export interface SitesTable {
  id: Generated<string>;
  url: string;
  tags: Generated<string[]>;
  /** `pending`, `scraping`, `ready` or `error`. */
  status: Generated<string>;
  /** Why a site is in `error`, in words for the administrator. */
  status_reason: string | null;
  passage_count: Generated<number>;
  word_count: Generated<number>;
  terms_version: Generated<number>;
  last_scraped: NullableTimestamp;
  /** Names the newest crawl, which alone may write what it read. */
  crawl_id: Generated<string>;
  /** Pages that the crawl under way has dealt with, and those it knows of, the same included. */
  pages_done: Generated<number>;
  pages_found: Generated<number>;
  /** When the newest crawl ended, well or badly. */
  crawl_ended_at: NullableTimestamp;
  created_at: Timestamp;
}

/** What administrators deleted, until it is restored or erased for good. */
interface DeletedSourcesTable {
  id: string;
  kind: 'document' | 'site';
  name: string;
  storage_key: string | null;
  /** The source as it was, as JSON. */
  source: string;
  deleted_at: Timestamp;
}

/** What a crawl under way has seen, until it ends. */
export interface CrawlVisitsTable {
  site_id: string;
  /** The address that was asked for. */
  url: string;
  /** JSON. */
  visit: string;
}

/** What the newest crawl of a site made of one address. */
export interface SitePagesTable {
  site_id: string;
  url: string;
  outcome: 'kept' | 'skipped';
  /** Why an address was skipped. */
  reason: string | null;
  /** SHA-256 of the page's text, in hex. */
  content_hash: string | null;
  etag: string | null;
  last_modified: string | null;
  outlinks: Generated<string[]>;
  /** Since the crawl before; null for a page that was skipped both times. */
  change: 'new' | 'changed' | 'unchanged' | 'gone' | null;
}

export interface PassagesTable {
  id: Generated<number>;
  document_id: string | null;
  site_id: string | null;
  ordinal: number;
  title: string;
  heading_path: string[];
  page: number | null;
  page_label: string | null;
  /** JSON: where its text is on another page than `page`. */
  page_turns: ColumnType<unknown, string | null | undefined, string | null>;
  url: string | null;
  text: string;
  /** How sure recognition is of it, from 0 to 100; null for text that the file itself holds. */
  confidence: number | null;
  /** The section of its source that it stands in. */
  section_id: number | null;
  /** What keeps it out of answers; null for one that may be found and quoted. */
  hidden_id: string | null;
}

/** What administrators keep out of answers; it outlives the passages, which are other rows when their source is read anew. */
export interface HiddenPassagesTable {
  id: Generated<string>;
  document_id: string | null;
  site_id: string | null;
  /** The passage's, without what it repeats of the one before it. */
  text: string;
  reason: string;
  /** Null once that administrator was erased. */
  hidden_by: string | null;
  hidden_at: Timestamp;
}

export interface PassageTermsTable {
  term: string;
  passage_id: number;
  frequency: number;
  /** Words of the whole passage, the same in each of its rows. */
  passage_length: number;
}

export interface PassageEmbeddingsTable {
  passage_id: number;
  model: string;
  /** pgvector's text form, `[0.1,0.2]`. */
  embedding: string;
}

/** A section of a source, or a topic that no source holds: that has no owner, and its name is its heading. */
export interface SectionsTable {
  id: Generated<number>;
  document_id: string | null;
  site_id: string | null;
  /** Its source's; empty for a topic that no source holds. */
  title: Generated<string>;
  heading: string;
  /** All that stands under the heading; empty for a topic that no source holds. */
  text: Generated<string>;
  ordinal: number;
  /** Grows whenever the section is stored again. */
  revision: Generated<number>;
}

/** What people ask that a section answers. */
export interface KnownQuestionsTable {
  section_id: number;
  /** `en`, `es`, ... */
  language: string;
  /** Among the section's questions in this language. */
  ordinal: number;
  origin: 'written' | 'generated' | 'asked' | 'reviewed';
  question: string;
  /** The first words of the sentence of its section that answers it. */
  sentence: string | null;
}

/** The reviewed text of a section in another language than its source's. */
export interface SectionTranslationsTable {
  section_id: number;
  language: string;
  title: string;
  heading: string;
  text: string;
}

export interface SectionTermsTable {
  language: string;
  term: string;
  section_id: number;
  frequency: number;
  /** Words of the section in this language with its questions, the same in each of its rows. */
  section_length: number;
}

export interface SectionEmbeddingsTable {
  section_id: number;
  model: string;
  /** The mean of the unit vectors of its English questions, in pgvector's text form; shorter than 1. */
  centre: string;
}

/** Files of the knowledge base that were loaded: starter documents, and the topics that no source holds. */
export interface StarterFilesTable {
  name: string;
  /** Of all that was read for it: a document with its questions and translations. */
  sha256: string;
  /** Null once an administrator deleted the document, and for what is no document. */
  document_id: string | null;
  loaded_at: Timestamp;
}

export interface ModelUsageTable {
  user_id: string;
  /** `YYYY-MM-DD`, of UTC. */
  day: string;
  tokens: number;
}

/** The migrated database, as the numbered files in `server/migrations` leave it. */
export interface Tables {
  users: UsersTable;
  admin_grants: AdminGrantsTable;
  sessions: SessionsTable;
  consents: ConsentsTable;
  public_consents: PublicConsentsTable;
  profiles: ProfilesTable;
  chat_logs: ChatLogsTable;
  help_counts: HelpCountsTable;
  feedback: FeedbackTable;
  log_digests: LogDigestsTable;
  documents: DocumentsTable;
  sites: SitesTable;
  site_pages: SitePagesTable;
  crawl_visits: CrawlVisitsTable;
  deleted_sources: DeletedSourcesTable;
  passages: PassagesTable;
  hidden_passages: HiddenPassagesTable;
  passage_terms: PassageTermsTable;
  passage_embeddings: PassageEmbeddingsTable;
  sections: SectionsTable;
  known_questions: KnownQuestionsTable;
  section_translations: SectionTranslationsTable;
  section_terms: SectionTermsTable;
  section_embeddings: SectionEmbeddingsTable;
  starter_files: StarterFilesTable;
  model_usage: ModelUsageTable;
}
