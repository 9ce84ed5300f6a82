import type { ComponentProps } from 'react';
import { joinClasses } from '../lib/join-classes.ts';

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
