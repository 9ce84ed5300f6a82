import { countDocuments } from '@pathway/contract/documents';
import { listHelpCounts } from '@pathway/contract/logs';
import { countSites } from '@pathway/contract/sites';
import { useQuery } from '@tanstack/react-query';
import { Files, Globe, type LucideIcon, ScrollText } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api-client.ts';
import { usePageTitle, useWebConfig } from '../../lib/web-config.ts';
import { FieldArt } from '../../ui/drawings.tsx';
import { Page } from '../../ui/page.tsx';
import { MESSAGES } from './messages.ts';
import { NeedsAttention } from './needs-attention.tsx';

/** Recent logs are not counted by any call. */
const RECENT_LOGS = 0;

export function DashboardScreen() {
  const documents = useCount(countDocuments);
  const sites = useCount(countSites);
  usePageTitle(MESSAGES.pageTitle);
  return (
    <Page>
      <WelcomeCard />
      <dl className="grid gap-3 md:grid-cols-3 md:gap-4">
        <StatCard to="/admin/docs" Icon={Files} label={MESSAGES.totalDocuments} count={documents} />
        <StatCard to="/admin/sites" Icon={Globe} label={MESSAGES.activeSites} count={sites} />
        <StatCard
          to="/admin/logs"
          Icon={ScrollText}
          label={MESSAGES.recentLogs}
          count={RECENT_LOGS}
        />
      </dl>
      <NeedsAttention />
    </Page>
  );
}

function WelcomeCard() {
  const { productName, assistantName } = useWebConfig();
  return (
    <section className="on-field relative isolate overflow-hidden rounded-md px-5 py-6 md:p-8">
      <FieldArt className="mask-[linear-gradient(90deg,transparent_34%,#000_70%)]" />
      <Flourish />
      <h1>{MESSAGES.welcome(productName)}</h1>
      <p className="mt-1.5 max-w-[52ch] text-on-field-2">{MESSAGES.introduction(assistantName)}</p>
      <HelpLine />
    </section>
  );
}

/** How often help was given this month, of UTC. Without an answer nothing stands there. */
function HelpLine() {
  const { data: counts } = useQuery({
    queryKey: ['help-counts'],
    queryFn: async ({ signal }) => (await callApi(listHelpCounts, { signal })).counts,
    retry: false,
  });
  const [month] = useState(() => new Date().toISOString().slice(0, 7));
  if (counts === undefined) return null;
  return (
    <p className="mt-3 max-w-[52ch] text-sm text-on-field-2">
      {MESSAGES.helpThisMonth(counts.filter((one) => one.month === month))}{' '}
      <a href="/legal/safety" className="text-on-field">
        {MESSAGES.safety}
      </a>
    </p>
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

interface StatCardProps {
  /** The page that it leads to. */
  to: string;
  Icon: LucideIcon;
  label: string;
  /** null while it is loading. */
  count: number | null;
}

/** The link lies over the whole card. */
function StatCard({ to, Icon, label, count }: StatCardProps) {
  const id = useId();
  return (
    <div className="relative flex items-center justify-between rounded-md border border-line bg-surface px-4.5 py-3.5 hover:border-line-strong md:block md:px-6 md:pt-5 md:pb-6">
      <dt id={id} className="flex items-center gap-2 text-sm font-semibold text-ink-2">
        <Icon aria-hidden size={18} />
        {label}
      </dt>
      <dd
        id={`${id}-count`}
        aria-busy={count === null}
        className="font-display text-[2rem] leading-[1.1] font-bold tracking-[-0.03em] tabular-nums md:mt-1.5 md:text-[3rem]"
      >
        <Link
          to={to}
          aria-labelledby={`${id} ${id}-count`}
          className="text-ink no-underline after:absolute after:inset-0 after:rounded-md"
        >
          {count ?? MESSAGES.loading}
        </Link>
      </dd>
    </div>
  );
}

/** A count, null while it is not known, and 0 when its call fails or returns no number. */
function useCount(call: typeof countDocuments | typeof countSites): number | null {
  const count = useQuery({
    queryKey: ['count', call.path],
    queryFn: async ({ signal }) => (await callApi(call, { signal })).count,
    retry: false,
  });
  if (count.isError) return 0;
  return count.data ?? null;
}
