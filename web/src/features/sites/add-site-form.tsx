import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { completesScheme } from './completes-scheme.ts';
import { MESSAGES } from './messages.ts';
import type { SiteDraft } from './site-draft.ts';

interface AddSiteFormProps {
  isAdding: boolean;
  /** Answers whether the site was added. */
  onAdd: (draft: SiteDraft) => Promise<boolean>;
}

const EMPTY: SiteDraft = { url: '', tags: '' };

export function AddSiteForm({ isAdding, onAdd }: AddSiteFormProps) {
  const [draft, setDraft] = useState(EMPTY);

  async function submit() {
    if (await onAdd(draft)) setDraft(EMPTY);
  }

  return (
    <form
      aria-label={MESSAGES.addForm}
      className="grid grid-cols-[minmax(0,1fr)] items-end gap-4 rounded-md border border-line bg-surface p-4 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_auto] md:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAdding) void submit();
      }}
    >
      <TextField
        label={MESSAGES.url}
        type="url"
        required
        placeholder={MESSAGES.urlPlaceholder}
        value={draft.url}
        onChange={({ target }) => setDraft({ ...draft, url: target.value })}
        {...completesScheme(draft.url, (url) => setDraft({ ...draft, url }))}
      />
      <TextField
        label={MESSAGES.tags}
        placeholder={MESSAGES.tagsPlaceholder}
        value={draft.tags}
        onChange={({ target }) => setDraft({ ...draft, tags: target.value })}
      />
      <Button
        type="submit"
        icon={<Plus aria-hidden size={18} />}
        busy={isAdding}
        busyLabel={MESSAGES.adding}
      >
        {MESSAGES.add}
      </Button>
    </form>
  );
}
