import { useWebConfig } from '../../lib/web-config-context.ts';
import { FieldArt } from '../../ui/field-art.tsx';
import { ExampleConversation } from './example-conversation.tsx';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';
import { StartLink } from './start-link.tsx';

export function Hero() {
  const messages = useMessages(MESSAGES);
  const { assistantName } = useWebConfig();
  return (
    <section className="on-field relative isolate overflow-hidden">
      <FieldArt className="mask-[linear-gradient(180deg,transparent_46%,#000_80%)] tab:mask-[linear-gradient(100deg,transparent_30%,#000_62%)]" />
      <div className="mx-auto grid max-w-admin grid-cols-[minmax(0,1fr)] items-center gap-[clamp(2rem,5vw,5rem)] px-gutter pt-[clamp(3rem,7vw,6.25rem)] pb-[clamp(3.5rem,7vw,6rem)] tab:grid-cols-[minmax(0,1.02fr)_minmax(0,0.98fr)]">
        <div>
          <h1 className="text-hero leading-(--leading-tight) font-extrabold tracking-[-0.028em]">
            {messages.headline}
          </h1>
          <p className="mt-6 mb-8 max-w-132 text-[clamp(1.0625rem,0.95rem+0.5vw,1.25rem)] leading-[1.55] text-on-field-2">
            {messages.lead(assistantName)}
          </p>
          <StartLink />
          <p className="mt-4 text-sm text-on-field-2">{messages.free}</p>
        </div>
        <div className="landing-play">
          <span aria-hidden className="line" />
          <span aria-hidden className="ring" />
          <svg aria-hidden className="end" viewBox="0 0 32 25">
            <path className="pylon" d="M4 3.5l23 9-23 9z" />
          </svg>
          <ExampleConversation />
        </div>
      </div>
    </section>
  );
}
