import { useEffect, useState } from 'react';
import { Runner } from '../../ui/runner.tsx';
import { MESSAGES } from './messages.ts';

/**
 * The widget draws its first screen twice, 500 ms apart, and what is typed or pressed in between
 * is lost; so nobody gets at it before.
 */
const COVER_MS = 600;

export function CoveredWidget() {
  const [isCovered, setCovered] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setCovered(false), COVER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <div className={isCovered ? 'invisible' : undefined}>
        <hanko-auth />
      </div>
      {isCovered && <WidgetCover />}
    </>
  );
}

export function WidgetCover() {
  return (
    <output className="absolute inset-0 grid content-center justify-items-center gap-4 text-ink-2">
      <Runner />
      <p>{MESSAGES.widgetLoading}</p>
    </output>
  );
}
