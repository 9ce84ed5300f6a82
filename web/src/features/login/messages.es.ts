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
