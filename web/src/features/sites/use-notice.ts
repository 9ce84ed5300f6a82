import { ADMIN_MESSAGE_MS } from '@pathway/contract/limits';
import { useEffect, useState } from 'react';

export interface Notice {
  tone: 'success' | 'danger';
  text: string;
}

/** The one message above the table. It goes by itself, but not while somebody reads it. */
export function useNotice() {
  const [notice, show] = useState<Notice | null>(null);
  const [isHeld, hold] = useState(false);
  useEffect(() => {
    if (notice === null || isHeld) return;
    const timer = setTimeout(() => show(null), ADMIN_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  return { notice, show, hold };
}
