import type { getHistory } from '@pathway/contract/chat';
import { preload } from 'react-dom';

/** Without the contract's parsers, which are still on their way. */
const ADDRESS = '/api/chat/history' satisfies (typeof getHistory)['path'];

/** Asks for the history before the chat is there to ask; its own call then takes this answer. */
export function preloadHistory(): void {
  preload(ADDRESS, { as: 'fetch', crossOrigin: 'anonymous' });
}
