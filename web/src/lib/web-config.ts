import { CONSENT_VERSION } from '@pathway/contract/limits';
import type { WebConfig } from '@pathway/contract/web-config';
import { createContext, use, useEffect } from 'react';

/** Stands in the page until the server replaces it; a development server leaves it. */
const PLACEHOLDER = '__APP_CONFIG__';

/**
 * The configured names and addresses, which the server writes into `<meta name="app-config">`.
 * A page without them gets the defaults of an unconfigured product. Read by hand: every screen
 * waits for it, and the contract's parsers would be a quarter of the first page.
 * @throws Error when a name is missing
 */
export function readWebConfig(page: Document): WebConfig {
  const written = page.querySelector<HTMLMetaElement>('meta[name="app-config"]')?.content;
  const defaults = defaultWebConfig(page);
  if (written === undefined || written === PLACEHOLDER) return defaults;
  const given: Record<string, unknown> = JSON.parse(written);
  const config = { ...defaults };
  for (const name of namesOf(defaults)) {
    const value = given[name];
    if (typeof value !== 'string') throw new Error(`The page does not configure ${name}`);
    config[name] = value;
  }
  return config;
}

function namesOf(config: WebConfig): (keyof WebConfig)[] {
  return Object.keys(config) as (keyof WebConfig)[];
}

function defaultWebConfig(page: Document): WebConfig {
  return {
    productName: 'Pathway',
    assistantName: 'Avery',
    consentVersion: CONSENT_VERSION,
    signInUrl: `${page.location.origin}/identity`,
    termsUrl: '/legal/terms',
    privacyUrl: '/legal/privacy',
    contactName: '',
    contactUrl: '',
  };
}

export const WebConfigContext = createContext<WebConfig | null>(null);

/** The configured names and addresses of this product. */
export function useWebConfig(): WebConfig {
  const config = use(WebConfigContext);
  if (config === null) throw new Error('useWebConfig needs a WebConfigContext above it');
  return config;
}

/** Names the browser tab: 'Profile - {product}'. */
export function usePageTitle(title: string): void {
  const { productName } = useWebConfig();
  useEffect(() => {
    document.title = `${title} - ${productName}`;
  }, [title, productName]);
}
