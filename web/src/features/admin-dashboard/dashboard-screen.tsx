import { countDocuments } from '@pathway/contract/documents';
import { countSites } from '@pathway/contract/sites';
import { Files, Globe, ScrollText } from 'lucide-react';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Page } from '../../ui/page.tsx';
import { MESSAGES } from './messages.ts';
import { StatCard } from './stat-card.tsx';
import { useCount } from './use-count.ts';
import { WelcomeCard } from './welcome-card.tsx';

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
        <StatCard Icon={Files} label={MESSAGES.totalDocuments} count={documents} />
        <StatCard Icon={Globe} label={MESSAGES.activeSites} count={sites} />
        <StatCard Icon={ScrollText} label={MESSAGES.recentLogs} count={RECENT_LOGS} />
      </dl>
    </Page>
  );
}
