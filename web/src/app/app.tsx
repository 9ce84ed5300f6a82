import { BrowserRouter } from 'react-router';
import { LanguageProvider } from '../lib/language/language-provider.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Providers } from './providers.tsx';
import { AppRoutes } from './routes.tsx';

type AppProps = Omit<Parameters<typeof Providers>[0], 'children'>;

export function App(props: AppProps) {
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
