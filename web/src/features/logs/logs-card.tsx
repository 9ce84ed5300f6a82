import { CircleAlert, ScrollText } from 'lucide-react';
import { failureText } from '../../lib/failure-text.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StateBox } from '../../ui/state-box.tsx';
import type { TimedLog } from './log-filters.ts';
import { LogsTable } from './logs-table.tsx';
import { MESSAGES } from './messages.ts';

interface LogsCardProps {
  isLoading: boolean;
  error: Error | null;
  logs: readonly TimedLog[];
  totalCount: number;
}

export function LogsCard({ isLoading, error, logs, totalCount }: LogsCardProps) {
  return (
    <Card aria-label={MESSAGES.table} className="overflow-clip print:border-0">
      {isLoading && (
        <StateBox announce="status">
          <p>{MESSAGES.loading}</p>
          <Skeleton widths={['96%', '90%', '94%', '86%']} />
        </StateBox>
      )}
      {error !== null && (
        <StateBox announce="alert" tone="danger" icon={<CircleAlert aria-hidden size={26} />}>
          <p>{failureText(error, MESSAGES.failed, MESSAGES.unknown)}</p>
        </StateBox>
      )}
      {!isLoading && error === null && logs.length === 0 && (
        <StateBox icon={<ScrollText aria-hidden size={26} />}>
          <p>{totalCount === 0 ? MESSAGES.noLogs : MESSAGES.noMatch}</p>
        </StateBox>
      )}
      {error === null && logs.length > 0 && <LogsTable logs={logs} />}
    </Card>
  );
}
