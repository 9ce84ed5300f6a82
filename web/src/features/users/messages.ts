export const MESSAGES = {
  heading: 'Users',
  placeholder: 'Admin users will be listed here.',
  empty: '(No admin users to display yet.)',
} as const;
