import { Navigate } from 'react-router';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { useLegalLinks } from '../../lib/language/use-legal-links.ts';
import { useWebConfig } from '../../lib/web-config-context.ts';
import { LoadingPage } from '../../session/loading-page.tsx';
import { useSession } from '../../session/session-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldArt } from '../../ui/field-art.tsx';
import { LogoMark } from '../../ui/logo-mark.tsx';
import { ConsentForm } from './consent-form.tsx';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

/** The modal that stands before the chat until the terms are accepted. It cannot be dismissed. */
export function ConsentScreen() {
  const messages = useMessages(MESSAGES);
  const { state } = useSession();
  const { productName } = useWebConfig();
  usePageTitle(messages.pageTitle);
  if (state.status !== 'signed-in' || state.consent === 'unknown') return <LoadingPage />;
  if (state.consent === 'given') return <Navigate to="/chat" replace />;
  return (
    <main>
      <div className="on-field fixed inset-0 isolate">
        <FieldArt hashes={false} />
      </div>
      <Dialog
        labelledBy="consent-title"
        describedBy="consent-introduction"
        className="max-w-120 px-5 py-6 backdrop:bg-transparent xs:p-8"
      >
        <div className="grid gap-5">
          <LogoMark size={48} />
          <div>
            <h1 id="consent-title">{messages.heading(productName)}</h1>
            <Introduction />
          </div>
          <ConsentForm user={state.user} />
        </div>
      </Dialog>
    </main>
  );
}

function Introduction() {
  const messages = useMessages(MESSAGES);
  const { termsUrl, privacyUrl } = useLegalLinks();
  const { introduction } = messages;
  return (
    <p id="consent-introduction" className="mt-1.5 text-ink-2">
      {introduction.before}
      <a href={termsUrl} target="_blank" rel="noopener noreferrer">
        {introduction.terms}
      </a>
      {introduction.and}
      <a href={privacyUrl} target="_blank" rel="noopener noreferrer">
        {introduction.privacy}
      </a>
      {introduction.after}
    </p>
  );
}
