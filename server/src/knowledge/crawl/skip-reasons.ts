/** Why an address was not kept, in words for the administrator. */
export const SKIP_REASONS = {
  robots: 'excluded by robots.txt',
  notAllowed: 'this address is not allowed',
  leadsAway: 'leads to another site',
  tooManyRedirects: 'too many redirects',
  unreachable: 'could not be reached',
  tooSlow: 'took too long',
  tooLarge: 'too large',
  tooBusy: 'the site asks to come back later',
  notText: 'not a web page',
  unreadable: 'could not be read',
  empty: 'no text',
  noindex: 'asks not to be indexed',
  duplicate: 'same as another page',
  pattern: 'too many addresses of this kind',
  limit: 'the limit for one site was reached',
} as const;

/** One of the reasons, or the status that the site answered with. */
export type SkipReason = (typeof SKIP_REASONS)[keyof typeof SKIP_REASONS] | `answered ${number}`;
