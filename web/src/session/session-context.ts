import type { User } from '@pathway/contract/session';
import { createContext, use } from 'react';
import type { SessionState } from './session-machine.ts';
import type { WidgetEvents } from './sign-in-widget.ts';

export interface Session {
  state: SessionState;
  user: User | null;
  /** Label of this user's conversation; null without a user. */
  chatSessionId: string | null;
  /** Asks the server again who is signed in. */
  refresh(): Promise<void>;
  /** Stores the user that the server named after a sign-in. */
  signIn(user: User): void;
  /** Ends the session on the server, then here. @throws ApiError, NetworkError and stays signed in */
  signOut(): Promise<void>;
  /** The server says that the session is over: forget the user here. */
  expire(): void;
  /** The provider says that its session is over: forget the user here, and end ours on the server. */
  abandon(): void;
  /** For each step of the user in the account widget, which may be one towards deleting the account. */
  prepareErasure(): void;
  /** The account is deleted, and the server did not say that it has erased the user as well. */
  isErasureUnsure: boolean;
  /** Remembers that the user accepted the terms, here and as the local flag. */
  acceptConsent(): void;
  /** The server says that the terms are not accepted. */
  requireConsent(): void;
  /** Loads the sign-in widget once and listens to its session events from then on. */
  loadWidget(): Promise<WidgetEvents>;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

/** The user and their chat session id, on screens that a guard opens to signed-in users only. */
export function useSignedIn(): { user: User; chatSessionId: string } {
  const { state } = useSession();
  if (state.status !== 'signed-in') throw new Error('useSignedIn needs RequireUser above it');
  return { user: state.user, chatSessionId: state.chatSessionId };
}
