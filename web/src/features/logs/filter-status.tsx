import { TriangleAlert } from 'lucide-react';
import { MESSAGES } from './messages.ts';

interface FilterStatusProps {
  isFiltered: boolean;
  shownCount: number;
  totalCount: number;
}

/** Says what a download will contain. */
export function FilterStatus({ isFiltered, shownCount, totalCount }: FilterStatusProps) {
  return (
    <output className="max-md:w-full">
      {isFiltered ? (
        <span className="text-sm font-semibold">{MESSAGES.filtered(shownCount, totalCount)}</span>
      ) : (
        <span className="flex items-center gap-2 rounded-sm border border-warning-line bg-warning-bg px-3 py-1.5 text-sm font-semibold text-warning">
          <TriangleAlert aria-hidden size={16} className="shrink-0" />
          {MESSAGES.unfiltered}
        </span>
      )}
    </output>
  );
}
