export const SPANISH = {
  pageTitle: 'Plan universitario y reclutamiento',
  headline: 'Cada temporada tiene su\u00a0próxima jugada.',
  introduction: (assistant: string) =>
    `${assistant} ayuda a estudiantes que hacen deporte y a sus familias a planear la universidad y el reclutamiento deportivo. Haz una pregunta, recibe una respuesta clara y mira de qué documento salió.`,
  start: 'Inicia sesión o crea una cuenta gratis',
  free: 'Gratis para estudiantes y familias.',
  demo: {
    label: 'Conversación de ejemplo',
    question: '¿Cuáles de mis clases cuentan como materias básicas?',
    answer:
      'La mayoría de las clases de inglés, matemáticas, ciencias y ciencias sociales que tu escuela considera preparatorias para la universidad.',
    advice: 'Revisa cada una con tu consejero en la lista aprobada de tu escuela.',
    sources: 'Fuentes',
    sourceNames: ['Academic eligibility guide.pdf', 'Family recruiting handbook.docx'],
  },
  years: {
    heading: 'Una ruta, cuatro años',
    introduction: 'Lo importante cambia cada temporada. Empieza desde donde estés.',
    steps: [
      {
        grade: '9.º grado',
        aim: 'Construye la base',
        question: '¿Cuáles de mis clases cuentan como materias básicas?',
      },
      {
        grade: '10.º grado',
        aim: 'Haz que te vean',
        question: '¿Qué pongo en mi primer correo a un entrenador?',
      },
      {
        grade: '11.º grado',
        aim: 'Visita y compara',
        question: '¿En qué se diferencian las visitas oficiales y las no oficiales?',
      },
      {
        grade: '12.º grado',
        aim: 'Elige y comprométete',
        question: '¿Cómo comparamos dos ofertas de ayuda económica?',
      },
    ],
  },
  proof: {
    heading: 'Respuestas que puedes comprobar',
    introduction: 'Cada número abre el pasaje en que se basa. Léelo, compruébalo y decidan juntos.',
    claim: ['Pregunta cuántas ', 'materias básicas', ' necesitas y mira dónde está escrito.'],
    source: 'Academic eligibility guide.pdf',
    passage: [
      'El pasaje se abre junto a la respuesta, con ',
      'la frase que lo dice resaltada',
      ', y la página, para que leas lo que viene antes y después.',
    ],
  },
  closing: 'Trae tu primera pregunta.',
  disclaimer: (product: string) =>
    `${product}. Orientación, no una garantía de admisión, ayuda económica o elegibilidad.`,
  language: 'Idioma',
  legalNavigation: 'Información legal',
  terms: 'Términos del servicio',
  privacy: 'Política de privacidad',
  safety: 'Seguridad',
} as const;
