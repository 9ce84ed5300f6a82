import { X } from 'lucide-react';

function Tag({ children }: { children: string }) {
  return (
    <span className="inline-flex items-center rounded-xs border border-line bg-surface-2 px-2 py-0.5 text-xs leading-normal font-medium wrap-anywhere text-ink-2">
      {children}
    </span>
  );
}

interface RemovableTagProps {
  children: string;
  removeLabel: string;
  disabled?: boolean;
  onRemove: () => void;
}

export function RemovableTag({ children, removeLabel, disabled, onRemove }: RemovableTagProps) {
  return (
    <span className="inline-flex min-h-7.5 items-center gap-1 rounded-xs bg-primary-soft pr-0.5 pl-2.25 text-xs font-medium wrap-anywhere text-on-primary-soft">
      {children}
      <button
        type="button"
        aria-label={removeLabel}
        disabled={disabled}
        onClick={onRemove}
        className="grid size-6.5 shrink-0 place-items-center rounded-[4px] hover:bg-current/15 pointer-coarse:size-9"
      >
        <X aria-hidden size={14} />
      </button>
    </span>
  );
}

export function TagList({ tags }: { tags: readonly string[] }) {
  return (
    <div className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </div>
  );
}
