/** One file in a form. */
export interface FormFile {
  field?: string;
  filename: string;
  content: string | Buffer;
}

const BOUNDARY = 'boundary';

/** A multipart body with one file, as a browser would send it. */
export function multipartForm({ field = 'file', filename, content }: FormFile): {
  payload: Buffer;
  headers: Record<string, string>;
} {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    payload: Buffer.concat([
      Buffer.from(head),
      Buffer.from(content),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}
