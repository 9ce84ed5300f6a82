import type { WebConfig } from '@pathway/contract/web-config';
import type { ReactNode } from 'react';
import { WebConfigContext } from '../lib/web-config-context.ts';
import { SessionProvider } from '../session/session-provider.tsx';
import type { SignInWidget } from '../session/sign-in-widget.ts';

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
