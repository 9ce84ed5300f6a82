import type { WebConfig } from '@pathway/contract/web-config';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { LanguageProvider } from '../lib/language/language-provider.tsx';
import { WebConfigContext } from '../lib/web-config.ts';
import { SessionProvider } from '../session/session-provider.tsx';
import type { SignInWidget } from '../session/sign-in-widget.ts';
import { ErrorBoundary } from './error-boundary.tsx';
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
