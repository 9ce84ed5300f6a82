/** The column that heading, messages and composer share. */
export const COLUMN_CLASSES =
  'mx-auto w-full max-w-[calc(var(--width-chat)+2*var(--gutter))] px-gutter';
