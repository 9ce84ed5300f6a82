import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

export function FourYears() {
  const { years } = useMessages(MESSAGES);
  return (
    <section
      aria-labelledby="years"
      className="mx-auto max-w-admin px-gutter py-[clamp(3.5rem,7vw,6rem)]"
    >
      <h2
        id="years"
        className="text-[clamp(1.75rem,1.3rem+1.7vw,2.5rem)] leading-[1.12] tracking-[-0.022em]"
      >
        {years.heading}
      </h2>
      <p className="mt-3 max-w-160 text-lg text-ink-2">{years.lead}</p>
      <ol className="landing-path">
        {years.steps.map((step, index) => (
          <li key={step.grade}>
            <h3 className="text-xl">{step.grade}</h3>
            <p className="mt-1 text-md text-ink-2">{step.aim}</p>
            <p className="mt-3.5 border-t border-line pt-3.5 text-md leading-[1.4] font-medium">
              {step.question}
            </p>
            {index === years.steps.length - 1 && <Pylon />}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Pylon() {
  return (
    <svg aria-hidden className="end" viewBox="0 0 26 24">
      <path className="pylon" d="M3 3l20 9-20 9z" />
    </svg>
  );
}
