export const MESSAGES = {
  skip: 'Skip to content',
  mainNavigation: 'Main',
  chat: 'Chat',
  profile: 'Profile',
  admin: 'Admin',
  switchTheme: 'Switch colour theme',
  adminNavigation: 'Admin',
  adminTitle: (product: string) => `${product} Admin`,
  adminLinks: [
    { label: 'Dashboard', path: '/admin' },
    { label: 'Documents', path: '/admin/docs' },
    { label: 'Sites', path: '/admin/sites' },
    { label: 'Logs', path: '/admin/logs' },
    { label: 'Users', path: '/admin/users' },
  ],
  crashed: 'Something went wrong.',
  reload: 'Reload the page',
} as const;
