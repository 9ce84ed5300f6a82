import { LogoMark } from '../../ui/logo-mark.tsx';
import { CiteMark } from './cite-mark.tsx';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

/** A picture of a conversation: nothing in it can be pressed. */
export function ExampleConversation() {
  const { demo } = useMessages(MESSAGES);
  return (
    <figure
      aria-label={demo.label}
      className="overflow-hidden rounded-lg bg-surface text-md text-ink shadow-3 outline outline-line"
    >
      <p className="flex justify-end px-5 pt-5 pb-1">
        <span className="max-w-[88%] rounded-[16px_16px_5px_16px] bg-bubble-user px-3.75 py-2.5 text-on-bubble-user">
          {demo.question}
        </span>
      </p>
      <div className="flex gap-3 px-4 pt-4 pb-4.5 xs:px-5">
        <LogoMark size={30} />
        <div className="grid gap-3 leading-(--leading-read)">
          <p>
            {demo.answer}&nbsp;
            <CiteMark>{1}</CiteMark>
          </p>
          <p>
            {demo.advice}&nbsp;
            <CiteMark>{2}</CiteMark>
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line bg-[color-mix(in_srgb,var(--surface-2)_55%,var(--surface))] px-4 pt-3 pb-3.5 xs:px-5">
        <span className="text-xs font-semibold text-ink-3">{demo.sources}</span>
        {demo.sourceNames.map((name, index) => (
          <span
            key={name}
            className="inline-flex min-h-8 items-center gap-1.75 rounded-sm border border-line bg-surface pr-2.5 pl-1.25 text-xs font-medium text-ink-2"
          >
            <CiteMark>{index + 1}</CiteMark>
            {name}
          </span>
        ))}
      </div>
    </figure>
  );
}
