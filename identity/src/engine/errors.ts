/** Top-level errors of the flow protocol: code → HTTP status and a text for developers. */
export const FLOW_ERRORS = {
  form_data_invalid_error: { status: 400, message: 'Form data invalid.' },
  unauthorized: { status: 401, message: 'The session is invalid.' },
  /** A wrong authenticator code where the widget clears its digits only for a top-level error. */
  passcode_invalid: { status: 400, message: 'The code is invalid.' },
  passcode_max_attempts_reached: { status: 401, message: 'The passcode was wrong too often.' },
  passkey_invalid: { status: 401, message: 'The passkey is invalid.' },
  webauthn_credential_invalid_mfa_only: {
    status: 401,
    message: 'This credential is a second factor only.',
  },
  platform_authenticator_required: {
    status: 401,
    message: 'This device has no authenticator of its own.',
  },
  operation_not_permitted_error: { status: 403, message: 'The operation is not permitted.' },
  not_found: { status: 404, message: 'Not found.' },
  flow_expired_error: { status: 410, message: 'The flow has expired.' },
  rate_limit_exceeded: { status: 429, message: 'The rate limit has been exceeded.' },
  technical_error: { status: 500, message: 'Something went wrong.' },
  flow_discontinuity_error: { status: 500, message: 'The flow cannot be continued.' },
} as const satisfies Record<string, { status: number; message: string }>;

/** A top-level error of the envelope. */
export type FlowErrorCode = keyof typeof FLOW_ERRORS;

/** Errors of one input, shown beside it: code → text for developers. */
export const INPUT_ERRORS = {
  value_missing_error: 'The value is missing.',
  value_invalid_error: 'The value is invalid.',
  value_too_long_error: 'The value is too long.',
  value_too_short_error: 'The value is too short.',
  email_already_exists: 'The e-mail address already exists.',
  username_already_exists: 'The username already exists.',
  unknown_email_error: 'The e-mail address is unknown.',
  unknown_username_error: 'The username is unknown.',
  invalid_username_error: 'The username is invalid.',
  passcode_invalid: 'The passcode is invalid.',
  invalid_metadata_error: 'The metadata is invalid.',
} as const satisfies Record<string, string>;

/** An error of one input. */
export type InputErrorCode = keyof typeof INPUT_ERRORS;

/** Input name → what is wrong with it. */
export type InputErrors = Record<string, InputErrorCode>;

/**
 * Ends a flow request with the terminal envelope and rolls its transaction back;
 * the stored flow stays as it was. `status` replaces the status of the code's table row;
 * `retryAfterSeconds` becomes the header Retry-After.
 */
export class FlowRefusal extends Error {
  override readonly name = 'FlowRefusal';
  readonly code: FlowErrorCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: FlowErrorCode,
    { status, retryAfterSeconds }: { status?: number; retryAfterSeconds?: number } = {},
  ) {
    super(code);
    this.code = code;
    this.status = status ?? FLOW_ERRORS[code].status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * A fault for the log: its kind, code and place. Messages stay out, because database and mail
 * faults quote values such as addresses.
 */
export function describeFault(error: unknown): { name: string; code?: string; at: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const at = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { name: error.name, code, at: at.slice(0, 8).map((line) => line.trim()) };
}
