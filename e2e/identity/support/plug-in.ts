import type { CDPSession, Page } from '@playwright/test';

type Transport = 'internal' | 'usb';

/** What a device has made and keeps; binary values in base64. */
interface Key {
  credentialId: string;
  isResidentCredential: boolean;
  privateKey: string;
  signCount: number;
  rpId?: string;
  userHandle?: string;
}

export interface Authenticator {
  readKeys(): Promise<Key[]>;
  /** Offers these from now on, as passkeys of the person with this handle. */
  keepAsPasskeys(keys: Key[], userHandle: string): Promise<void>;
  /** Without a finger on it no autofill signs in by itself. */
  setPresence(enabled: boolean): Promise<void>;
  clear(): Promise<void>;
}

/** A passkey device of the computer, or a security key at its port, of Chromium's own making. */
export async function plugIn(page: Page, transport: Transport): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const isInternal = transport === 'internal';
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: isInternal,
      hasUserVerification: isInternal,
      isUserVerified: isInternal,
      automaticPresenceSimulation: true,
    },
  });
  return createAuthenticator(devtools, authenticatorId);
}

function createAuthenticator(devtools: CDPSession, authenticatorId: string): Authenticator {
  return {
    async readKeys() {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials;
    },
    async keepAsPasskeys(keys, userHandle) {
      for (const key of keys) {
        const credential = { ...key, isResidentCredential: true, userHandle };
        await devtools.send('WebAuthn.addCredential', { authenticatorId, credential });
      }
    },
    async setPresence(enabled) {
      const given = { authenticatorId, enabled };
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', given);
    },
    async clear() {
      await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
    },
  };
}
