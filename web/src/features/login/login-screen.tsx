import { Navigate, useSearchParams } from 'react-router';
import { localPathOr } from '../../lib/local-path.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { useSession } from '../../session/session-context.ts';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { LegalNote } from './legal-note.tsx';
import { LoginArt } from './login-art.tsx';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';
import { SignIn } from './sign-in.tsx';

export function LoginScreen() {
  const messages = useMessages(MESSAGES);
  const { state } = useSession();
  const [search] = useSearchParams();
  usePageTitle(messages.pageTitle);
  if (state.status === 'signed-in') {
    return <Navigate to={localPathOr(search.get('from'), '/chat')} replace />;
  }
  return (
    <div className="grid flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] tab:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] tab:grid-rows-none">
      <LoginArt />
      <main
        id="main"
        className="grid content-start justify-items-center gap-5 px-gutter pt-6 pb-12 tab:content-center tab:pt-8"
      >
        <div className="grid w-full max-w-108 gap-5">
          <h1>{messages.heading}</h1>
          <SignIn />
          <LegalNote />
          <div className="flex justify-center">
            <LanguageSwitch label={messages.language} />
          </div>
        </div>
      </main>
    </div>
  );
}
