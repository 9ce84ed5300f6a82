import type { LucideIcon } from 'lucide-react';
import { MESSAGES } from './messages.ts';

interface StatCardProps {
  Icon: LucideIcon;
  label: string;
  /** null while it is loading. */
  count: number | null;
}

export function StatCard({ Icon, label, count }: StatCardProps) {
  return (
    <div className="flex items-center justify-between rounded-md border border-line bg-surface px-4.5 py-3.5 md:block md:px-6 md:pt-5 md:pb-6">
      <dt className="flex items-center gap-2 text-sm font-semibold text-ink-2">
        <Icon aria-hidden size={18} />
        {label}
      </dt>
      <dd
        aria-busy={count === null}
        className="font-display text-[2rem] leading-[1.1] font-bold tracking-[-0.03em] tabular-nums md:mt-1.5 md:text-[3rem]"
      >
        {count ?? MESSAGES.loading}
      </dd>
    </div>
  );
}
