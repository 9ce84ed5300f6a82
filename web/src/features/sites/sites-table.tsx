import type { Site } from '@pathway/contract/sites';
import { TableHead } from '../../ui/table-head.tsx';
import { EditedSiteRow } from './edited-site-row.tsx';
import { MESSAGES } from './messages.ts';
import { SiteRow } from './site-row.tsx';
import type { SiteActions } from './use-site-rows.ts';

export function SitesTable({ sites, actions }: { sites: Site[]; actions: SiteActions }) {
  const { edited } = actions.rows;
  return (
    <table aria-label={MESSAGES.list} className="data-table">
      <colgroup>
        <col className="w-[31%]" />
        <col />
        <col className="w-31" />
        <col className="w-31" />
        <col className="w-84" />
      </colgroup>
      <TableHead columns={MESSAGES.columns} />
      <tbody>
        {sites.map((site) =>
          edited?.id === site.id ? (
            <EditedSiteRow
              key={site.id}
              initialValue={site}
              isSaving={edited.isSaving}
              actions={actions}
            />
          ) : (
            <SiteRow key={site.id} site={site} actions={actions} />
          ),
        )}
      </tbody>
    </table>
  );
}
