/** Every number and fixed value the product promises, by name. Units are in the names. */

/** Longest chat message, counted as a textarea counts: in UTF-16 code units. */
export const CHAT_INPUT_MAX_LENGTH = 500;
/** Most messages one chat call may carry; more is refused. */
export const CHAT_MESSAGES_PER_CALL_MAX = 100;
/** How long a streamed answer is silent at most; after twice that its connection counts as lost. */
export const CHAT_STREAM_SILENCE_MAX_MS = 10_000;
/** Newest messages that the history call returns; exactly this many shows the end-of-history notice. */
export const HISTORY_MAX_MESSAGES = 60;
/** The version of the terms a user accepts. */
export const CONSENT_VERSION = '2025-06-30';
/** Digits of a passcode and of an authenticator code. */
export const PASSCODE_LENGTH = 6;
/** Longest password, in bytes of UTF-8. */
export const PASSWORD_MAX_BYTES = 72;
/** Bounds of the name of a passkey or security key, in characters. */
export const CREDENTIAL_NAME_MIN_LENGTH = 3;
export const CREDENTIAL_NAME_MAX_LENGTH = 32;
/** How often the sign-in widget checks its session, and the shortest interval it accepts. */
export const SESSION_CHECK_INTERVAL_MS = 30_000;
export const SESSION_CHECK_INTERVAL_MIN_MS = 3_000;
/** How long a call of the sign-in widget may take. */
export const WIDGET_REQUEST_TIMEOUT_MS = 13_000;
/** The sign-in widget announces the same event at most once in this time. */
export const WIDGET_THROTTLE_MS = 1_000;
/** The widget waits so long before it shows its first state and after a profile change. */
export const WIDGET_FIRST_STATE_DELAY_MS = 500;
export const WIDGET_PROFILE_CHANGE_DELAY_MS = 360;
/** How long 'Saved!' stays. */
export const SAVED_LABEL_MS = 2_000;
/** How long a 'copied' label stays. */
export const COPIED_LABEL_MS = 1_500;
/** How long a success or error message of the sites page stays. */
export const ADMIN_MESSAGE_MS = 3_000;
/** What an administrator may upload. */
export const UPLOAD_EXTENSIONS = ['.pdf', '.docx', '.txt'] as const;
export const UPLOAD_MAX_BYTES = 25 * 1024 * 1024;
/** Longest shown file name, in characters. */
export const FILENAME_MAX_LENGTH = 200;
/** The most complaints, failures and due sources each that the dashboard lists. */
export const ATTENTION_MAX = 5;
/** How long a deleted document or site can be restored. */
export const DELETED_KEPT_DAYS = 30;
/** After a deletion the other Delete buttons rest so long: a second press was meant for the first. */
export const DELETE_REST_MS = 600;
/** Bounds of tags on a document or a site. */
export const TAGS_MAX = 20;
export const TAG_MAX_LENGTH = 50;
/** The scheme put before a site address that names none. */
export const DEFAULT_SITE_SCHEME = 'https';
/** The status shown for a site that has none. */
export const DEFAULT_SITE_STATUS = 'pending';
/** The status shown for a document that has none. */
export const DEFAULT_DOCUMENT_STATUS = 'Unknown';
/** What stands for the date of a site that was never scraped. */
export const NEVER_SCRAPED = 'Never';
/** Decimals of a shown similarity. */
export const SIMILARITY_DECIMALS = 2;
/** Longest feedback comment and longest profile fields, in characters. */
export const FEEDBACK_TEXT_MAX_LENGTH = 5_000;
export const PROFILE_NAME_MAX_LENGTH = 100;
export const PROFILE_GOALS_MAX_LENGTH = 5_000;
/** The most logs that the screen of logs holds in the browser; with more of them the server filters and counts. */
export const LOGS_IN_BROWSER_MAX = 50_000;
/** Logs of one page, where the server filters; as many as go to paper. */
export const LOGS_PER_PAGE = 500;
/** Longest question that logs are filtered by on the server, in UTF-16 code units. */
export const LOG_QUESTION_MAX_LENGTH = 1_000;
/** The most days of which logs are counted one by one; more bars than this could not be told apart. */
export const LOG_DAYS_MAX = 62;
/** Largest body of a JSON call. Chat carries earlier turns and may be larger. */
export const JSON_BODY_MAX_BYTES = 64 * 1024;
export const CHAT_BODY_MAX_BYTES = 256 * 1024;
