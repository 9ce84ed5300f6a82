import { joinClasses } from '../lib/join-classes.ts';

const YARDS = steps(60, 170, 8);
const HASHES = steps(26, 34, 36);

/** Yard lines behind a navy surface; its parent is `relative isolate overflow-hidden`. */
export function FieldArt({ className, hashes = true }: { className?: string; hashes?: boolean }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1280 640"
      preserveAspectRatio="xMidYMid slice"
      className={joinClasses('field-art', className)}
    >
      {YARDS.map((x) => (
        <path key={x} className="yard" d={`M${x} -20V680`} />
      ))}
      {hashes &&
        [206, 420].map((y) =>
          HASHES.map((x) => <path key={`${x}-${y}`} className="hash" d={`M${x} ${y}v14`} />),
        )}
    </svg>
  );
}

function steps(first: number, distance: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index * distance);
}
