import './landing.css';
import { Navigate } from 'react-router';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { LoadingPage } from '../../session/loading-page.tsx';
import { useSession } from '../../session/session-context.ts';
import { Closing } from './closing.tsx';
import { FourYears } from './four-years.tsx';
import { Hero } from './hero.tsx';
import { LegalFooter } from './legal-footer.tsx';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';
import { Proof } from './proof.tsx';

/** What a visitor sees first; a signed-in user goes on to the chat. */
export function LandingScreen() {
  const messages = useMessages(MESSAGES);
  const { state } = useSession();
  usePageTitle(messages.pageTitle);
  if (state.status === 'loading') return <LoadingPage />;
  if (state.status === 'signed-in') return <Navigate to="/chat" replace />;
  return (
    <>
      <main id="main" tabIndex={-1} className="outline-none">
        <Hero />
        <FourYears />
        <Proof />
        <Closing />
      </main>
      <LegalFooter />
    </>
  );
}
