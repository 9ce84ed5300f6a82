import { VISITOR_ERRORS } from './visitor-errors.ts';

/**
 * The error catalogue: every way a call can fail, with its HTTP status and the text a person reads.
 * It is the only place where the two are decided; a handler replies `{error: text, code}`.
 */
export const ERROR_CATALOGUE = {
  ...VISITOR_ERRORS,
  file_missing: { status: 400, text: 'Please select a file to upload.' },
  file_empty: { status: 400, text: 'The file is empty.' },
  malformed_upload: { status: 400, text: 'The upload could not be read.' },
  site_address_wrong: { status: 400, text: 'This is not the address of a web site.' },
  site_address_private: {
    status: 400,
    text: 'This address is private. Only public sites can be read.',
  },
  site_port_refused: { status: 400, text: 'Only the ports 80 and 443 are allowed.' },
  file_duplicate: { status: 409, text: 'This file has already been uploaded.' },
  site_duplicate: { status: 409, text: 'This site is already in the list.' },
  file_too_large: { status: 413, text: 'The file is larger than 25 MB.' },
  file_type_refused: { status: 415, text: 'Only .pdf, .docx and .txt files are accepted.' },
  file_content_refused: {
    status: 415,
    text: 'The content is not what the file name says. PDF, Word (.docx) and plain text (.txt) are accepted.',
  },
  file_damaged: { status: 415, text: 'The file is damaged and cannot be read.' },
  storage_full: { status: 507, text: 'Not enough storage.' },
  storage_unreachable: {
    status: 503,
    text: 'The file storage cannot be reached. Please try again later.',
  },
} as const satisfies Record<string, { status: number; text: string }>;

/** The name of one way to fail. */
export type ErrorCode = keyof typeof ERROR_CATALOGUE;
