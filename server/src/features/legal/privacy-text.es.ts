import type { LegalText } from './legal-page.ts';

/** The privacy policy in Spanish, in the names of this installation. */
export function privacyTextInSpanish({
  product,
  assistant,
}: {
  product: string;
  assistant: string;
}): LegalText {
  return {
    title: 'Política de privacidad',
    intro: `Muchas personas que usan ${product} tienen menos de 18 años. Por eso guardamos pocos datos, por un tiempo limitado, y los borramos cuando lo pides.`,
    sections: [
      {
        heading: 'Qué guardamos',
        points: [
          'Para que inicies sesión: tu correo electrónico o nombre de usuario y los métodos de acceso que configures.',
          'Tu perfil, si lo llenas: nombre, apellido, nombre para mostrar y metas.',
          `Tus conversaciones con ${assistant}: preguntas, respuestas y las fuentes que se usaron.`,
          'Las opiniones que das sobre las respuestas.',
          'Cuándo aceptaste estos textos. Si en ese momento te pedimos tu nombre y tu correo, también los guardamos.',
        ],
      },
      {
        heading: 'Para qué lo usamos',
        points: [
          'Para responderte y llamarte por el nombre que elegiste.',
          'Para encontrar y corregir respuestas equivocadas. Nuestro equipo puede leer preguntas, respuestas y opiniones; las ve sin tu nombre y sin tu correo electrónico.',
          'Para que el servicio sea seguro y funcione.',
        ],
        paragraphs: [
          'No mostramos publicidad, no vendemos nada sobre ti y no te seguimos a otros sitios web.',
        ],
      },
      {
        heading: 'Quién más lo ve',
        paragraphs: [
          `Según cómo esté configurada esta instalación, tu pregunta puede enviarse a una empresa de modelos de lenguaje que escribe la respuesta de ${assistant}, y una empresa de autenticación puede encargarse de tu inicio de sesión. Reciben lo que necesitan para esa tarea y nada más. Nadie más lo recibe, salvo que la ley lo exija.`,
        ],
      },
      {
        heading: 'Cookies y datos en tu navegador',
        paragraphs: [
          'Usamos cookies para mantener tu sesión abierta, y recordamos en tu navegador que aceptaste estos textos y cómo iniciaste sesión la última vez. No hay cookies de seguimiento.',
        ],
      },
      {
        heading: 'Cuánto tiempo lo guardamos',
        paragraphs: [
          'Las conversaciones y las opiniones se borran después de un año como máximo, salvo que quien opera esta instalación haya fijado otro plazo. Lo demás se queda hasta que eliminas tu cuenta.',
        ],
      },
      {
        heading: 'Qué puedes hacer',
        points: [
          'Ver y cambiar tus datos en tu perfil.',
          'Eliminar ahí tu cuenta: tu perfil, tus conversaciones y tus opiniones se borran con ella.',
          'Una madre, un padre o un tutor puede pedirle lo mismo, en nombre de un menor, al equipo que opera esta instalación.',
        ],
      },
    ],
  };
}
