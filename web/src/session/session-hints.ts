import { isAnyStored, readStored, removeStored, writeStored } from '../lib/browser-store.ts';

/**
 * Whether the server wrote into this page that the browser carries no session, so that nobody needs
 * to ask for the user. A development server writes nothing.
 */
export function pageKnowsNobody(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none';
}

/** The local memory that a user accepted a version of the terms, to open the chat without waiting. */
export function createConsentFlag(version: string) {
  const prefix = `consent:${version}:`;
  const keyOf = (userId: string) => prefix + userId;
  return {
    isSet: (userId: string) => readStored(keyOf(userId)) === 'true',
    /** Whether anybody accepted in this browser and has not left since. */
    isSetForSomebody: () => isAnyStored(prefix),
    set: (userId: string) => writeStored(keyOf(userId), 'true'),
    clear: (userId: string) => removeStored(keyOf(userId)),
  };
}

export type ConsentFlag = ReturnType<typeof createConsentFlag>;
