import { SKIP_REASONS } from '../../skip-reasons.ts';
import { page, status } from '../start-trap-site.ts';
import type { Trap } from './trap.ts';

/** What leads a crawler to places that it must not reach; `canary` is the origin of one. */
export function inwardTraps(canary: string): Trap[] {
  const { port } = new URL(canary);
  const places = {
    'another port': `${canary}/secret`,
    'the metadata address': 'http://169.254.169.254/latest/meta-data/',
    'localhost by name': `http://localhost:${port}/secret`,
    'a mapped address': `http://[::ffff:127.0.0.1]:${port}/secret`,
    'a decimal address': `http://2130706433:${port}/secret`,
    'a file': 'file:///etc/passwd',
  };
  const redirects = Object.entries(places).map(([name, location], index) => {
    const path = `/inward/${'abcdef'[index]}`;
    const answers = { [path]: status(302, { location }) };
    return {
      name: `a redirect to ${name}`,
      links: [path],
      answers,
      outcome: SKIP_REASONS.notAllowed,
    };
  });
  return [
    ...redirects,
    {
      name: 'a row of redirects that ends inward',
      links: ['/chain/a'],
      answers: {
        '/chain/a': status(301, { location: '/chain/b' }),
        '/chain/b': status(307, { location: `${canary}/secret` }),
      },
      outcome: SKIP_REASONS.notAllowed,
    },
    {
      name: 'links to other ports, schemes and hosts',
      links: [
        `${canary}/link`,
        `//${new URL(canary).host}/link`,
        'http://169.254.169.254/',
        'ftp://127.0.0.1/',
      ],
      answers: {},
    },
    {
      name: 'a base address elsewhere',
      links: ['/based'],
      answers: { '/based': page('Based', ['relative/link'], `<base href="${canary}/">`) },
      outcome: 'kept',
      forbidden: ['/relative/link', '/based/relative/link'],
    },
    {
      name: 'a page that sends browsers elsewhere by itself',
      links: ['/refresh'],
      answers: {
        '/refresh': page(
          'Refresh',
          [],
          `<meta http-equiv="refresh" content="0;url=${canary}/secret">`,
        ),
      },
      outcome: 'kept',
    },
  ];
}
