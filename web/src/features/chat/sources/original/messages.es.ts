export const SPANISH = {
  close: 'Cerrar el original',
  loading: 'Cargando el original...',
  failed: 'No se puede abrir el original.',
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
  previous: 'Página anterior',
  next: 'Página siguiente',
  larger: 'Más grande',
  smaller: 'Más pequeño',
  text: 'Texto del documento',
  earlier: 'Mostrar lo anterior',
  more: 'Mostrar lo siguiente',
};
