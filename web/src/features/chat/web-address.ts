/** The parsed address when it is an absolute http(s) one without credentials, else null. */
export function webAddress(address: string | null | undefined): URL | null {
  if (!address || !/^https?:\/\//i.test(address)) return null;
  const url = URL.parse(address);
  return url === null || url.username !== '' || url.password !== '' ? null : url;
}
