import { useWebConfig } from '../web-config-context.ts';
import { useLanguage } from './language-context.ts';

/** The terms and the privacy policy; the pages that we serve ourselves speak the page's language. */
export function useLegalLinks(): { termsUrl: string; privacyUrl: string } {
  const { termsUrl, privacyUrl } = useWebConfig();
  const { language } = useLanguage();
  const inLanguage = (url: string) =>
    language !== 'en' && url.startsWith('/legal/') ? `${url}?lang=${language}` : url;
  return { termsUrl: inLanguage(termsUrl), privacyUrl: inLanguage(privacyUrl) };
}
