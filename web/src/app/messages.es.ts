export const SPANISH = {
  skip: 'Saltar al contenido',
  mainNavigation: 'Principal',
  chat: 'Chat',
  profile: 'Perfil',
  admin: 'Admin',
  switchTheme: 'Cambiar entre tema claro y oscuro',
  crashed: 'Algo salió mal.',
  reload: 'Volver a cargar la página',
} as const;
