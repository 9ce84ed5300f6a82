import type { Site } from '@pathway/contract/sites';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SMALL_INPUT_CLASSES } from '../../ui/input-classes.ts';
import { completesScheme } from './completes-scheme.ts';
import { MESSAGES } from './messages.ts';
import { SiteFacts } from './site-facts.tsx';
import type { SiteActions } from './use-site-rows.ts';

interface EditedSiteRowProps {
  initialValue: Site;
  isSaving: boolean;
  actions: Pick<SiteActions, 'save' | 'cancel'>;
}

/** Enter saves, Esc leaves. A form cannot stand around cells, so they name theirs. */
export function EditedSiteRow({ initialValue: site, isSaving, actions }: EditedSiteRowProps) {
  const [draft, setDraft] = useState({ url: site.url, tags: site.tags.join(', ') });
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving) void actions.save(site.id, draft);
  };
  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') actions.cancel();
  };
  const scheme = completesScheme(draft.url, (url) => setDraft({ ...draft, url }));

  return (
    <tr data-editing="">
      <td data-label={MESSAGES.columns.url} data-cell="labelled">
        <input
          ref={first}
          form={formId}
          type="url"
          required
          aria-label={MESSAGES.url}
          value={draft.url}
          onChange={({ target }) => setDraft({ ...draft, url: target.value })}
          onBlur={scheme.onBlur}
          onKeyDown={(event) => {
            scheme.onKeyDown(event);
            leaveOnEscape(event);
          }}
          className={SMALL_INPUT_CLASSES}
        />
      </td>
      <td data-label={MESSAGES.tags} data-cell="labelled">
        <input
          form={formId}
          aria-label={MESSAGES.tags}
          value={draft.tags}
          onChange={({ target }) => setDraft({ ...draft, tags: target.value })}
          onKeyDown={leaveOnEscape}
          className={SMALL_INPUT_CLASSES}
        />
      </td>
      <SiteFacts site={site} />
      <td data-label={MESSAGES.columns.actions} data-cell="full">
        <EditActions
          formId={formId}
          isSaving={isSaving}
          onSubmit={submit}
          onCancel={actions.cancel}
        />
      </td>
    </tr>
  );
}

interface EditActionsProps {
  formId: string;
  isSaving: boolean;
  onSubmit: (event: FormEvent) => void;
  onCancel: () => void;
}

function EditActions({ formId, isSaving, onSubmit, onCancel }: EditActionsProps) {
  return (
    <form id={formId} className="row-actions" onSubmit={onSubmit}>
      <Button type="submit" size="sm" busy={isSaving}>
        {MESSAGES.save}
      </Button>
      <Button variant="secondary" size="sm" disabled={isSaving} onClick={onCancel}>
        {MESSAGES.cancel}
      </Button>
    </form>
  );
}
