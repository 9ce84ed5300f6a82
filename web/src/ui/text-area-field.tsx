import { type ComponentProps, useId } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { INPUT_CLASSES } from './input-classes.ts';

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
