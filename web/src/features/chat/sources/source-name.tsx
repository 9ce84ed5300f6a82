import type { Source } from '@pathway/contract/chat';
import { FileText, Globe } from 'lucide-react';
import { useState } from 'react';
import { LOCALES, useLanguage } from '../../../lib/language/language.ts';
import { useMessages } from '../../../lib/language/messages.ts';
import { useLangOf } from '../../../lib/language/tell-language.ts';
import { MESSAGES } from '../messages.ts';
import { ageOf } from './source-origins.ts';

/** Never the first of a line. */
export const DOT = '\u00a0· ';

/** What a source is called wherever it is named: its title and its date. */
export function SourceName({ source: { title, as_of } }: { source: Source }) {
  return (
    <>
      <span lang={useLangOf(title)}>{title}</span>
      {DOT}
      <SourceAge asOf={as_of} />
    </>
  );
}

export function SourceAge({ asOf }: { asOf: string | null | undefined }) {
  const messages = useMessages(MESSAGES);
  const { language } = useLanguage();
  const [now] = useState(() => Date.now());
  const age = ageOf(asOf, { messages, locale: LOCALES[language], now });
  return <span className={age.isStale ? 'font-medium text-warning' : ''}>{age.text}</span>;
}

/** Tells a source from a question: a page of a site or a document. */
export function SourceIcon({ source: { kind } }: { source: Source }) {
  const Icon = kind === 'site' ? Globe : FileText;
  return <Icon aria-hidden size={15} className="shrink-0 text-ink-3" />;
}
