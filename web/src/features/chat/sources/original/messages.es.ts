import type { OriginalMessages } from './messages.ts';

export const SPANISH: OriginalMessages = {
  close: 'Cerrar el original',
  loading: 'Cargando el original...',
  failed: 'No se puede abrir el original.',
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
  picture: (page: number) => `Página ${page} tal como se imprimió`,
  previous: 'Página anterior',
  next: 'Página siguiente',
  larger: 'Más grande',
  smaller: 'Más pequeño',
  text: 'Texto del documento',
  earlier: 'Mostrar lo anterior',
  more: 'Mostrar lo siguiente',
};
