import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { LogoMark } from './drawings.tsx';

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

/** A raised surface; `padded` for content, without it for a table that fills it. */
export function Card({
  padded,
  className,
  ...rest
}: ComponentProps<'section'> & { padded?: boolean }) {
  return (
    <section
      {...rest}
      className={joinClasses(
        'rounded-md border border-line bg-surface',
        padded && 'p-4 md:p-6',
        className,
      )}
    />
  );
}

/** A page that has nothing to show yet, or cannot show it. */
export function FullPageState({
  children,
  announce = 'status',
}: {
  children: ReactNode;
  announce?: 'status' | 'alert';
}) {
  return (
    <main id="main" tabIndex={-1} className="grid flex-1 place-items-center p-gutter outline-none">
      <div
        role={announce}
        className="grid justify-items-center gap-4 text-center text-lg text-ink-2"
      >
        <LogoMark size={56} />
        {children}
      </div>
    </main>
  );
}
