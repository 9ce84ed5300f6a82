import { useCallback, useState } from 'react';

const STEP = 100;

/** How many rows to draw: a first step, and one more each time `grow` is called. */
export function useGrowingCount(total: number): { count: number; grow: () => void } {
  const [limit, setLimit] = useState(STEP);
  const grow = useCallback(() => setLimit((current) => current + STEP), []);
  return { count: Math.min(limit, total), grow };
}
