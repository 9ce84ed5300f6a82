import { Tooltip } from 'radix-ui';
import { useRef, useState } from 'react';

/** Three lines of a text; the rest opens on hover and focus, and a press unfolds it in place. */
export function ClampedText({ children }: { children: string }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const text = useRef<HTMLSpanElement>(null);

  const open = (wanted: boolean) => {
    const element = text.current;
    setOpen(wanted && element !== null && element.scrollHeight > element.clientHeight);
  };

  return (
    <Tooltip.Root open={isOpen} onOpenChange={open}>
      <Tooltip.Trigger asChild>
        <button
          type="button"
          aria-expanded={isUnfolded}
          className="block w-full text-left"
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <span
            ref={text}
            className={`wrap-anywhere whitespace-pre-wrap ${isUnfolded ? 'block' : 'line-clamp-3 print:line-clamp-none'}`}
          >
            {children}
          </span>
        </button>
      </Tooltip.Trigger>
      <Tooltip.Portal container={document.querySelector('main')}>
        <Tooltip.Content
          // What scrolls must be focusable; a keyboard unfolds the text in place instead.
          tabIndex={0}
          side="bottom"
          align="start"
          sideOffset={8}
          collisionPadding={16}
          className="z-(--z-tip) max-h-[50vh] w-104 max-w-[calc(100vw-32px)] overflow-y-auto rounded-md border border-on-field/15 bg-field px-4 py-3.5 text-sm leading-[1.55] whitespace-pre-wrap text-on-field shadow-3"
        >
          {children}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
