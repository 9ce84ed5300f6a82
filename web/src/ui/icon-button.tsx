import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** What it does, for those who do not see the icon. */
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md';
}

export function IconButton({ label, icon, size = 'md', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={joinClasses(
        'inline-grid shrink-0 place-items-center rounded-sm hover:bg-surface-2',
        size === 'sm' ? 'size-control-sm pointer-coarse:size-control' : 'size-control',
        className,
      )}
    >
      {icon}
    </button>
  );
}
