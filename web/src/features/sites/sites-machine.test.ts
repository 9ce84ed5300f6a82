import { describe, expect, test } from 'vitest';
import {
  IDLE_ROWS,
  type SiteRows,
  type SiteRowsEvent,
  transitionSiteRows,
} from './sites-machine.ts';

const editing = (id: string, isSaving = false): SiteRows => ({
  ...IDLE_ROWS,
  edited: { id, isSaving },
});
const busy = (rows: SiteRows['busy']): SiteRows => ({ ...IDLE_ROWS, busy: rows });
const confirming = (id: string): SiteRows => ({ ...IDLE_ROWS, confirmingId: id });

const TABLE: [string, SiteRows, SiteRowsEvent, SiteRows][] = [
  ['a row opens', IDLE_ROWS, { type: 'edit-opened', id: 'a' }, editing('a')],
  ['no second row opens', editing('a'), { type: 'edit-opened', id: 'b' }, editing('a')],
  ['no row is scraped meanwhile', editing('a'), { type: 'scrape-started', id: 'b' }, editing('a')],
  ['no row is deleted meanwhile', editing('a'), { type: 'delete-asked', id: 'b' }, editing('a')],
  ['Cancel closes it', editing('a'), { type: 'edit-cancelled' }, IDLE_ROWS],
  ['not while it saves', editing('a', true), { type: 'edit-cancelled' }, editing('a', true)],
  ['saving is marked', editing('a'), { type: 'save-started' }, editing('a', true)],
  ['a failed save keeps it open', editing('a', true), { type: 'save-failed' }, editing('a')],
  ['a save closes it', editing('a', true), { type: 'saved' }, IDLE_ROWS],
  ['a delete elsewhere closes it', editing('a'), { type: 'edited-site-gone' }, IDLE_ROWS],
  ['even while it saves', editing('a', true), { type: 'edited-site-gone' }, IDLE_ROWS],
  ['a reply without an edit changes nothing', IDLE_ROWS, { type: 'saved' }, IDLE_ROWS],
  ['a row is scraped', IDLE_ROWS, { type: 'scrape-started', id: 'a' }, busy({ a: 'scraping' })],
  [
    'a busy row is not edited',
    busy({ a: 'scraping' }),
    { type: 'edit-opened', id: 'a' },
    busy({ a: 'scraping' }),
  ],
  [
    'a busy row is not deleted',
    busy({ a: 'scraping' }),
    { type: 'delete-asked', id: 'a' },
    busy({ a: 'scraping' }),
  ],
  [
    'another row may be busy too',
    busy({ a: 'scraping' }),
    { type: 'scrape-started', id: 'b' },
    busy({ a: 'scraping', b: 'scraping' }),
  ],
  ['deleting asks first', IDLE_ROWS, { type: 'delete-asked', id: 'a' }, confirming('a')],
  ['a no ends it', confirming('a'), { type: 'delete-declined' }, IDLE_ROWS],
  ['a yes deletes', confirming('a'), { type: 'delete-confirmed' }, busy({ a: 'deleting' })],
  ['a yes without a question changes nothing', IDLE_ROWS, { type: 'delete-confirmed' }, IDLE_ROWS],
  [
    'a call that ended frees its row only',
    busy({ a: 'deleting', b: 'scraping' }),
    { type: 'call-ended', id: 'a' },
    busy({ b: 'scraping' }),
  ],
];

describe('[SITE-04] [SITE-05] [SITE-06] the sites machine', () => {
  test.each(TABLE)('%s', (_, before, event, after) => {
    expect(transitionSiteRows(before, event)).toEqual(after);
  });
});
