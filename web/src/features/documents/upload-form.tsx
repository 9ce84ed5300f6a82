import { UPLOAD_EXTENSIONS } from '@pathway/contract/limits';
import { CloudUpload } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { joinClasses } from '../../lib/join-classes.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { FieldError } from '../../ui/fields.tsx';
import { useUpload } from './documents-calls.ts';
import { MESSAGES } from './messages.ts';

export function UploadForm() {
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const upload = useUpload();

  async function submit() {
    if (file === null) return setError(MESSAGES.noFile);
    setError(null);
    try {
      await upload.mutateAsync(file);
      setFile(null);
      form.current?.reset();
    } catch (failure) {
      setError(failureText(failure, MESSAGES.uploadFailed, MESSAGES.unknown));
    }
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={MESSAGES.uploadForm}
      className="grid gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!upload.isPending) void submit();
      }}
    >
      <DropZone
        file={file}
        isUploading={upload.isPending}
        onPick={(picked) => {
          setFile(picked);
          setError(null);
        }}
      />
      {error !== null && <FieldError>{error}</FieldError>}
    </form>
  );
}

interface DropZoneProps {
  file: File | null;
  isUploading: boolean;
  onPick: (file: File | null) => void;
}

/** Dropping a file only picks it, as the file picker does; Upload sends it. */
function DropZone({ file, isUploading, onPick }: DropZoneProps) {
  const [isOver, setOver] = useState(false);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isUploading) onPick(acceptedFile(event.dataTransfer.files[0]));
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
      <Prompt file={file} isOver={isOver} isUploading={isUploading} />
      <div className="col-span-full flex gap-2 max-md:*:flex-1 md:col-auto">
        {!isUploading && <FilePicker onPick={onPick} />}
        <Button type="submit" busy={isUploading} busyLabel={MESSAGES.uploading}>
          {MESSAGES.upload}
        </Button>
      </div>
    </div>
  );
}

function FilePicker({ onPick }: { onPick: (file: File | null) => void }) {
  const pick = (event: ChangeEvent<HTMLInputElement>) =>
    onPick(event.target.files?.item(0) ?? null);
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

function Prompt(props: { file: File | null; isOver: boolean; isUploading: boolean }) {
  const { file, isOver, isUploading } = props;
  if (file === null || isOver) {
    return (
      <div>
        <strong>{isOver ? MESSAGES.dropPrompt : MESSAGES.choosePrompt}</strong>
        <p className={joinClasses('text-sm', !isOver && 'text-ink-3')}>{MESSAGES.accepted}</p>
      </div>
    );
  }
  return (
    <div>
      <strong className="wrap-anywhere">{file.name}</strong>
      {isUploading ? (
        <div className="mt-2 h-1 max-w-88 overflow-hidden rounded-[2px] bg-surface-3">
          <div className="h-full w-[38%] animate-slide rounded-[2px] bg-primary" />
        </div>
      ) : (
        <p className="text-sm text-ink-3">{MESSAGES.readyToUpload(formatBytes(file.size))}</p>
      )}
    </div>
  );
}

/** The file when its name ends as an accepted type does, else null. */
function acceptedFile(file: File | undefined): File | null {
  const name = file?.name.toLowerCase() ?? '';
  return file && UPLOAD_EXTENSIONS.some((extension) => name.endsWith(extension)) ? file : null;
}

/** A file size for a person: 640 bytes, 12 kB, 1.2 MB. */
function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}
