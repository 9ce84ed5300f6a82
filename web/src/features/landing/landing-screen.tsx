import './landing.css';
import { Link, Navigate } from 'react-router';
import { useLegalLinks } from '../../lib/language/language.ts';
import { useMessages } from '../../lib/language/messages.ts';
import { usePageTitle, useWebConfig } from '../../lib/web-config.ts';
import { LoadingPage } from '../../session/guards.tsx';
import type { WayToLogin } from '../../session/guards.tsx';
import { useSession } from '../../session/session-context.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { FieldArt, LogoMark } from '../../ui/drawings.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { MESSAGES } from './messages.ts';

/** What a visitor sees first; a signed-in user goes on to the chat. */
export function LandingScreen() {
  const messages = useMessages(MESSAGES);
  const { state } = useSession();
  usePageTitle(messages.pageTitle);
  if (state.status === 'loading') return <LoadingPage />;
  if (state.status === 'signed-in') return <Navigate to="/chat" replace />;
  return (
    <>
      <main id="main" tabIndex={-1} className="outline-none">
        <Hero />
        <FourYears />
        <Proof />
        <Closing />
      </main>
      <LegalFooter />
    </>
  );
}

function Hero() {
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
            {messages.introduction(assistantName)}
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

/** A picture of a conversation: nothing in it can be pressed. */
function ExampleConversation() {
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

function FourYears() {
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
      <p className="mt-3 max-w-160 text-lg text-ink-2">{years.introduction}</p>
      <ol className="landing-path">
        {years.steps.map((step, index) => (
          <li key={step.grade}>
            <h3 className="text-xl">{step.grade}</h3>
            <p className="mt-1 text-md text-ink-2">{step.aim}</p>
            <p className="mt-3.5 border-t border-line pt-3.5 text-md leading-[1.4] font-medium">
              {step.question}
            </p>
            {index === years.steps.length - 1 && (
              <svg aria-hidden className="end" viewBox="0 0 26 24">
                <path className="pylon" d="M3 3l20 9-20 9z" />
              </svg>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Proof() {
  const { proof } = useMessages(MESSAGES);
  return (
    <section className="border-y border-line bg-surface">
      <div className="mx-auto grid max-w-admin grid-cols-[minmax(0,1fr)] items-center gap-[clamp(2rem,5vw,5rem)] px-gutter py-[clamp(3.5rem,7vw,6rem)] tab:grid-cols-[minmax(0,0.85fr)_minmax(0,1.15fr)]">
        <div>
          <h2 className="text-[clamp(1.75rem,1.3rem+1.7vw,2.5rem)] leading-[1.12] tracking-[-0.022em]">
            {proof.heading}
          </h2>
          <p className="mt-3 max-w-160 text-lg text-ink-2">{proof.introduction}</p>
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

function Closing() {
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

function LegalFooter() {
  const messages = useMessages(MESSAGES);
  const { productName } = useWebConfig();
  const { termsUrl, privacyUrl, safetyUrl } = useLegalLinks();
  return (
    <footer className="border-t border-line text-sm text-ink-3">
      <div className="mx-auto flex w-full max-w-admin flex-wrap items-center justify-between gap-x-6 gap-y-2 px-gutter py-6">
        <span>{messages.disclaimer(productName)}</span>
        <LanguageSwitch label={messages.language} />
        <nav aria-label={messages.legalNavigation} className="flex flex-wrap gap-x-5 gap-y-2">
          <a href={termsUrl} className="text-ink-2">
            {messages.terms}
          </a>
          <a href={privacyUrl} className="text-ink-2">
            {messages.privacy}
          </a>
          <a href={safetyUrl} className="text-ink-2">
            {messages.safety}
          </a>
        </nav>
      </div>
    </footer>
  );
}

/** Says by its referrer, too, where one comes from: somebody may press it before the program is there. */
function StartLink() {
  const messages = useMessages(MESSAGES);
  return (
    <Link
      to="/login"
      state={'invitation' satisfies WayToLogin}
      referrerPolicy="same-origin"
      className={buttonClasses('accent', 'lg', 'max-xs:w-full')}
    >
      {messages.start}
    </Link>
  );
}

/** How a citation looks in an answer. */
function CiteMark({ children }: { children: number }) {
  return (
    <span className="mx-px inline-grid h-5 min-w-5 place-items-center rounded-xs bg-primary-soft px-1.25 align-[2px] font-display text-2xs leading-none font-bold text-on-primary-soft">
      {children}
    </span>
  );
}
