import type { Answer } from '../start-trap-site.ts';

/** One way to harm, mislead or hold up a crawler, reachable from the start page. */
export interface Trap {
  name: string;
  /** What the start page links to. */
  links: string[];
  answers: Record<string, Answer>;
  /** What the page report must say of the first link; undefined when it is no address to report. */
  outcome?: string;
  /** Paths that nobody may ask for. */
  forbidden?: string[];
  /** Most requests for paths that begin so. */
  atMost?: Record<string, number>;
}
