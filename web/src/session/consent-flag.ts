import { isAnyStored, readStored, removeStored, writeStored } from '../lib/local-store.ts';

/** The local memory that a user accepted a version of the terms, to open the chat without waiting. */
export interface ConsentFlag {
  isSet(userId: string): boolean;
  /** Whether anybody accepted in this browser and has not left since. */
  isSetForSomebody(): boolean;
  set(userId: string): void;
  clear(userId: string): void;
}

export function createConsentFlag(version: string): ConsentFlag {
  const prefix = `consent:${version}:`;
  const keyOf = (userId: string) => prefix + userId;
  return {
    isSet: (userId) => readStored(keyOf(userId)) === 'true',
    isSetForSomebody: () => isAnyStored(prefix),
    set: (userId) => writeStored(keyOf(userId), 'true'),
    clear: (userId) => removeStored(keyOf(userId)),
  };
}
