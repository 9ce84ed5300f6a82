import type { ReactNode } from 'react';
import { useWebConfig } from '../../lib/web-config-context.ts';
import { LogoMark } from '../../ui/logo-mark.tsx';

interface AssistantRowProps {
  children: ReactNode;
  isBusy?: boolean;
  /** Its changes are not read aloud. */
  isSilent?: boolean;
}

/** A message of the assistant: its mark on the left, on a small screen with its name above. */
export function AssistantRow({ children, isBusy, isSilent }: AssistantRowProps) {
  const { assistantName } = useWebConfig();
  return (
    <article
      aria-busy={isBusy}
      aria-live={isSilent ? 'off' : undefined}
      className="flex max-w-full animate-rise flex-col gap-2 sm:flex-row sm:gap-3"
    >
      <div className="flex items-center gap-[9px] text-sm font-semibold sm:mt-0.5 sm:block">
        <span className="contents [&>svg]:size-7 sm:[&>svg]:size-[34px]">
          <LogoMark size={34} />
        </span>
        <span className="sm:sr-only">{assistantName}</span>
      </div>
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-2">{children}</div>
    </article>
  );
}
