export const SPANISH = {
  loading: 'Cargando...',
  consentNeeded: 'Acepta los términos para continuar...',
  reviewAndAccept: 'Leer y aceptar',
  reload: 'Volver a cargar la página',
  continue: 'Continuar',
} as const;
