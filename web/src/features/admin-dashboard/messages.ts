export const MESSAGES = {
  pageTitle: 'Dashboard',
  welcome: (product: string) => `Welcome to ${product} Admin`,
  introduction: (assistant: string) =>
    `Manage the documents and sites ${assistant} answers from, and read what families are asking.`,
  totalDocuments: 'Total Documents',
  activeSites: 'Active Sites',
  recentLogs: 'Recent Logs',
  loading: '...',
} as const;
