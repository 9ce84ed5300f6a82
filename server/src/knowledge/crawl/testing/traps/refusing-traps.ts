import { SKIP_REASONS } from '../../skip-reasons.ts';
import { html, page, status } from '../start-trap-site.ts';
import type { Trap } from './trap.ts';

/** What does not want to be read, or not now. */
export function refusingTraps(): Trap[] {
  let wasBusy = false;
  return [
    {
      name: 'a folder that robots.txt excludes',
      links: ['/private/list'],
      answers: { '/private/*': page('Private') },
      outcome: SKIP_REASONS.robots,
      forbidden: ['/private/list', '/private/redirected'],
    },
    {
      name: 'a redirect into that folder',
      links: ['/into-private'],
      answers: { '/into-private': status(302, { location: '/private/redirected' }) },
      outcome: SKIP_REASONS.robots,
    },
    {
      name: 'a page that asks not to be indexed',
      links: ['/noindex'],
      answers: {
        '/noindex': page('Not to be found', [], '<meta name="robots" content="noindex">'),
      },
      outcome: SKIP_REASONS.noindex,
    },
    {
      name: 'a page that asks so in its headers',
      links: ['/noindex-header'],
      answers: {
        '/noindex-header': html('<main><p>Hidden.</p></main>', { 'x-robots-tag': 'noindex' }),
      },
      outcome: SKIP_REASONS.noindex,
    },
    {
      name: 'a server that is busy for a while',
      links: ['/busy'],
      answers: {
        '/busy': (request, response) => {
          const answer = wasBusy ? page('Busy') : status(429, { 'retry-after': '7' });
          wasBusy = true;
          answer(request, response);
        },
      },
      outcome: 'kept',
      atMost: { '/busy': 2 },
    },
    {
      name: 'a server that is closed for a day',
      links: ['/closed'],
      answers: { '/closed': status(429, { 'retry-after': '86400' }) },
      outcome: SKIP_REASONS.tooBusy,
      atMost: { '/closed': 1 },
    },
  ];
}
