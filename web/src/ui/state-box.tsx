import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';

interface StateBoxProps {
  children: ReactNode;
  icon?: ReactNode;
  tone?: 'quiet' | 'danger';
  /** A screen reader announces it when it is idle. */
  announce?: 'status';
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

export function LoadingBox({ text, widths }: { text: string; widths?: string[] }) {
  return (
    <StateBox announce="status">
      <p>{text}</p>
      <Skeleton widths={widths} />
    </StateBox>
  );
}

export function EmptyBox({ Icon, text }: { Icon: LucideIcon; text: string }) {
  return (
    <StateBox icon={<Icon aria-hidden size={26} />}>
      <p>{text}</p>
    </StateBox>
  );
}

/** The reason, announced, and below it what can be done about it. */
export function FailureBox({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <StateBox tone="danger" icon={<CircleAlert aria-hidden size={26} />}>
      <p role="alert">{text}</p>
      {children}
    </StateBox>
  );
}

/** Grey bars under the words of a loading state; they come only when loading takes a while. */
export function Skeleton({ widths = ['92%', '84%', '88%'] }: { widths?: string[] | undefined }) {
  return (
    <div aria-hidden className="grid w-full max-w-240 gap-4.5">
      {widths.map((width) => (
        <span
          key={width}
          style={{ width }}
          className="block h-3 animate-skeleton rounded-[6px] bg-surface-3"
        />
      ))}
    </div>
  );
}
