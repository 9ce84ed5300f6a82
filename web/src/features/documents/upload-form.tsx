import { useRef, useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { FieldError } from '../../ui/field-error.tsx';
import { useUpload } from './documents-calls.ts';
import { DropZone } from './drop-zone.tsx';
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
