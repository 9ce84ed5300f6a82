/** The four faces of the save button. */
export type SaveState = 'idle' | 'saving' | 'saved' | 'failed';

export type SaveEvent = 'save' | 'succeed' | 'fail' | 'edit' | 'time-out';

/**
 * The save button after an event; pure. 'Saved!' goes by time or by the next edit, 'Error!' stays
 * until the next edit or attempt, and nothing but a reply ends 'Saving...'.
 */
export function transitionSave(state: SaveState, event: SaveEvent): SaveState {
  switch (event) {
    case 'save':
      return 'saving';
    case 'succeed':
      return state === 'saving' ? 'saved' : state;
    case 'fail':
      return state === 'saving' ? 'failed' : state;
    case 'edit':
      return state === 'saving' ? state : 'idle';
    case 'time-out':
      return state === 'saved' ? 'idle' : state;
  }
}
