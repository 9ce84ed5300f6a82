import { TAG_MAX_LENGTH } from '@pathway/contract/limits';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field-error.tsx';
import { SMALL_INPUT_CLASSES } from '../../ui/input-classes.ts';
import { RemovableTag } from '../../ui/tag.tsx';
import type { TagEditor as EditorState } from './documents-machine.ts';
import { MESSAGES } from './messages.ts';
import type { DocumentActions } from './use-document-rows.ts';

interface TagEditorProps {
  editor: EditorState;
  actions: DocumentActions;
}

/** Edits the tags of one document, held here until Save. Enter adds, Esc leaves. */
export function TagEditor({ editor, actions }: TagEditorProps) {
  return (
    <div className="grid min-w-64 animate-rise gap-2.5">
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        {editor.draft.map((tag) => (
          <RemovableTag
            key={tag}
            removeLabel={MESSAGES.removeTag(tag)}
            disabled={editor.isSaving}
            onRemove={() => actions.removeTag(tag)}
          >
            {tag}
          </RemovableTag>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <NewTag isSaving={editor.isSaving} onAdd={actions.addTag} onLeave={actions.cancel} />
        <span className="ml-auto flex gap-1.5 sm:ml-2">
          <Button variant="ghost" size="sm" disabled={editor.isSaving} onClick={actions.cancel}>
            {MESSAGES.cancel}
          </Button>
          <Button
            size="sm"
            busy={editor.isSaving}
            busyLabel={MESSAGES.saving}
            onClick={() => void actions.save()}
          >
            {MESSAGES.save}
          </Button>
        </span>
      </div>
      {editor.error !== null && <FieldError>{editor.error}</FieldError>}
    </div>
  );
}

interface NewTagProps {
  isSaving: boolean;
  onAdd: (text: string) => void;
  onLeave: () => void;
}

function NewTag({ isSaving, onAdd, onLeave }: NewTagProps) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const add = () => {
    onAdd(text);
    setText('');
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onLeave();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <span className="flex min-w-52 flex-1 gap-1.5">
      <input
        ref={input}
        aria-label={MESSAGES.addTag}
        placeholder={MESSAGES.addTag}
        maxLength={TAG_MAX_LENGTH}
        disabled={isSaving}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKey}
        className={SMALL_INPUT_CLASSES}
      />
      <Button variant="secondary" size="sm" disabled={isSaving} onClick={add}>
        {MESSAGES.add}
      </Button>
    </span>
  );
}
