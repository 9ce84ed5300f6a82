import { BrowserRouter } from 'react-router';
import { ErrorBoundary } from './error-boundary.tsx';
import { Providers } from './providers.tsx';
import { AppRoutes } from './routes.tsx';

type AppProps = Omit<Parameters<typeof Providers>[0], 'children'>;

export function App(props: AppProps) {
  return (
    <ErrorBoundary>
      <Providers {...props}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </Providers>
    </ErrorBoundary>
  );
}
