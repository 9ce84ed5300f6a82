import { joinClasses } from '../lib/join-classes.ts';

/** The drawn route from where you stand (ring) to the end zone (pylon). Without its tile on navy. */
export function LogoMark({ size = 32, tile = true }: { size?: number; tile?: boolean }) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 32 32" className="shrink-0">
      {tile && <rect width="32" height="32" rx="8" fill="var(--mark-bg)" />}
      <g fill="none" stroke="#fff" strokeWidth="2.3" strokeLinecap="round">
        <circle cx="9.25" cy="23.25" r="3.1" />
        <path d="M9.25 20.1v-3.6c0-2.3 1.1-3.7 3.3-4.7l6.2-2.9" />
      </g>
      <path
        d="M17.4 4.9l8.4.9-4.7 7z"
        fill="#ff6a1a"
        stroke="#ff6a1a"
        strokeWidth="1.4"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The small loading route: a dot that runs from the ring to the end zone. */
export function Runner() {
  return (
    <svg aria-hidden width="54" height="14" viewBox="0 0 54 14" className="overflow-visible">
      <path
        d="M4 7h46"
        stroke="var(--line-strong)"
        strokeWidth="2"
        strokeDasharray="1 6"
        strokeLinecap="round"
      />
      <circle cx="7" cy="7" r="6" fill="var(--accent)" className="animate-runner" />
    </svg>
  );
}

const YARDS = drawLines([60, 170, 8], (x) => `M${x} -20V680`);
const HASHES = drawLines([26, 34, 36], (x) => `M${x} 206v14M${x} 420v14`);

/** Yard lines behind a navy surface; its parent is `relative isolate overflow-hidden`. */
export function FieldArt({ className, hashes = true }: { className?: string; hashes?: boolean }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1280 640"
      preserveAspectRatio="xMidYMid slice"
      className={joinClasses('field-art', className)}
    >
      <path className="yard" d={YARDS} />
      {hashes && <path className="hash" d={HASHES} />}
    </svg>
  );
}

/** The path of so many lines, the first at `first` and each `distance` from the one before it. */
export function drawLines(
  [first, distance, count]: readonly [number, number, number],
  line: (place: number) => string,
): string {
  return Array.from({ length: count }, (_, index) => line(first + index * distance)).join('');
}
