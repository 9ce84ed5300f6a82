import type { WebConfig } from '@pathway/contract/web-config';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { LanguageProvider } from '../lib/language/language-provider.tsx';
import { useMessages } from '../lib/language/messages.ts';
import { logProblem } from '../lib/log-problem.ts';
import { WebConfigContext } from '../lib/web-config.ts';
import { SessionProvider } from '../session/session-provider.tsx';
import type { SignInWidget } from '../session/sign-in-widget.ts';
import { Button } from '../ui/button.tsx';
import { FullPageState } from '../ui/page.tsx';
import { MESSAGES } from './messages.ts';
import { AppRoutes } from './routes.tsx';

export function App(props: Omit<ProvidersProps, 'children'>) {
  return (
    <LanguageProvider>
      <ErrorBoundary>
        <Providers {...props}>
          <BrowserRouter>
            <AppRoutes />
          </BrowserRouter>
        </Providers>
      </ErrorBoundary>
    </LanguageProvider>
  );
}

interface ProvidersProps {
  config: WebConfig;
  widget: SignInWidget;
  children: ReactNode;
}

export function Providers({ config, widget, children }: ProvidersProps) {
  return (
    <WebConfigContext value={config}>
      <SessionProvider widget={widget}>{children}</SessionProvider>
    </WebConfigContext>
  );
}

/** The last resort for a bug in a screen: says so and offers to start again. */
class ErrorBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
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
