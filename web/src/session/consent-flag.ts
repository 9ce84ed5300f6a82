import { readStored, removeStored, writeStored } from '../lib/local-store.ts';

/** The local memory that a user accepted a version of the terms, to open the chat without waiting. */
export interface ConsentFlag {
  isSet(userId: string): boolean;
  set(userId: string): void;
  clear(userId: string): void;
}

export function createConsentFlag(version: string): ConsentFlag {
  const keyOf = (userId: string) => `consent:${version}:${userId}`;
  return {
    isSet: (userId) => readStored(keyOf(userId)) === 'true',
    set: (userId) => writeStored(keyOf(userId), 'true'),
    clear: (userId) => removeStored(keyOf(userId)),
  };
}
