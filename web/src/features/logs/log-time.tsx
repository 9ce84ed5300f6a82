import { formatDate } from '../../lib/format-date.ts';

/** Local date and time to the second; the time on its own line unless asked otherwise. */
export function LogTime({ instant, isOnOneLine }: { instant: string; isOnOneLine?: boolean }) {
  const time = new Date(instant).toLocaleTimeString();
  return (
    <time dateTime={instant}>
      {formatDate(instant)}
      {isOnOneLine ? ', ' : ' '}
      <span className={isOnOneLine ? undefined : 'tab:block'}>{time}</span>
    </time>
  );
}
