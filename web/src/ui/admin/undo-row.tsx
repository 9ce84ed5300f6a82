import { RotateCcw } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { isFocusNowhere } from '../../lib/is-focus-nowhere.ts';
import { Button } from '../button.tsx';
import { MESSAGES } from './messages.ts';

interface UndoRowProps {
  /** How many columns its table has. */
  columns: number;
  /** Of what was deleted. */
  name: string;
  isUndoing: boolean;
  onUndo: () => void;
}

/**
 * Stands in a table in the place of a row that was deleted. It is no row of data, and says so. Its button takes
 * the focus that the deleted row had.
 */
export function UndoRow({ columns, name, isUndoing, onUndo }: UndoRowProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocusNowhere()) line.current?.querySelector('button')?.focus();
  }, []);
  return (
    <tr role="none">
      {/* oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role */}
      <td role="none" colSpan={columns} data-cell="full">
        <div ref={line} className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
          <output className="min-w-0 wrap-anywhere">{MESSAGES.deleted(name)}</output>
          <span aria-hidden className="text-ink-3">
            ·
          </span>
          <Button
            variant="ghost"
            size="sm"
            icon={<RotateCcw aria-hidden size={16} />}
            aria-label={isUndoing ? undefined : MESSAGES.undoOf(name)}
            busy={isUndoing}
            busyLabel={MESSAGES.undoing}
            onKeyDown={ignoreRepeated}
            onClick={(event) => {
              if (!isSecondOfDouble(event)) onUndo();
            }}
          >
            {MESSAGES.undo}
          </Button>
        </div>
      </td>
    </tr>
  );
}

/** The second press of two that were meant for the Delete that stood here. */
function isSecondOfDouble({ detail }: MouseEvent): boolean {
  return detail > 1;
}

/** A key still held down since it pressed Delete. */
function ignoreRepeated(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
