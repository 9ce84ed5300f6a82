import type { User } from '@pathway/contract/session';

/** The replies of a server that knows a user who accepted the terms. */
export function signedInAs(user: Partial<User> = {}, consentGiven = true) {
  return {
    'GET /api/user/session': {
      body: { user: { id: 'user-1', is_admin: false, tier: 'free_auth', ...user } },
    },
    'GET /api/consent/status': { body: { consentGiven } },
  };
}

export const SIGNED_OUT = {
  'GET /api/user/session': {
    status: 401,
    body: { error: 'Not signed in', code: 'not_signed_in' },
  },
};
