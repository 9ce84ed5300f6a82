/**
 * Whether the server wrote into this page that the browser carries no session, so that nobody needs
 * to ask for the user. A development server writes nothing.
 */
export function pageKnowsNobody(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none';
}
