const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** How tests name a call: its method and path, with `:id` for each id, as in `DELETE /api/admin/docs/:id`. */
export function nameCall(method: string, url: string): string {
  return `${method} ${new URL(url, 'http://localhost').pathname.replace(ID, ':id')}`;
}
