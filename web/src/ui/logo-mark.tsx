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
