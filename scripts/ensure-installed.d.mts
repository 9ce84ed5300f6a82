/** The Node that package-lock.json pins; on a platform without one, the Node that runs this. */
export const pinnedNode: string;
