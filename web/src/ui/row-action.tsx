import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

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
