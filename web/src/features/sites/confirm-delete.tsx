import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MESSAGES } from './messages.ts';
import type { SiteActions } from './use-site-rows.ts';

interface ConfirmDeleteProps {
  url: string;
  actions: Pick<SiteActions, 'decline' | 'confirmDelete'>;
}

export function ConfirmDelete({ url, actions }: ConfirmDeleteProps) {
  return (
    <Dialog
      role="alertdialog"
      labelledBy="confirm-delete"
      describedBy="confirm-delete-question"
      onDismiss={actions.decline}
      className="max-w-100 p-6"
    >
      <div className="grid gap-4">
        <div className="grid gap-2">
          <h2 id="confirm-delete">{MESSAGES.confirmHeading}</h2>
          <p id="confirm-delete-question">{MESSAGES.confirm}</p>
          <p className="text-sm wrap-anywhere text-ink-3">{url}</p>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" data-autofocus onClick={actions.decline}>
            {MESSAGES.cancel}
          </Button>
          <Button variant="danger" onClick={() => void actions.confirmDelete()}>
            {MESSAGES.delete}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
