import type { ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';

interface StateBoxProps {
  children: ReactNode;
  icon?: ReactNode;
  tone?: 'quiet' | 'danger';
  /** How a screen reader hears of it: when it is idle, or at once. */
  announce?: 'status' | 'alert';
}

/** What stands in place of a list: loading, empty or failed. */
export function StateBox({ children, icon, tone = 'quiet', announce }: StateBoxProps) {
  return (
    <div
      role={announce}
      className={joinClasses(
        'grid justify-items-center gap-3 px-6 py-12 text-center',
        tone === 'danger' ? 'text-danger' : 'text-ink-2 [&>svg]:text-ink-3',
      )}
    >
      {icon}
      {children}
    </div>
  );
}
