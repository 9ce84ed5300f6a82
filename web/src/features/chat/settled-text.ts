/** A mark of which only the beginning has arrived, for example `[1`. */
const HALF_MARK = / ?\[(?:\d{1,3}(?:, ?\d{0,3})*)?$/;

/** A table before its first row: until then Markdown takes it for plain text. */
const HALF_TABLE = /(?<=^|\n\n)\|[^\n]*(?:\n[|\s:-]*)?$/;

/** A growing text without an end that would look different a moment later. */
export function settledText(text: string): string {
  return text.replace(HALF_MARK, '').replace(HALF_TABLE, '');
}
