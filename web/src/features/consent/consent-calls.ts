import { giveConsent, givePublicConsent } from '@pathway/contract/consent';
import type { User } from '@pathway/contract/session';
import { callApi } from '../../lib/api-client.ts';
import { createRandomId } from '../../lib/create-random-id.ts';
import { readStored, writeStored } from '../../lib/local-store.ts';
import type { ConsentForm } from './consent-machine.ts';

const PUBLIC_SESSION_KEY = 'public-session-id';
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
      session_id: publicSessionId(),
      first_name: form.firstName.trim(),
      last_name: form.lastName.trim(),
      email: form.email.trim(),
    },
  });
  writeStored(PUBLIC_CONSENT_KEY, version);
}

/** The same on this device for every public consent. */
function publicSessionId(): string {
  const stored = readStored(PUBLIC_SESSION_KEY);
  if (stored !== null) return stored;
  const created = createRandomId();
  writeStored(PUBLIC_SESSION_KEY, created);
  return created;
}
