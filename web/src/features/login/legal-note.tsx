import { useWebConfig } from '../../lib/web-config-context.ts';
import { MESSAGES } from './messages.ts';

export function LegalNote() {
  const { termsUrl, privacyUrl } = useWebConfig();
  const { legal } = MESSAGES;
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
