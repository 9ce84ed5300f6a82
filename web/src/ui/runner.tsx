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
