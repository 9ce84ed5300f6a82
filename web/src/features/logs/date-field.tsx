import { useId } from 'react';
import { SMALL_INPUT_CLASSES } from '../../ui/input-classes.ts';

interface DateFieldProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
}

export function DateField({ label, value, onChange }: DateFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5 md:w-42">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={SMALL_INPUT_CLASSES}
      />
    </div>
  );
}
