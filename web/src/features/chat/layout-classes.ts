/** The column that heading, messages and composer share. */
export const COLUMN_CLASSES =
  'mx-auto w-full max-w-[calc(var(--width-chat)+2*var(--gutter))] px-gutter';

/** The outline of everything the assistant says: square where its mark stands. */
export const BUBBLE_CLASSES =
  'max-w-full overflow-hidden rounded-lg rounded-tl-[5px] border border-line bg-surface';

/** The line that says what the assistant is; it also describes the field in which one writes to it. */
export const NOTICE_ID = 'about-assistant';
