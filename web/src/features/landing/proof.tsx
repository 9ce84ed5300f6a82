import { CiteMark } from './cite-mark.tsx';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

export function Proof() {
  const { proof } = useMessages(MESSAGES);
  return (
    <section className="border-y border-line bg-surface">
      <div className="mx-auto grid max-w-admin grid-cols-[minmax(0,1fr)] items-center gap-[clamp(2rem,5vw,5rem)] px-gutter py-[clamp(3.5rem,7vw,6rem)] tab:grid-cols-[minmax(0,0.85fr)_minmax(0,1.15fr)]">
        <div>
          <h2 className="text-[clamp(1.75rem,1.3rem+1.7vw,2.5rem)] leading-[1.12] tracking-[-0.022em]">
            {proof.heading}
          </h2>
          <p className="mt-3 max-w-160 text-lg text-ink-2">{proof.lead}</p>
        </div>
        <div className="grid">
          <p className="relative z-1 w-[94%] rounded-md border border-line bg-surface px-5 py-4.5 text-lg shadow-2 tab:w-[88%]">
            {proof.claim[0]}
            <strong>{proof.claim[1]}</strong>
            {proof.claim[2]}&nbsp;
            <CiteMark>{1}</CiteMark>
          </p>
          <div className="-mt-3.5 ml-[6%] rounded-md border border-line bg-surface-2 px-6 pt-9 pb-6 text-md leading-[1.65] text-ink-2 tab:ml-[14%]">
            <p className="mb-2 flex items-center gap-2 font-bold text-ink">
              <CiteMark>{1}</CiteMark>
              {proof.source}
            </p>
            <p>
              {proof.passage[0]}
              <mark className="rounded-[3px] bg-accent/26 box-decoration-clone px-0.5 py-px text-inherit">
                {proof.passage[1]}
              </mark>
              {proof.passage[2]}
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}
