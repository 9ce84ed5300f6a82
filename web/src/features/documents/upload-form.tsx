import { UPLOAD_EXTENSIONS } from '@pathway/contract/limits';
import { CloudUpload } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { useFocusAfter } from '../../lib/admin/named-row.ts';
import { failureText } from '../../lib/failure-text.ts';
import { joinClasses } from '../../lib/join-classes.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { FieldError } from '../../ui/fields.tsx';
import { useUpload } from './documents-calls.ts';
import { MESSAGES } from './messages.ts';

/** A file that was chosen, and what became of it. */
interface ChosenFile {
  file: File;
  state: 'waiting' | 'sending' | 'sent' | 'failed';
}

export function UploadForm() {
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [isUploading, setUploading] = useState(false);
  /** For those who do not see the list grow. */
  const [said, say] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const upload = useUpload();
  useFocusAfter(isUploading, () => form.current?.querySelector<HTMLElement>('[type="submit"]'));

  /** One after the other; what failed stays chosen, so that a second try is one press away. */
  async function submit() {
    const isOne = chosen.length === 1;
    setErrors(chosen.length === 0 ? [MESSAGES.noFile] : []);
    setUploading(true);
    say('');
    let sent = 0;
    for (const { file } of chosen) {
      const mark = (state: ChosenFile['state']) =>
        setChosen((all) => all.map((one) => (one.file === file ? { file, state } : one)));
      mark('sending');
      try {
        await upload.mutateAsync(file);
        mark('sent');
        sent += 1;
      } catch (failure) {
        mark('failed');
        const text = failureText(failure, MESSAGES.uploadFailed, MESSAGES.unknown);
        setErrors((all) => [...all, isOne ? text : MESSAGES.failureOf(file.name, text)]);
      }
    }
    setUploading(false);
    if (sent > 0) say(MESSAGES.uploaded(sent));
    setChosen((all) => all.filter(({ state }) => state === 'failed'));
    form.current?.reset();
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={MESSAGES.uploadForm}
      className="grid gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isUploading) void submit();
      }}
    >
      <DropZone
        chosen={chosen}
        isUploading={isUploading}
        onPick={(files, error) => {
          setChosen(files.map((file) => ({ file, state: 'waiting' })));
          setErrors(error === undefined ? [] : [error]);
        }}
      />
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {errors.map((error) => (
        <FieldError key={error}>{error}</FieldError>
      ))}
    </form>
  );
}

interface DropZoneProps {
  chosen: readonly ChosenFile[];
  isUploading: boolean;
  onPick: (files: readonly File[], error?: string) => void;
}

/** Dropping files only picks them, as the file picker does, which offers no others; Upload sends them. */
function DropZone({ chosen, isUploading, onPick }: DropZoneProps) {
  const [isOver, setOver] = useState(false);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (isUploading) return;
    const files = [...event.dataTransfer.files];
    const accepted = files.filter(({ name }) => isAccepted(name));
    onPick(accepted, accepted.length < files.length ? MESSAGES.typeRefused : undefined);
  };

  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={joinClasses(
        'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 rounded-md border-[1.5px] p-5 md:grid-cols-[auto_minmax(0,1fr)_auto]',
        isOver
          ? 'border-primary bg-primary-soft text-on-primary-soft'
          : 'border-dashed border-line-strong bg-surface',
      )}
    >
      <span
        className={joinClasses(
          'grid size-11 place-items-center rounded-sm',
          isOver ? 'bg-primary text-on-primary' : 'bg-surface-2 text-ink-2',
        )}
      >
        <CloudUpload aria-hidden size={22} />
      </span>
      <Prompt chosen={chosen} isOver={isOver} isUploading={isUploading} />
      <div className="col-span-full flex gap-2 max-md:*:flex-1 md:col-auto">
        {!isUploading && <FilePicker onPick={onPick} />}
        <Button type="submit" busy={isUploading} busyLabel={MESSAGES.uploading}>
          {MESSAGES.upload}
        </Button>
      </div>
    </div>
  );
}

function FilePicker({ onPick }: Pick<DropZoneProps, 'onPick'>) {
  const pick = (event: ChangeEvent<HTMLInputElement>) => onPick([...(event.target.files ?? [])]);
  return (
    <label
      className={buttonClasses(
        'secondary',
        'md',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
      )}
    >
      {MESSAGES.chooseFile}
      <input
        type="file"
        name="file"
        accept={UPLOAD_EXTENSIONS.join(',')}
        className="sr-only"
        onChange={pick}
      />
    </label>
  );
}

interface PromptProps {
  chosen: readonly ChosenFile[];
  isOver: boolean;
  isUploading: boolean;
}

function Prompt({ chosen, isOver, isUploading }: PromptProps) {
  const [first] = chosen;
  if (first === undefined || isOver) {
    return (
      <div>
        <strong>{isOver ? MESSAGES.dropPrompt : MESSAGES.choosePrompt}</strong>
        <p className={joinClasses('text-sm', !isOver && 'text-ink-3')}>{MESSAGES.accepted}</p>
      </div>
    );
  }
  if (chosen.length === 1) {
    return (
      <div>
        <strong className="wrap-anywhere">{first.file.name}</strong>
        {isUploading ? (
          <Bar />
        ) : (
          <p className="text-sm text-ink-3">
            {MESSAGES.readyToUpload(formatBytes(first.file.size))}
          </p>
        )}
      </div>
    );
  }
  return (
    <div>
      <strong>{MESSAGES.files(chosen.length)}</strong>
      <ul className="text-sm">
        {chosen.map(({ file, state }, index) => (
          <li key={index} className="wrap-anywhere">
            {file.name}{' '}
            {state === 'sending' ? (
              <Bar />
            ) : (
              <span className={state === 'failed' ? 'text-danger' : 'text-ink-3'}>
                {isUploading || state !== 'waiting' ? TEXTS[state] : formatBytes(file.size)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const TEXTS = { waiting: MESSAGES.waiting, sent: MESSAGES.sent, failed: MESSAGES.notSent } as const;

function Bar() {
  return (
    <div className="my-1.5 h-1 max-w-88 overflow-hidden rounded-[2px] bg-surface-3">
      <div className="h-full w-[38%] animate-slide rounded-[2px] bg-primary" />
    </div>
  );
}

/** Whether a name ends as an accepted type does. */
function isAccepted(name: string): boolean {
  return UPLOAD_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));
}

/** A file size for a person: 640 bytes, 12 kB, 1.2 MB. */
function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}
