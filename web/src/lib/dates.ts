const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The instant that a text names, for a day alone its local beginning; null when it names none. */
export function parseDate(text: string): Date | null {
  const date = new Date(DAY.test(text) ? `${text}T00:00:00` : text);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The local date that a text names, such as 11/12/2026; text that names none stays itself. */
export function formatDate(text: string): string {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return parseDate(text)?.toLocaleDateString(undefined, options) ?? text;
}
