/** The local date of an ISO 8601 instant, such as 11/12/2026; text that is no date stays itself. */
export function formatDate(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  return date.toLocaleDateString(undefined, { year: 'numeric', month: '2-digit', day: '2-digit' });
}
