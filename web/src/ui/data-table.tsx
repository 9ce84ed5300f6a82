import './data-table.css';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { Button } from './button.tsx';

/** The head of a table: one cell a column. */
export function TableHead({ columns }: { columns: Readonly<Record<string, string>> }) {
  return (
    <thead>
      <tr>
        {Object.values(columns).map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export type BadgeTone = 'green' | 'yellow' | 'red' | 'grey';

/** Each tone has its own shape as well: disc, half disc, diamond, hollow ring. */
const TONES: Record<BadgeTone, string> = {
  green: 'border-success-line bg-success-bg text-success before:rounded-full before:bg-success-dot',
  yellow:
    'border-warning-line bg-warning-bg text-warning before:mt-[5px] before:size-2 before:rounded-full ' +
    'before:bg-[linear-gradient(90deg,var(--warning-dot)_50%,transparent_50%)] before:inset-ring-[1.5px] before:inset-ring-warning-dot',
  red: 'border-danger-line bg-danger-bg text-danger before:rotate-45 before:scale-86 before:rounded-[1px] before:bg-danger-dot',
  grey: 'border-neutral-line bg-neutral-bg text-neutral before:rounded-full before:inset-ring-[1.5px] before:inset-ring-neutral-dot',
};

export function Badge({ tone, children }: { tone: BadgeTone; children: string }) {
  return (
    <span
      className={joinClasses(
        'inline-flex max-w-full items-start justify-self-start gap-1.5 rounded-[0.75rem] border py-0.5 pr-2.25 pl-2 text-2xs leading-normal font-semibold',
        'before:mt-[5.5px] before:size-1.75 before:shrink-0 before:content-[""]',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}

interface RowActionProps extends Omit<
  ComponentProps<typeof Button>,
  'icon' | 'variant' | 'size' | 'className'
> {
  icon: LucideIcon;
  /** What it does cannot be taken back. */
  isFinal?: boolean;
}

/** One of the actions at the end of a table's row. */
export function RowAction({ icon: Icon, isFinal = false, ...rest }: RowActionProps) {
  return (
    <Button
      {...rest}
      variant={isFinal ? 'danger-ghost' : 'ghost'}
      size="sm"
      icon={<Icon aria-hidden size={16} />}
    />
  );
}
