import { useLegalLinks } from '../../lib/language/use-legal-links.ts';
import { useWebConfig } from '../../lib/web-config-context.ts';
import { useMessages } from '../../lib/language/use-messages.ts';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { MESSAGES } from './messages.ts';

export function LegalFooter() {
  const messages = useMessages(MESSAGES);
  const { productName } = useWebConfig();
  const { termsUrl, privacyUrl } = useLegalLinks();
  return (
    <footer className="border-t border-line text-sm text-ink-3">
      <div className="mx-auto flex w-full max-w-admin flex-wrap items-center justify-between gap-x-6 gap-y-2 px-gutter py-6">
        <span>{messages.disclaimer(productName)}</span>
        <LanguageSwitch label={messages.language} />
        <nav aria-label={messages.legalNavigation} className="flex gap-5">
          <a href={termsUrl} className="text-ink-2">
            {messages.terms}
          </a>
          <a href={privacyUrl} className="text-ink-2">
            {messages.privacy}
          </a>
        </nav>
      </div>
    </footer>
  );
}
