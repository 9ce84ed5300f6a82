/** What the rows of the sites table are doing. One row is edited at a time. */
export interface SiteRows {
  edited: { id: string; isSaving: boolean } | null;
  /** Rows with a call under way, and which. */
  busy: Readonly<Record<string, 'deleting' | 'scraping' | 'restoring'>>;
  /** The site whose deletion waits for a yes. */
  confirmingId: string | null;
}

export type SiteRowsEvent =
  | { type: 'edit-opened'; id: string }
  | { type: 'edit-cancelled' }
  | { type: 'save-started' }
  | { type: 'save-failed' }
  | { type: 'saved' }
  | { type: 'edited-site-gone' }
  | { type: 'scrape-started'; id: string }
  | { type: 'delete-asked'; id: string }
  | { type: 'delete-declined' }
  | { type: 'delete-confirmed' }
  | { type: 'restore-started'; id: string }
  | { type: 'call-ended'; id: string };

export const IDLE_ROWS: SiteRows = { edited: null, busy: {}, confirmingId: null };

/**
 * The rows of the sites table after an event; pure. While a row is edited no row can be edited,
 * scraped or deleted; while a row is busy it takes no other action. A row that another administrator
 * has deleted is no longer edited.
 */
export function transitionSiteRows(state: SiteRows, event: SiteRowsEvent): SiteRows {
  switch (event.type) {
    case 'edit-opened':
      if (isLocked(state, event.id)) return state;
      return { ...state, edited: { id: event.id, isSaving: false } };
    case 'scrape-started':
      if (isLocked(state, event.id)) return state;
      return { ...state, busy: { ...state.busy, [event.id]: 'scraping' } };
    case 'delete-asked':
      return isLocked(state, event.id) ? state : { ...state, confirmingId: event.id };
    case 'delete-declined':
      return { ...state, confirmingId: null };
    case 'delete-confirmed':
      if (state.confirmingId === null) return state;
      return {
        ...state,
        confirmingId: null,
        busy: { ...state.busy, [state.confirmingId]: 'deleting' },
      };
    case 'restore-started':
      return { ...state, busy: { ...state.busy, [event.id]: 'restoring' } };
    case 'call-ended': {
      const { [event.id]: _, ...busy } = state.busy;
      return { ...state, busy };
    }
    default:
      return state.edited === null
        ? state
        : { ...state, edited: transitionEdit(state.edited, event.type) };
  }
}

type EditEvent = 'edit-cancelled' | 'save-started' | 'save-failed' | 'saved' | 'edited-site-gone';

function transitionEdit(
  edited: NonNullable<SiteRows['edited']>,
  event: EditEvent,
): SiteRows['edited'] {
  switch (event) {
    case 'edit-cancelled':
      return edited.isSaving ? edited : null;
    case 'save-started':
      return { ...edited, isSaving: true };
    case 'save-failed':
      return { ...edited, isSaving: false };
    case 'saved':
    case 'edited-site-gone':
      return null;
  }
}

/** Whether a row takes no action now: any row is edited, or this one is busy. */
export function isLocked(state: SiteRows, id: string): boolean {
  return state.edited !== null || id in state.busy;
}
