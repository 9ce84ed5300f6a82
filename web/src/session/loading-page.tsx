import { FullPageState } from '../ui/full-page-state.tsx';
import { Runner } from '../ui/runner.tsx';
import { MESSAGES } from './messages.ts';

export function LoadingPage() {
  return (
    <FullPageState>
      <Runner />
      <p>{MESSAGES.loading}</p>
    </FullPageState>
  );
}
