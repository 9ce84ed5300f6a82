import { FullPageState } from '../ui/full-page-state.tsx';
import { Runner } from '../ui/runner.tsx';
import { useMessages } from '../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

export function LoadingPage() {
  const messages = useMessages(MESSAGES);
  return (
    <FullPageState>
      <Runner />
      <h1 className="font-sans text-lg font-normal tracking-normal">{messages.loading}</h1>
    </FullPageState>
  );
}
