import { useWebConfig } from '../../lib/web-config-context.ts';
import { FieldArt } from '../../ui/field-art.tsx';
import { MESSAGES } from './messages.ts';

export function WelcomeCard() {
  const { productName, assistantName } = useWebConfig();
  return (
    <section className="on-field relative isolate overflow-hidden rounded-md px-5 py-6 md:p-8">
      <FieldArt className="mask-[linear-gradient(90deg,transparent_34%,#000_70%)]" />
      <Flourish />
      <h1>{MESSAGES.welcome(productName)}</h1>
      <p className="mt-1.5 max-w-[52ch] text-on-field-2">{MESSAGES.lead(assistantName)}</p>
    </section>
  );
}

function Flourish() {
  return (
    <svg
      aria-hidden
      viewBox="10 -6 222 152"
      className="absolute top-1/2 right-[4%] -z-1 hidden h-[82%] -translate-y-1/2 md:block"
    >
      <path
        className="route-line animate-draw"
        pathLength="1"
        d="M34 112V84c0-20 10-32 30-40l118-34"
        transform="translate(0 12)"
      />
      <circle cx="34" cy="128" r="11" fill="none" stroke="#fff" strokeWidth="5" />
      <path className="pylon" d="M176 2l44 10-30 34z" transform="translate(-2 0)" />
    </svg>
  );
}
