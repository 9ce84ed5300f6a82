import type { WebConfig } from '@pathway/contract/web-config';
import { Suspense } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { MESSAGES } from '../features/landing/messages.ts';
import { type Language, LanguageContext } from '../lib/language/language.ts';
import { WebConfigContext } from '../lib/web-config.ts';
import { type Session, SessionContext } from '../session/session-context.ts';
import { AppRoutes } from './routes.tsx';

/** For those who find the page elsewhere; nothing on it shows them. */
const DESCRIPTIONS: Record<Language, string> = {
  en: 'College planning and sports recruiting answers for student athletes and their families, with the source beside every one.',
  es: 'Respuestas sobre la universidad y el reclutamiento deportivo para estudiantes que hacen deporte y sus familias, con la fuente junto a cada una.',
};

const nothing = () => undefined;
const STRANGER: Session = {
  state: { status: 'signed-out', reason: 'stranger' },
  user: null,
  chatSessionId: null,
  isErasureUnsure: false,
  refresh: async () => undefined,
  signIn: nothing,
  signOut: async () => undefined,
  expire: nothing,
  abandon: nothing,
  prepareErasure: nothing,
  acceptConsent: nothing,
  requireConsent: nothing,
  loadWidget: () => Promise.reject(new Error('Nobody signs in while the page is built.')),
};

/**
 * The landing page as the app will draw it for a stranger, for the build: with the Suspense of
 * LanguageProvider, so that the app takes the elements over.
 */
export async function renderLandingPage(
  language: Language,
  config: WebConfig,
): Promise<{ title: string; description: string; html: string }> {
  const messages = language === 'en' ? MESSAGES.english : await MESSAGES.loadSpanish();
  const page = (
    <LanguageContext value={{ language, speak: nothing }}>
      <Suspense>
        <WebConfigContext value={config}>
          <SessionContext value={STRANGER}>
            <StaticRouter location="/">
              <AppRoutes />
            </StaticRouter>
          </SessionContext>
        </WebConfigContext>
      </Suspense>
    </LanguageContext>
  );
  // In one piece: parts that are put into place later would need a script in the page.
  const { prelude } = await prerender(page, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return {
    title: `${messages.pageTitle} - ${config.productName}`,
    description: DESCRIPTIONS[language],
    html: await new Response(prelude).text(),
  };
}
