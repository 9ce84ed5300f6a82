import type { Entry } from './chat-machine.ts';

/** The rows in turns: each question with what follows it; the first turn may be without one. */
export function turnsOf(entries: readonly Entry[]): Entry[][] {
  const turns: Entry[][] = [];
  for (const entry of entries) {
    const turn = turns.at(-1);
    if (turn === undefined || entry.kind === 'question') turns.push([entry]);
    else turn.push(entry);
  }
  return turns;
}
