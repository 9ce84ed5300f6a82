import { CONSENT_VERSION } from '@pathway/contract/limits';
import { type WebConfig, webConfigSchema } from '@pathway/contract/web-config';

/** Stands in the page until the server replaces it; a development server leaves it. */
const PLACEHOLDER = '__APP_CONFIG__';

/**
 * The configured names and addresses, which the server writes into `<meta name="app-config">`.
 * A page without them gets the defaults of an unconfigured product.
 */
export function readWebConfig(page: Document): WebConfig {
  const written = page.querySelector<HTMLMetaElement>('meta[name="app-config"]')?.content;
  if (written === undefined || written === PLACEHOLDER) return defaultWebConfig(page);
  return webConfigSchema.parse(JSON.parse(written));
}

function defaultWebConfig(page: Document): WebConfig {
  return {
    productName: 'Pathway',
    assistantName: 'Avery',
    consentVersion: CONSENT_VERSION,
    signInUrl: `${page.location.origin}/identity`,
    termsUrl: '/legal/terms',
    privacyUrl: '/legal/privacy',
  };
}
