import { useEffect } from 'react';
import { useWebConfig } from './web-config-context.ts';

/** Names the browser tab: 'Profile - {product}'. */
export function usePageTitle(title: string): void {
  const { productName } = useWebConfig();
  useEffect(() => {
    document.title = `${title} - ${productName}`;
  }, [title, productName]);
}
