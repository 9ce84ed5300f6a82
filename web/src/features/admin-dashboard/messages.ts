export const MESSAGES = {
  pageTitle: 'Dashboard',
  welcome: (product: string) => `Welcome to ${product} Admin`,
  introduction: (assistant: string) =>
    `Manage the documents and sites ${assistant} answers from, and read what families are asking.`,
  helpThisMonth: (counts: readonly { topic: string; count: number }[]) => {
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    const topics = counts.map(({ topic, count }) => `${topic.replaceAll('_', ' ')} ${count}`);
    if (total === 0) return 'No help was given this month.';
    return `Help given this month: ${total} (${topics.join(', ')}).`;
  },
  safety: 'How a crisis is handled',
  totalDocuments: 'Total Documents',
  activeSites: 'Active Sites',
  recentLogs: 'Recent Logs',
  loading: '...',
  attention: {
    heading: 'Needs attention',
    none: 'Nothing needs attention.',
    complaints: 'Newest thumbs down with a comment',
    failures: 'Could not be read',
    due: 'Sources due',
    reviewDue: (date: string) => `Review was due ${date}`,
    neverScraped: 'Never scraped',
  },
} as const;
