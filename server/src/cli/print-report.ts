import { writeFileSync } from 'node:fs';
import type { Report } from './operator-command.ts';

const BAR_WIDTH = 24;

/** Prints a command's reports and writes its files; progress becomes one bar that is drawn over itself on a terminal. */
export function createReportPrinter(out: NodeJS.WriteStream): (report: Report) => void {
  let barShown = false;
  let lastPercent = -1;
  return (report) => {
    if (report.kind === 'file') {
      writeFileSync(report.path, report.text);
      return;
    }
    if (report.kind === 'line') {
      out.write(`${barShown ? '\n' : ''}${report.text}\n`);
      barShown = false;
      return;
    }
    const { done, total, label, facts = [] } = report;
    const share = report.share ?? (total === 0 ? 1 : done / total);
    const percent = Math.floor(share * 100);
    const filled = Math.round(share * BAR_WIDTH);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
    const text = `${bar} ${String(percent).padStart(3)} %  ${done}/${total}  ${[label, ...facts].join(', ')}`;
    if (out.isTTY) {
      out.write(`\r\u001B[2K${text.slice(0, out.columns - 1)}`);
      barShown = share < 1;
      if (!barShown) out.write('\n');
    } else if (percent !== lastPercent) {
      out.write(`${text}\n`);
    }
    lastPercent = percent;
  };
}
