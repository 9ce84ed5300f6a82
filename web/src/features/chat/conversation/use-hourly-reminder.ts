import { useCallback, useEffect, useRef } from 'react';
import { createRandomId } from '../../../lib/create-random-id.ts';
import type { ChatEvent } from './chat-machine.ts';
import type { KeptWriting } from './kept-writing.ts';

const HOUR_MS = 3_600_000;

/**
 * Reminds of who it is that answers when an hour of talk has passed: counted from a question, through reloads and
 * other screens of the tab, and from the next question again. Returns what is to be called at each question; `send`
 * is the same at each render.
 */
export function useHourlyReminder(
  writing: KeptWriting,
  send: (event: ChatEvent) => void,
): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const waitFrom = useCallback(
    (sinceMs: number) => {
      const passed = () => {
        timer.current = null;
        writing.keepTalkSince(null);
        send({ type: 'reminded', key: createRandomId() });
      };
      timer.current = setTimeout(passed, Math.max(0, sinceMs + HOUR_MS - Date.now()));
    },
    [writing, send],
  );

  useEffect(() => {
    const sinceMs = writing.readTalkSince();
    if (sinceMs !== null) waitFrom(sinceMs);
    return () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    };
  }, [writing, waitFrom]);

  return () => {
    if (timer.current !== null) return;
    const now = Date.now();
    writing.keepTalkSince(now);
    waitFrom(now);
  };
}
