import { giveConsent, givePublicConsent } from '@pathway/contract/consent';
import type { User } from '@pathway/contract/session';
import { callApi } from '../../lib/api-client.ts';
import { readStored, writeStored } from '../../lib/browser-store.ts';
import { createRandomId } from '../../lib/create-random-id.ts';
import type { ConsentForm } from './consent-machine.ts';

const PUBLIC_SESSION_KEY = 'public-session-id';
const PUBLIC_SESSION_OWNER_KEY = 'public-session-user';
const PUBLIC_CONSENT_KEY = 'public-consent';

/** Records that the user accepted this version of the terms. @throws ApiError, NetworkError */
export async function recordConsent(user: User, version: string, form: ConsentForm): Promise<void> {
  if (user.tier === 'free_auth') {
    await callApi(giveConsent, { body: { consent_version: version, user_id: user.id } });
    return;
  }
  await callApi(givePublicConsent, {
    body: {
      consent_type: 'public',
      version,
      session_id: publicSessionId(user.id),
      first_name: form.firstName.trim(),
      last_name: form.lastName.trim(),
      email: form.email.trim(),
    },
  });
  writeStored(PUBLIC_CONSENT_KEY, version);
}

/** The same on this device for every public consent of a user; the server keeps one for each. */
function publicSessionId(userId: string): string {
  const stored = readStored(PUBLIC_SESSION_KEY);
  const owner = readStored(PUBLIC_SESSION_OWNER_KEY);
  writeStored(PUBLIC_SESSION_OWNER_KEY, userId);
  if (stored !== null && (owner === null || owner === userId)) return stored;
  const created = createRandomId();
  writeStored(PUBLIC_SESSION_KEY, created);
  return created;
}
