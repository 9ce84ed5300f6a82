import { useWebConfig } from '../../lib/web-config-context.ts';
import { MESSAGES } from './messages.ts';

export function LegalFooter() {
  const { productName, termsUrl, privacyUrl } = useWebConfig();
  return (
    <footer className="border-t border-line text-sm text-ink-3">
      <div className="mx-auto flex w-full max-w-admin flex-wrap justify-between gap-x-6 gap-y-2 px-gutter py-6">
        <span>{MESSAGES.disclaimer(productName)}</span>
        <nav aria-label={MESSAGES.legalNavigation} className="flex gap-5">
          <a href={termsUrl} className="text-ink-2">
            {MESSAGES.terms}
          </a>
          <a href={privacyUrl} className="text-ink-2">
            {MESSAGES.privacy}
          </a>
        </nav>
      </div>
    </footer>
  );
}
