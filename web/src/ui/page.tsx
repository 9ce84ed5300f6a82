import type { ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';

const WIDTHS = {
  form: 'max-w-[calc(var(--width-form)+2*var(--gutter))]',
  admin: 'max-w-[calc(var(--width-admin)+2*var(--gutter))]',
  wide: 'max-w-[calc(var(--width-wide)+2*var(--gutter))]',
} as const;

/** The column that a screen's content stands in. */
export function Page({
  width = 'admin',
  children,
}: {
  width?: keyof typeof WIDTHS;
  children: ReactNode;
}) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className={joinClasses(
        'mx-auto grid w-full grid-cols-[minmax(0,1fr)] content-start gap-5 px-gutter pt-6 pb-16 outline-none md:gap-6 md:pt-8',
        WIDTHS[width],
      )}
    >
      {children}
    </main>
  );
}
