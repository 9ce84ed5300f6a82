import type { ReactNode } from 'react';
import { LogoMark } from './logo-mark.tsx';

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
