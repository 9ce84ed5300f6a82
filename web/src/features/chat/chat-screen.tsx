import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../../lib/language/messages.ts';
import { usePageTitle, useWebConfig } from '../../lib/web-config.ts';
import { useSignedIn } from '../../session/session-context.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/state-box.tsx';
import { loadAnswerRenderer } from './answer/answer-body.tsx';
import { fetchHistory } from './chat-calls.ts';
import { ChatHeading, Conversation } from './conversation/conversation.tsx';
import { entriesOfHistory } from './conversation/entries-of-history.ts';
import { COLUMN_CLASSES } from './layout-classes.ts';
import { MESSAGES } from './messages.ts';

/** The chat: loads what was said before, then lets the person go on. */
export function ChatScreen() {
  const messages = useMessages(MESSAGES);
  const { assistantName } = useWebConfig();
  const { user } = useSignedIn();
  usePageTitle(messages.pageTitle);

  // Read once for each visit; from then on the conversation itself knows best.
  const history = useQuery({
    queryKey: ['chat-history', user.id],
    queryFn: async ({ signal }) => {
      const messages = await fetchHistory(signal);
      // Rendered with the first answer, not after it: nothing jumps.
      if (messages.length > 0) await loadAnswerRenderer();
      return messages;
    },
    select: entriesOfHistory,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

  if (history.isPending) {
    return (
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <ChatHeading assistantName={assistantName} />
        <div className={`grid gap-5 pt-4 text-ink-2 ${COLUMN_CLASSES}`}>
          <output>{messages.loading}</output>
          <Skeleton />
        </div>
      </main>
    );
  }
  if (history.isError) {
    return (
      <Conversation
        key="without-history"
        initialEntries={[]}
        notice={
          <div className={COLUMN_CLASSES}>
            <Alert
              tone="danger"
              action={
                <Button variant="secondary" size="sm" onClick={() => void history.refetch()}>
                  {messages.tryAgain}
                </Button>
              }
            >
              {messages.historyFailed}
            </Alert>
          </div>
        }
      />
    );
  }
  return <Conversation key={history.dataUpdatedAt} initialEntries={history.data} />;
}
