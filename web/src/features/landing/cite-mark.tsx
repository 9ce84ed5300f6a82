/** How a citation looks in an answer. */
export function CiteMark({ children }: { children: number }) {
  return (
    <span className="mx-px inline-grid h-5 min-w-5 place-items-center rounded-xs bg-primary-soft px-1.25 align-[2px] font-display text-2xs leading-none font-bold text-on-primary-soft">
      {children}
    </span>
  );
}
