import { useLegalLinks } from '../../lib/language/use-legal-links.ts';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

export function LegalNote() {
  const messages = useMessages(MESSAGES);
  const { termsUrl, privacyUrl } = useLegalLinks();
  const { legal } = messages;
  return (
    <p className="text-center text-xs text-ink-3">
      {legal.before}
      <a href={termsUrl}>{legal.terms}</a>
      {legal.and}
      <a href={privacyUrl}>{legal.privacy}</a>
      {legal.after}
    </p>
  );
}
