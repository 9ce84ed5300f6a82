import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';

type Tone = 'danger' | 'success' | 'warning' | 'info';

const TONES = {
  danger: { look: 'border-danger-line bg-danger-bg text-danger', Icon: CircleAlert },
  success: { look: 'border-success-line bg-success-bg text-success', Icon: CircleCheck },
  warning: { look: 'border-warning-line bg-warning-bg text-warning', Icon: TriangleAlert },
  info: { look: 'border-transparent bg-primary-soft text-on-primary-soft', Icon: Info },
} as const;

interface AlertProps {
  tone: Tone;
  children: ReactNode;
  /** What can be done about it, at the end of the line or below it. */
  action?: ReactNode;
  className?: string;
}

/** A message pinned in its place. Errors interrupt a screen reader, everything else waits. */
export function Alert({ tone, children, action, className }: AlertProps) {
  const { look, Icon } = TONES[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={joinClasses(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sm border px-3.5 py-2.5 text-sm leading-[1.45] font-medium',
        look,
        className,
      )}
    >
      <span className="flex min-w-0 flex-[1_1_16rem] items-start gap-2.5">
        <Icon aria-hidden size={18} className="mt-px shrink-0" />
        <span className="min-w-0">{children}</span>
      </span>
      {action}
    </div>
  );
}
