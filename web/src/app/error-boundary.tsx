import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useMessages } from '../lib/language/use-messages.ts';
import { Button } from '../ui/button.tsx';
import { FullPageState } from '../ui/full-page-state.tsx';
import { MESSAGES } from './messages.ts';
import { logProblem } from '../lib/log-problem.ts';

/** The last resort for a bug in a screen: says so and offers to start again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    logProblem('A screen crashed.', { error, where: info.componentStack });
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children;
    return <CrashedPage />;
  }
}

function CrashedPage() {
  const messages = useMessages(MESSAGES);
  return (
    <FullPageState announce="alert">
      <p>{messages.crashed}</p>
      <Button variant="secondary" onClick={() => window.location.reload()}>
        {messages.reload}
      </Button>
    </FullPageState>
  );
}
