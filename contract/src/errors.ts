/**
 * The error catalogue: every way a call can fail, with its HTTP status and the text a person reads.
 * It is the only place where the two are decided; a handler replies `{error: text, code}`.
 */
export const ERROR_CATALOGUE = {
  invalid_request: { status: 400, text: 'The request is not valid.' },
  malformed_body: { status: 400, text: 'The request could not be read.' },
  nul_character: { status: 400, text: 'Text must not contain null characters.' },
  message_blank: { status: 400, text: 'Please type a message.' },
  message_too_long: { status: 400, text: 'A message can have at most 500 characters.' },
  too_many_messages: { status: 400, text: 'Too many messages in one request.' },
  consent_version_unknown: { status: 400, text: 'This version of the terms is not current.' },
  file_missing: { status: 400, text: 'Please select a file to upload.' },
  file_empty: { status: 400, text: 'The file is empty.' },
  malformed_upload: { status: 400, text: 'The upload could not be read.' },
  site_address_refused: { status: 400, text: 'This address is not allowed.' },
  not_signed_in: { status: 401, text: 'Not signed in' },
  session_creation_failed: { status: 401, text: 'Backend session creation failed.' },
  admin_required: { status: 403, text: 'Administrator access required' },
  erasure_refused: {
    status: 403,
    text: 'Your data was not erased, because your sign-in has ended. Please sign in again first.',
  },
  consent_required: { status: 403, text: 'Please complete consent to continue...' },
  foreign_user: { status: 403, text: 'This is not your account.' },
  request_refused: { status: 403, text: 'Request refused' },
  not_found: { status: 404, text: 'Not found' },
  request_timeout: { status: 408, text: 'The request took too long.' },
  file_duplicate: { status: 409, text: 'This file has already been uploaded.' },
  site_duplicate: { status: 409, text: 'This site is already in the list.' },
  answer_in_progress: { status: 409, text: 'Please wait for the current answer to finish.' },
  body_too_large: { status: 413, text: 'The request is too large.' },
  file_too_large: { status: 413, text: 'The file is larger than 25 MB.' },
  unsupported_media_type: { status: 415, text: 'This content type is not supported.' },
  file_type_refused: { status: 415, text: 'Only .pdf, .docx and .txt files are accepted.' },
  file_content_refused: {
    status: 415,
    text: 'The content is not what the file name says. PDF, Word (.docx) and plain text (.txt) are accepted.',
  },
  too_many_requests: { status: 429, text: 'Too many requests. Please try again later.' },
  internal_error: { status: 500, text: 'Something went wrong on our side.' },
  answer_failed: { status: 502, text: 'Sorry, something went wrong. Please try again.' },
  service_unavailable: { status: 503, text: 'Service temporarily unavailable' },
  storage_full: { status: 507, text: 'Not enough storage.' },
} as const satisfies Record<string, { status: number; text: string }>;

/** The name of one way to fail. */
export type ErrorCode = keyof typeof ERROR_CATALOGUE;
