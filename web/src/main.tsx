import './ui/theme/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { preloadChat } from './app/routes.tsx';
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
createRoot(root).render(app);
