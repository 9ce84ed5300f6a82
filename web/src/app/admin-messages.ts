/** The console speaks English alone. */
export const MESSAGES = {
  adminNavigation: 'Admin',
  adminTitle: (product: string) => `${product} Admin`,
  adminLinks: [
    { label: 'Dashboard', path: '/admin' },
    { label: 'Documents', path: '/admin/docs' },
    { label: 'Sites', path: '/admin/sites' },
    { label: 'Logs', path: '/admin/logs' },
    { label: 'Users', path: '/admin/users' },
  ],
} as const;
