import { useSyncExternalStore } from 'react';

/** From 1024 pixels the conversation and the sources stand side by side. */
const ROOM = '(min-width: 1024px)';

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(ROOM);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

export function useHasRoomBeside(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(ROOM).matches);
}
