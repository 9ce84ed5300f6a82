import { Link, Navigate, useSearchParams } from 'react-router';
import { useLegalLinks } from '../../lib/language/language.ts';
import { useMessages } from '../../lib/language/messages.ts';
import { usePageTitle, useWebConfig } from '../../lib/web-config.ts';
import { useSession } from '../../session/session-context.ts';
import { drawLines, LogoMark } from '../../ui/drawings.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { MESSAGES } from './messages.ts';
import { SignIn } from './sign-in.tsx';
import { SignedOutNote } from './signed-out-note.tsx';

export function LoginScreen() {
  const messages = useMessages(MESSAGES);
  const { state } = useSession();
  const [search] = useSearchParams();
  usePageTitle(messages.pageTitle);
  if (state.status === 'signed-in') {
    return <Navigate to={localPathOr(search.get('from'), '/chat')} replace />;
  }
  return (
    <div className="grid flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] tab:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] tab:grid-rows-none">
      <LoginArt />
      <main
        id="main"
        className="grid content-start justify-items-center gap-5 px-gutter pt-6 pb-12 tab:content-center tab:pt-8"
      >
        <div className="grid w-full max-w-108 gap-5">
          <h1>{messages.heading}</h1>
          <SignedOutNote cameFrom={search.get('from')} />
          <SignIn />
          <LegalNote />
          <div className="flex justify-center">
            <LanguageSwitch label={messages.language} />
          </div>
        </div>
      </main>
    </div>
  );
}

function LegalNote() {
  const messages = useMessages(MESSAGES);
  const { termsUrl, privacyUrl } = useLegalLinks();
  const { legal } = messages;
  return (
    <p className="text-center text-xs text-ink-3">
      {legal.before}
      <a href={termsUrl}>{legal.terms}</a>
      {legal.and}
      <a href={privacyUrl}>{legal.privacy}</a>
      {legal.after}
    </p>
  );
}

/** The navy half: a route drawn past three defenders. A strip above the form on narrow screens. */
function LoginArt() {
  const messages = useMessages(MESSAGES);
  const { productName } = useWebConfig();
  return (
    <aside className="on-field relative isolate flex flex-col justify-between gap-3.5 overflow-hidden px-gutter pt-4.5 pb-5.5 tab:p-[clamp(1.5rem,3vw,3rem)]">
      <RouteDrawing />
      <Link
        to="/"
        className="inline-flex items-center gap-2 self-start font-display text-lg leading-none font-bold tracking-[-0.02em] text-on-field no-underline xs:gap-2.5 xs:text-[1.25rem]"
      >
        <LogoMark tile={false} />
        {productName}
      </Link>
      <div>
        <p className="font-display text-[1.5rem] text-balance leading-[1.08] font-extrabold tracking-[-0.026em] tab:max-w-[13ch] tab:text-[clamp(2rem,1.2rem+2vw,2.875rem)]">
          {messages.slogan}
        </p>
        <p className="mt-4 hidden max-w-[34ch] text-lg text-on-field-2 tab:block">
          {messages.pitch}
        </p>
      </div>
    </aside>
  );
}

const YARDS = drawLines([70, 130, 7], (y) => `M-10 ${y}H580`);
const HASHES = drawLines([6, 26, 34], (y) => `M196 ${y}h13M366 ${y}h13`);

function RouteDrawing() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 560 860"
      preserveAspectRatio="xMidYMax slice"
      className="field-art mask-[linear-gradient(#000_66%,transparent_76%)]"
    >
      <path className="yard" d={YARDS} />
      <path className="hash hidden tab:block" d={HASHES} />
      <g transform="translate(0 -70)" className="hidden tab:block">
        <path
          className="route-line animate-draw"
          pathLength="1"
          d="M118 640V470c0-34 16-55 48-68l214-88"
        />
        <circle cx="118" cy="662" r="20" fill="none" stroke="#fff" strokeWidth="6" />
        <path className="pylon" d="M372 282l62 10-40 50z" />
      </g>
      <g
        stroke="rgb(255 255 255 / 0.3)"
        strokeWidth="4"
        strokeLinecap="round"
        className="hidden tab:block"
      >
        <path d="M246 516l26 26m0-26l-26 26" />
        <path d="M300 412l26 26m0-26l-26 26" />
        <path d="M238 214l26 26m0-26l-26 26" />
      </g>
    </svg>
  );
}

/** A path on this site; `//host` and `/\host` would leave it. */
const LOCAL_PATH = /^\/(?![/\\])/;

/** The given path when it stays on this site, else the fallback: an address may hold anything. */
function localPathOr(path: string | null, fallback: string): string {
  return path !== null && LOCAL_PATH.test(path) ? path : fallback;
}
