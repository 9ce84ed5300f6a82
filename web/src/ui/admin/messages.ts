/** What the pages of documents and of sites both say. */
export const MESSAGES = {
  deleted: (name: string) => `${name} deleted`,
  undo: 'Undo',
  undoOf: (name: string) => `Undo: ${name}`,
  undoing: 'Restoring...',
  heading: 'Recently deleted',
  introduction: 'Kept for 30 days and not searched meanwhile',
  loading: 'Loading...',
  deletedOn: (date: string) => `Deleted ${date}`,
  restore: 'Restore',
  restoreOf: (name: string) => `Restore: ${name}`,
  restoring: 'Restoring...',
  erase: 'Erase for good',
  eraseOf: (name: string) => `Erase for good: ${name}`,
  erasing: 'Erasing...',
  cancel: 'Cancel',
  knownTags: 'Known tags',
} as const;
