import { type Attention, listAttention } from '@pathway/contract/attention';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { callApi } from '../../lib/api-client.ts';
import { formatDate } from '../../lib/dates.ts';
import { langOnConsole } from '../../lib/language/tell-language.ts';
import { Card } from '../../ui/page.tsx';
import { MESSAGES } from './messages.ts';

const { attention: TEXTS } = MESSAGES;
const PAGES = { document: '/admin/docs', site: '/admin/sites' } as const;

interface Line {
  /** The place to act. */
  to: string;
  text: string;
  note: string;
}

/** What waits for an administrator, each one press from the place to act. Without an answer nothing stands there. */
export function NeedsAttention() {
  const { data } = useQuery({
    queryKey: ['attention'],
    queryFn: ({ signal }) => callApi(listAttention, { signal }),
    retry: false,
  });
  if (data === undefined) return null;
  const groups = listGroups(data).filter(({ lines }) => lines.length > 0);
  return (
    <Card padded aria-labelledby="attention" className="grid gap-4">
      <h2 id="attention" className="text-lg tracking-[-0.01em]">
        {TEXTS.heading}
      </h2>
      {groups.length === 0 && <p className="text-ink-2">{TEXTS.none}</p>}
      {groups.map(({ title, lines }) => (
        <section key={title} aria-label={title}>
          <h3 className="text-sm text-ink-2">{title}</h3>
          <ul className="mt-1 divide-y divide-line text-sm">
            {lines.map(({ to, text, note }) => (
              <li key={to} className="flex flex-wrap items-baseline gap-x-3 py-2">
                <Link to={to} lang={langOnConsole(text)} className="line-clamp-2 wrap-anywhere">
                  {text}
                </Link>
                <span className="wrap-anywhere text-ink-3">{note}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  );
}

function listGroups({ complaints, failures, due }: Attention): { title: string; lines: Line[] }[] {
  const rowOf = ({ kind, id }: Attention['due'][number] | Attention['failures'][number]) =>
    `${PAGES[kind]}#${encodeURIComponent(id)}`;
  return [
    {
      title: TEXTS.complaints,
      lines: complaints.map(({ id, comment }) => ({
        to: `/admin/logs?log=${encodeURIComponent(id)}`,
        text: comment,
        note: '',
      })),
    },
    {
      title: TEXTS.failures,
      lines: failures.map((one) => ({ to: rowOf(one), text: one.name, note: one.reason })),
    },
    {
      title: TEXTS.due,
      lines: due.map((one) => ({
        to: rowOf(one),
        text: one.name,
        note: one.due === '' ? TEXTS.neverScraped : TEXTS.reviewDue(formatDate(one.due)),
      })),
    },
  ];
}
