import { brokenTraps } from './traps/broken-traps.ts';
import { endlessTraps } from './traps/endless-traps.ts';
import { heavyTraps } from './traps/heavy-traps.ts';
import { inwardTraps } from './traps/inward-traps.ts';
import { misleadingTraps } from './traps/misleading-traps.ts';
import { refusingTraps } from './traps/refusing-traps.ts';
import { repeatingTraps } from './traps/repeating-traps.ts';
import type { Trap } from './traps/trap.ts';

/** The traps; `canary` is the origin of a server that nobody may ask for anything. */
export function listTraps(canary: string): Trap[] {
  return [
    ...inwardTraps(canary),
    ...endlessTraps(),
    ...heavyTraps(),
    ...brokenTraps(),
    ...repeatingTraps(),
    ...refusingTraps(),
    ...misleadingTraps(canary),
  ];
}
