import type { WebConfig } from '@pathway/contract/web-config';
import { createContext, use } from 'react';

export const WebConfigContext = createContext<WebConfig | null>(null);

/** The configured names and addresses of this product. */
export function useWebConfig(): WebConfig {
  const config = use(WebConfigContext);
  if (config === null) throw new Error('useWebConfig needs a WebConfigContext above it');
  return config;
}
