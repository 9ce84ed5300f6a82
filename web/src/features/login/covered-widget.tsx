import { useEffect, useState } from 'react';
import { Runner } from '../../ui/runner.tsx';
import { useLanguage } from '../../lib/language/language-context.ts';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';
import { WIDGET_SETTLES_MS } from '../../session/use-settling.ts';
import type { WidgetFlow } from '../../session/use-widget-flow.ts';

/** Hides the widget until its first screen stands; later ones keep still until they have settled. */
export function CoveredWidget({ isSettling, watch }: Pick<WidgetFlow, 'isSettling' | 'watch'>) {
  const { language } = useLanguage();
  const [isCovered, setCovered] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setCovered(false), WIDGET_SETTLES_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {/* The widget makes some of its parts visible by itself; these are transparent as well. */}
      <div className={isCovered ? 'invisible opacity-0' : undefined} inert={isSettling}>
        <hanko-auth ref={watch} lang={language} />
      </div>
      {isCovered && <WidgetCover />}
    </>
  );
}

export function WidgetCover() {
  const messages = useMessages(MESSAGES);
  return (
    <output className="absolute inset-0 grid content-center justify-items-center gap-4 text-ink-2">
      <Runner />
      <p>{messages.widgetLoading}</p>
    </output>
  );
}
