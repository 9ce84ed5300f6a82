export const SPANISH = {
  pageTitle: 'Chat',
  heading: (assistantName: string) => `Pregúntale a ${assistantName}`,
  notice: (productName: string) =>
    `Un asistente de IA de ${productName}, no una persona. Puede equivocarse: confirma en la fuente.`,
  safety: 'Seguridad',
  conversation: 'Conversación',
  you: 'Tú: ',
  loading: 'Cargando...',
  historyFailed: 'No pudimos cargar tus mensajes anteriores.',
  tryAgain: 'Intentar de nuevo',
  endOfHistory: 'Llegaste al final de tu historial de chat disponible.',

  greeting: (assistantName: string) => `Hola, soy ${assistantName}.`,
  welcome:
    'Pregúntame cómo prepararte para la universidad, cómo te reclutan en tu deporte o cómo pagar los estudios. Por ahora leo y respondo mejor en inglés, con nuestros documentos, y te muestro dónde leerlo.',
  whatIAm: (productName: string) =>
    `Soy un asistente de IA de ${productName}, no una persona, y puedo equivocarme. Confirma en la fuente.`,
  reminder: (assistantName: string, productName: string) =>
    `Llevas una hora hablando. ${assistantName} es un asistente de IA de ${productName}, no una persona, y puede equivocarse: confirma en la fuente.`,
  starters: 'Preguntas para empezar',
  starterQuestions: [
    {
      topic: 'Reclutamiento',
      question: '¿Cuándo pueden empezar a contactarme los entrenadores universitarios?',
    },
    { topic: 'Estudios', question: '¿Qué clases cuentan como materias básicas?' },
    {
      topic: 'Contactar entrenadores',
      question: '¿Qué escribo en mi primer correo a un entrenador?',
    },
    {
      topic: 'Pagar la universidad',
      question: '¿Cómo se combinan las becas deportivas y las académicas?',
    },
  ],

  messageLabel: 'Mensaje',
  placeholder: 'Escribe tu mensaje...',
  send: 'Enviar',
  stop: 'Detener',
  keyEnter: 'Intro',
  keyShift: 'Mayús',
  keySends: ' para enviar, ',
  keyBreaksLine: ' para una línea nueva',
  counter: (used: number, max: number) => `${used} / ${max} caracteres`,
  limitReached: (max: number) => `Llegaste al límite de ${max} caracteres.`,

  thinking: (assistantName: string) => `${assistantName} está pensando...`,
  stopped: 'Detenida',
  apology: 'Perdón, algo salió mal. Inténtalo de nuevo.',
  retry: 'Reintentar',
  stillAnswering:
    'Tu última pregunta todavía se está respondiendo. Inténtalo de nuevo en unos segundos.',
  tryAgainIn: (wait: string) => `Puedes intentarlo de nuevo en ${wait}.`,
  seconds: (n: number) => (n === 1 ? '1 segundo' : `${n} segundos`),
  minutes: (n: number) => (n === 1 ? '1 minuto' : `${n} minutos`),

  suggestions: 'Preguntas que responden mis fuentes',
  also: 'También:',
  jumpToNewest: 'Ir a lo más reciente',

  sendQuestion: (name: string) => `Enviar esta pregunta a ${name}`,
  askPerson: (name: string) => `Pregunta a ${name}`,
  sendHint: 'Abre tu propio correo. No se envía nada hasta que tú lo envíes.',
  sendSubject: (productName: string) => `Una pregunta desde ${productName}`,

  copyAnswer: 'Copiar respuesta',
  copied: 'Copiada',
  copyFailed: 'Este navegador no permite copiar.',

  sources: 'Fuentes',
  sourcesOfAnswer: 'Fuentes de esta respuesta',
  closeSources: 'Cerrar fuentes',
  sourceName: (n: number, title: string) => `Fuente ${n}: ${title}`,
  page: (label: string) => `Página ${label}`,
  pages: (first: string, last: string) => `Páginas ${first}–${last}`,
  noDate: 'sin fecha',
  stale: (month: string) => `${month}, hace más de un año`,
  confirm: 'Confirmar',
  confirmWhat: (title: string, host: string) => `«${title}» en ${host}`,
  openSource: (host: string) => `Abrir en ${host}`,
  opensInNewTab: '(se abre en otra pestaña)',
  table: 'Tabla',
  tableOf: (columns: string) => `Tabla: ${columns}`,

  wasThisHelpful: '¿Te sirvió?',
  thumbsUp: 'Me sirvió',
  thumbsDown: 'No me sirvió',
  feedbackLabel: 'Opinión',
  feedbackPlaceholder: 'Opcional: cuéntanos más sobre esta respuesta...',
  submitFeedback: 'Enviar opinión',
  thankYou: '¡Gracias por tu opinión!',
  feedbackFailed: 'No se pudo enviar tu opinión. Inténtalo de nuevo.',
  feedbackUnavailable: 'No se puede opinar sobre este mensaje',
  yourComment: 'Tu comentario: ',
} as const;
