import type { LegalText } from './legal-page.ts';

/** The terms of service in Spanish, in the names of this installation. */
export function termsTextInSpanish({
  product,
  assistant,
}: {
  product: string;
  assistant: string;
}): LegalText {
  return {
    title: 'Términos del servicio',
    intro: `Estos términos explican qué puedes esperar de ${product} y qué te pedimos. Están escritos para estudiantes y para los adultos que les ayudan. Léanlos juntos.`,
    sections: [
      {
        heading: `Qué hace ${product}`,
        paragraphs: [
          `${assistant} responde preguntas sobre la planeación universitaria y el reclutamiento deportivo con documentos y sitios web que eligió nuestro equipo. ${assistant} es un programa de computadora, no una persona.`,
          'Las respuestas pueden estar incompletas o desactualizadas. Antes de actuar, confirma las fechas, las reglas y los asuntos de dinero con tu escuela, la universidad o el organismo responsable. Una respuesta de aquí no es asesoría legal, financiera ni médica, ni una promesa de admisión, elegibilidad o beca.',
        ],
      },
      {
        heading: 'Tu cuenta',
        points: [
          'No compartas los datos con los que inicias sesión.',
          'Usa tu propio nombre, o un nombre para mostrar que se pueda leer en voz alta.',
          'Si tienes menos de 18 años, úsalo con el conocimiento de tu madre, tu padre o tu tutor. Si tienes menos de 13, una de esas personas tiene que configurarlo y usarlo contigo.',
          'Puedes eliminar tu cuenta cuando quieras desde tu perfil.',
        ],
      },
      {
        heading: 'Qué te pedimos',
        points: [
          'Pregunta por ti. No escribas datos privados de otras personas.',
          'No intentes entrar por la fuerza, saturar el servicio ni copiar su contenido con máquinas.',
          'No lo uses para acosar a nadie ni para violar la ley.',
        ],
        paragraphs: ['Podemos cerrar una cuenta que haga estas cosas.'],
      },
      {
        heading: 'Las opiniones que envías',
        paragraphs: [
          'Cuando calificas una respuesta o agregas un comentario, nuestro equipo lo lee para mejorar las respuestas. No incluyas datos privados de otras personas.',
        ],
      },
      {
        heading: 'Qué prometemos y qué no podemos prometer',
        paragraphs: [
          `Trabajamos para que ${product} sea correcto, seguro y esté disponible, y para mostrarte de dónde sale cada respuesta. Lo ofrecemos tal como es: puede interrumpirse, cambiar o terminar y, hasta donde lo permite la ley, no respondemos por decisiones que se basen solo en una respuesta.`,
        ],
      },
      {
        heading: 'Cuando cambien estos términos',
        paragraphs: [
          'Una versión nueva lleva una fecha nueva, y te pediremos que la aceptes antes de continuar.',
        ],
      },
    ],
  };
}
