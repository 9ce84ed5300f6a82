import { ChevronRight, Trash2, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { isFocusNowhere } from '../../lib/is-focus-nowhere.ts';
import { Button } from '../button.tsx';
import { RowAction } from '../data-table.tsx';
import { Dialog } from '../dialog.tsx';
import { FieldError } from '../fields.tsx';
import { Card } from '../page.tsx';
import { MESSAGES } from './messages.ts';

interface DeletedItem {
  id: string;
  name: string;
  deleted_at: string;
}

interface RecentlyDeletedTexts {
  none: string;
  noName: string;
  /** What erasing one for good takes away. */
  confirm: string;
}

interface RecentlyDeletedProps {
  texts: RecentlyDeletedTexts;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** Undefined while they load. */
  items: readonly DeletedItem[] | undefined;
  error: string | null;
  busy: { id: string; act: 'restore' | 'erase' } | null;
  restore: (id: string) => Promise<void>;
  erase: (id: string) => Promise<void>;
}

/** What was deleted lately, closed at first: to be restored, or erased for good. */
export function RecentlyDeleted(props: RecentlyDeletedProps) {
  const { texts, isOpen, setOpen, items, error, busy } = props;
  const [confirming, setConfirming] = useState<DeletedItem | null>(null);
  const summary = useRef<HTMLElement>(null);
  const count = items?.length;
  useEffect(() => {
    if (count === undefined) return;
    // The line that had the focus is gone.
    if (isFocusNowhere()) summary.current?.focus();
  }, [count]);
  return (
    <Card aria-label={MESSAGES.heading}>
      <details
        className="group"
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary
          ref={summary}
          className="flex min-h-control list-none items-center gap-2 rounded-md px-5 py-2.5 text-sm font-semibold [&::-webkit-details-marker]:hidden"
        >
          <ChevronRight
            aria-hidden
            size={18}
            className="shrink-0 transition-transform duration-(--dur-1) group-open:rotate-90"
          />
          <span>{MESSAGES.heading}</span>
          <span className="font-normal text-ink-3 max-md:hidden">{MESSAGES.introduction}</span>
        </summary>
        {isOpen && (
          <div className="border-t border-line px-5 py-2 text-sm">
            {error !== null && <FieldError>{error}</FieldError>}
            {items === undefined && error === null && <p className="py-2">{MESSAGES.loading}</p>}
            {items?.length === 0 && <p className="py-2 text-ink-2">{texts.none}</p>}
            <ul className="divide-y divide-line">
              {items?.map((item) => (
                <DeletedLine
                  key={item.id}
                  item={item}
                  texts={texts}
                  busyWith={busy?.id === item.id ? busy.act : null}
                  isWaiting={busy !== null}
                  onRestore={() => void props.restore(item.id)}
                  onErase={() => setConfirming(item)}
                />
              ))}
            </ul>
          </div>
        )}
      </details>
      {confirming && (
        <ConfirmErase
          name={confirming.name || texts.noName}
          texts={texts}
          onDecline={() => setConfirming(null)}
          onConfirm={() => {
            setConfirming(null);
            void props.erase(confirming.id);
          }}
        />
      )}
    </Card>
  );
}

interface DeletedLineProps {
  item: DeletedItem;
  texts: RecentlyDeletedTexts;
  busyWith: 'restore' | 'erase' | null;
  /** One of the lines is busy. */
  isWaiting: boolean;
  onRestore: () => void;
  onErase: () => void;
}

function DeletedLine(props: DeletedLineProps) {
  const { item, texts, busyWith, isWaiting, onRestore, onErase } = props;
  const name = item.name || texts.noName;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-xs text-ink-3 tabular-nums">
          {MESSAGES.deletedOn(formatDate(item.deleted_at))}
        </p>
      </div>
      <div className="flex flex-wrap gap-1 max-md:-ml-3">
        <RowAction
          icon={RotateCcw}
          disabled={isWaiting}
          busy={busyWith === 'restore'}
          busyLabel={MESSAGES.restoring}
          aria-label={busyWith === 'restore' ? undefined : MESSAGES.restoreOf(name)}
          onClick={onRestore}
        >
          {MESSAGES.restore}
        </RowAction>
        <RowAction
          icon={Trash2}
          isFinal
          disabled={isWaiting}
          busy={busyWith === 'erase'}
          busyLabel={MESSAGES.erasing}
          aria-label={busyWith === 'erase' ? undefined : MESSAGES.eraseOf(name)}
          onClick={onErase}
        >
          {MESSAGES.erase}
        </RowAction>
      </div>
    </li>
  );
}

interface ConfirmEraseProps {
  name: string;
  texts: RecentlyDeletedTexts;
  onDecline: () => void;
  onConfirm: () => void;
}

function ConfirmErase({ name, texts, onDecline, onConfirm }: ConfirmEraseProps) {
  return (
    <Dialog
      role="alertdialog"
      labelledBy="confirm-erase"
      describedBy="confirm-erase-question"
      onDismiss={onDecline}
      className="max-w-100 p-6"
    >
      <div className="grid gap-4">
        <div className="grid gap-2">
          <h2 id="confirm-erase">{MESSAGES.erase}</h2>
          <p id="confirm-erase-question">{texts.confirm}</p>
          <p className="text-sm wrap-anywhere text-ink-3">{name}</p>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" data-autofocus onClick={onDecline}>
            {MESSAGES.cancel}
          </Button>
          <Button variant="danger" onClick={onConfirm}>
            {MESSAGES.erase}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
