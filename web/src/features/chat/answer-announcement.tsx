import { useEffect, useState } from 'react';
import type { Entry } from './chat-machine.ts';
import { withoutMarks } from './citation-marks.ts';

/** What Markdown writes around words, which nobody wants to hear. */
const MARKDOWN_SIGNS = /[*_`#|>~]+/g;
/** Long enough to be heard of; then the text is on the page only once again. */
const ANNOUNCED_MS = 1_000;

function spokenText(content: string): string {
  return withoutMarks(content).replace(MARKDOWN_SIGNS, ' ').replace(/\s+/g, ' ').trim();
}

/**
 * Reads each answer of this visit to those who listen: once, when it is finished. The rows that it
 * grew in are silent.
 */
export function AnswerAnnouncement({ entries }: { entries: readonly Entry[] }) {
  const last = entries.at(-1);
  const [announcedKey, setAnnouncedKey] = useState(last?.key);
  const key = last?.kind === 'answer' && last.key !== announcedKey ? last.key : null;

  useEffect(() => {
    if (key === null) return;
    const timer = setTimeout(() => setAnnouncedKey(key), ANNOUNCED_MS);
    return () => clearTimeout(timer);
  }, [key]);

  return (
    <p aria-live="polite" className="sr-only">
      {key !== null && last?.kind === 'answer' && spokenText(last.message.content)}
    </p>
  );
}
