import { CircleAlert } from 'lucide-react';

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
