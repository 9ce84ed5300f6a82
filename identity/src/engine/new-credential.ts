/** A passkey signs in alone; a security key is a second factor only. */
export type CredentialKind = 'passkey' | 'security_key';

/** What a browser has registered: id and COSE public key in base64url. */
export type NewCredential = {
  id: string;
  kind: CredentialKind;
  publicKey: string;
  counter: number;
  transports: string[];
  aaguid: string;
  attestationType: string;
  backupEligible: boolean;
  backupState: boolean;
};
