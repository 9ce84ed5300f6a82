import { Component, type ErrorInfo, type ReactNode, useEffect } from 'react';
import { isFocusNowhere } from '../lib/is-focus-nowhere.ts';
import { useMessages } from '../lib/language/messages.ts';
import { logProblem } from '../lib/log-problem.ts';
import { Button } from '../ui/button.tsx';
import { FullPageState } from '../ui/page.tsx';
import { MESSAGES } from './messages.ts';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Where one is; another place begins anew. */
  path?: string;
}

interface ErrorBoundaryState {
  hasCrashed: boolean;
  path: string | undefined;
}

/** The last resort for a bug in a screen, or for one that cannot be loaded: says so and offers to start again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasCrashed: false, path: this.props.path };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  static getDerivedStateFromProps({ path }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return path === state.path ? null : { hasCrashed: false, path };
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
  useEffect(() => {
    if (isFocusNowhere()) document.getElementById('main')?.focus();
  }, []);
  return (
    <FullPageState announce="alert">
      <p>{messages.crashed}</p>
      <Button variant="secondary" onClick={() => window.location.reload()}>
        {messages.reload}
      </Button>
    </FullPageState>
  );
}
