export const SPANISH = {
  pageTitle: 'Iniciar sesión',
  heading: 'Inicia sesión o regístrate',
  slogan: 'Conoce tu próxima jugada.',
  pitch:
    'Respuestas sobre la universidad y el reclutamiento deportivo, cada una con su fuente al lado.',
  callbackFailed: 'No pudimos abrir tu sesión en el servidor.',
  unexpected: 'Ocurrió un error inesperado al iniciar sesión.',
  erasureUnsure:
    'Tu cuenta está eliminada, pero no es seguro que tus datos aquí también se hayan borrado. Pregunta a quienes administran este sitio.',
  signedOut: {
    expired: 'Tu sesión terminó. Inicia sesión de nuevo.',
    questionKept: 'Tu mensaje está guardado y estará ahí cuando vuelvas.',
    left: 'Cerraste tu sesión.',
    'left-elsewhere': 'Cerraste tu sesión en otra pestaña.',
    deleted: 'Tu cuenta está eliminada.',
    unknown:
      'No pudimos saber si ya iniciaste sesión. Revisa tu conexión o inicia sesión de nuevo.',
    signInFirst: 'Inicia sesión primero. Después llegarás a la página que pediste.',
    noSuchPage: 'No hay ninguna página en esa dirección. Inicia sesión para ir al chat.',
  },
  signUpClosed: 'El registro de cuentas está desactivado.',
  widgetLoading: 'Cargando...',
  widgetMissing: 'No se pudo cargar el formulario para iniciar sesión.',
  language: 'Idioma',
  legal: {
    before: 'Al continuar, te pediremos que aceptes los ',
    terms: 'Términos del servicio',
    and: ' y la ',
    privacy: 'Política de privacidad',
    after: '.',
  },
} as const;
