import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { joinClasses } from '../lib/join-classes.ts';

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

export function TextAreaField(props: ComponentProps<'textarea'> & { label: string }) {
  const { label, className, ...rest } = props;
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        className={joinClasses(INPUT_CLASSES, 'min-h-26 resize-y leading-normal', className)}
      />
    </div>
  );
}

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

/** A refusal beside the control that caused it. */
export function FieldError({ id, children }: { id?: string; children: string }) {
  return (
    <p
      id={id}
      role="alert"
      className="flex items-start gap-1.5 text-sm leading-[1.4] font-medium text-danger"
    >
      <CircleAlert aria-hidden size={18} className="mt-px shrink-0" />
      {children}
    </p>
  );
}

/** The look of every text input; `sm` for the dense rows of a table. */
export const INPUT_CLASSES =
  'w-full min-h-control rounded-sm border border-line-strong bg-surface px-3 py-2 text-base leading-[1.4] text-ink ' +
  'hover:border-ink-3 focus-visible:rounded-sm focus-visible:border-focus focus-visible:-outline-offset-1 ' +
  // What is wrong stays red inside the ring of the focus.
  'aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger aria-invalid:focus-visible:outline-offset-2';

export const SMALL_INPUT_CLASSES =
  'w-full min-w-0 min-h-control-sm rounded-sm border border-line-strong bg-surface px-2.5 py-1 text-sm text-ink ' +
  'pointer-coarse:min-h-control pointer-coarse:text-base ' +
  'hover:border-ink-3 focus-visible:rounded-sm focus-visible:border-focus focus-visible:-outline-offset-1 ' +
  // What is wrong stays red inside the ring of the focus.
  'aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger aria-invalid:focus-visible:outline-offset-2';
