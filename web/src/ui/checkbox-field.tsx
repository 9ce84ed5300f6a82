import type { ComponentProps, ReactNode } from 'react';

interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  label: ReactNode;
  invalid?: boolean;
  errorId?: string;
}

export function CheckboxField({ label, invalid, errorId, ...rest }: CheckboxFieldProps) {
  return (
    <label className="flex items-start gap-2.5 text-md leading-[1.45]">
      <input
        {...rest}
        type="checkbox"
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? errorId : undefined}
        className={
          'grid size-5.5 shrink-0 cursor-pointer appearance-none place-items-center rounded-[6px] border-[1.5px] border-line-strong bg-surface ' +
          'checked:border-primary checked:bg-primary aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger ' +
          'checked:after:h-1.5 checked:after:w-[11px] checked:after:-translate-y-[1.5px] checked:after:-rotate-45 ' +
          'checked:after:border-b-[2.5px] checked:after:border-l-[2.5px] checked:after:border-on-primary'
        }
      />
      <span>{label}</span>
    </label>
  );
}
