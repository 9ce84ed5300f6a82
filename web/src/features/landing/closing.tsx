import { FieldArt } from '../../ui/field-art.tsx';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';
import { StartLink } from './start-link.tsx';

export function Closing() {
  const messages = useMessages(MESSAGES);
  return (
    <section className="on-field relative isolate overflow-hidden">
      <FieldArt hashes={false} />
      <div className="mx-auto flex max-w-admin flex-wrap items-center justify-between gap-6 px-gutter py-[clamp(3rem,6vw,5rem)]">
        <h2 className="max-w-[22ch] text-[clamp(1.75rem,1.3rem+1.7vw,2.5rem)] leading-[1.12]">
          {messages.closing}
        </h2>
        <StartLink />
      </div>
    </section>
  );
}
