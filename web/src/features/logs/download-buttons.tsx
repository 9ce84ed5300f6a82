import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { downloadFile } from './download-file.ts';
import { exportName } from './export-name.ts';
import { isFiltered, type LogFilters, type TimedLog } from './log-filters.ts';
import { logsToCsv } from './logs-csv.ts';
import { MESSAGES } from './messages.ts';

interface DownloadButtonsProps {
  filters: LogFilters;
  logs: readonly TimedLog[];
}

export function DownloadButtons({ filters, logs }: DownloadButtonsProps) {
  const records = () => logs.map(({ log }) => log);
  const nameOf = (label: string) =>
    isFiltered(filters) ? MESSAGES.withCount(label, logs.length) : label;
  const icon = <Download aria-hidden size={16} />;

  const downloadCsv = () =>
    downloadFile({
      name: exportName(filters, 'csv'),
      type: 'text/csv;charset=utf-8',
      text: logsToCsv(records()),
    });
  const downloadJson = () =>
    downloadFile({
      name: exportName(filters, 'json'),
      type: 'application/json',
      text: JSON.stringify(records(), null, 2),
    });

  return (
    <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1 print:hidden">
      <Button variant="secondary" size="sm" icon={icon} onClick={downloadCsv}>
        {nameOf(MESSAGES.downloadCsv)}
      </Button>
      <Button variant="secondary" size="sm" icon={icon} onClick={downloadJson}>
        {nameOf(MESSAGES.downloadJson)}
      </Button>
    </div>
  );
}
