import { useState } from 'react';
import { isAnyKept } from '../../lib/browser-store.ts';
import { useMessages } from '../../lib/language/messages.ts';
import { useCameBy } from '../../session/guards.tsx';
import { useSession } from '../../session/session-context.ts';
import { Alert } from '../../ui/alert.tsx';
import { MESSAGES } from './messages.ts';

/** Under which the chat keeps a question that has no answer yet, and one that is being written. */
const KEPT_QUESTIONS = ['chat-asked:', 'chat-draft:'];

/** Why somebody who wanted something else stands before the sign-in; nothing when they chose it. */
export function SignedOutNote({ cameFrom }: { cameFrom: string | null }) {
  const { signedOut } = useMessages(MESSAGES);
  const { state, isErasureUnsure } = useSession();
  const isNoSuchPage = useCameBy('no-such-page');
  const [keepsQuestion] = useState(() => KEPT_QUESTIONS.some(isAnyKept));
  if (state.status !== 'signed-out' || isErasureUnsure) return null;
  if (isNoSuchPage) return <Alert tone="info">{signedOut.noSuchPage}</Alert>;
  if (state.reason === 'stranger') {
    return cameFrom !== null && <Alert tone="info">{signedOut.signInFirst}</Alert>;
  }
  return (
    <Alert tone={state.reason === 'unknown' ? 'warning' : 'info'}>
      {signedOut[state.reason]}
      {state.reason === 'expired' && keepsQuestion && ` ${signedOut.questionKept}`}
    </Alert>
  );
}
