import { type ComponentProps, useId } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { INPUT_CLASSES } from './input-classes.ts';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string;
  invalid?: boolean;
  /** The id of an error text elsewhere that explains `invalid`. */
  errorId?: string;
}

export function TextField(props: TextFieldProps) {
  const { label, hint, invalid, errorId, className, ...rest } = props;
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        aria-invalid={invalid || undefined}
        aria-describedby={joinClasses(hintId, invalid && errorId) || undefined}
        className={joinClasses(INPUT_CLASSES, className)}
      />
      {hint !== undefined && (
        <p id={hintId} className="text-xs leading-[1.45] text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}
