/** Grey bars under the words of a loading state; they come only when loading takes a while. */
export function Skeleton({ widths = ['92%', '84%', '88%'] }: { widths?: string[] }) {
  return (
    <div aria-hidden className="grid w-full max-w-240 gap-4.5">
      {widths.map((width) => (
        <span
          key={width}
          style={{ width }}
          className="block h-3 animate-skeleton rounded-[6px] bg-surface-3"
        />
      ))}
    </div>
  );
}
