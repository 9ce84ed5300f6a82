import { SKIP_REASONS } from '../../skip-reasons.ts';
import { page } from '../start-trap-site.ts';
import type { Trap } from './trap.ts';

/** What has been read already. */
export function repeatingTraps(): Trap[] {
  return [
    {
      name: 'the same text at another address',
      links: ['/copy'],
      answers: { '/copy': page('Original'), '/original': page('Original') },
      outcome: 'kept',
    },
    {
      name: 'a copy of a copy',
      links: ['/original'],
      answers: {},
      outcome: SKIP_REASONS.duplicate,
    },
    {
      name: 'a page that names another as itself',
      links: ['/print?of=copy'],
      answers: { '/print?of=copy': page('Print', [], '<link rel="canonical" href="/copy">') },
      outcome: SKIP_REASONS.duplicate,
    },
    {
      name: 'links within the page',
      links: ['#top', '/#middle', '?'],
      answers: {},
      atMost: { '/?': 0, '/#': 0 },
    },
  ];
}
