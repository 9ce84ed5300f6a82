import './ui/theme/theme.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { preloadChat } from './app/routes.tsx';
import { firstLanguage } from './lib/language/language-provider.tsx';
import { readWebConfig } from './lib/web-config.ts';
import { createConsentFlag, pageKnowsNobody } from './session/session-hints.ts';
import { createSignInWidget } from './session/sign-in-widget.ts';

const CHAT_PATHS = new Set(['/', '/chat']);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id root');

// The contract's parsers would try to compile themselves with eval, which the page's policy forbids
// and reports; zod reads this when it is loaded, with the first call.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const config = readWebConfig(document);
if (!pageKnowsNobody() && CHAT_PATHS.has(window.location.pathname)) {
  preloadChat({ withHistory: createConsentFlag(config.consentVersion).isSetForSomebody() });
}
const app = (
  <StrictMode>
    <App config={config} widget={createSignInWidget(config.signInUrl)} />
  </StrictMode>
);
// The landing page is in its page already; one in another language makes room for the app's.
const drawnIn = root.dataset.language;
if (drawnIn === firstLanguage()) {
  hydrateRoot(root, app);
} else {
  if (drawnIn !== undefined) root.replaceChildren();
  createRoot(root).render(app);
}
delete document.documentElement.dataset.otherLanguage;
