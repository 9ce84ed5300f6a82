import type { Site } from '@pathway/contract/sites';
import { Globe } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StateBox } from '../../ui/state-box.tsx';
import { MESSAGES } from './messages.ts';
import { SitesTable } from './sites-table.tsx';
import type { SiteActions } from './use-site-rows.ts';

interface SitesCardProps {
  /** Not there yet while the list loads. */
  sites: Site[] | undefined;
  actions: SiteActions;
}

export function SitesCard({ sites, actions }: SitesCardProps) {
  return (
    <Card aria-label={MESSAGES.list} className="overflow-hidden">
      {sites === undefined && (
        <StateBox announce="status">
          <p>{MESSAGES.loading}</p>
          <Skeleton />
        </StateBox>
      )}
      {sites?.length === 0 && (
        <StateBox icon={<Globe aria-hidden size={26} />}>
          <p>{MESSAGES.empty}</p>
        </StateBox>
      )}
      {sites !== undefined && sites.length > 0 && <SitesTable sites={sites} actions={actions} />}
    </Card>
  );
}
