/**
 * An address that the router can read. One whose percent escapes spell nothing would be refused
 * before anything else looks at it; with its percent signs taken literally it is an unknown address
 * like any other: a browser gets the page, a program `not_found`.
 */
export function tameAddress(address: string): string {
  const [path = ''] = address.split('?', 1);
  if (isReadable(path)) return address;
  return path.replaceAll('%', '%25') + address.slice(path.length);
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
