import { DEFAULT_SITE_STATUS } from '@pathway/contract/limits';
import type { Site } from '@pathway/contract/sites';
import type { BadgeTone } from '../../ui/badge.tsx';

const TONES = new Map<string, BadgeTone>([
  ['ready', 'green'],
  ['scraping', 'yellow'],
  ['error', 'red'],
]);

/** Any other status, or none, shows as pending. */
export function siteStatus(status: Site['status']): { tone: BadgeTone; text: string } {
  const tone = TONES.get(status ?? '');
  if (tone === undefined) return { tone: 'grey', text: DEFAULT_SITE_STATUS };
  return { tone, text: status ?? '' };
}
