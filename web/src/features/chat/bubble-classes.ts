/** The outline of everything the assistant says: square where its mark stands. */
export const BUBBLE_CLASSES =
  'max-w-full overflow-hidden rounded-lg rounded-tl-[5px] border border-line bg-surface';
