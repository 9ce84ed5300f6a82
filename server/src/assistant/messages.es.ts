import type { CareTopic } from './guards/find-care-topic.ts';

const CRISIS = `Me alegra mucho que me lo digas. Soy una inteligencia artificial y no puedo darte la ayuda que necesitas ahora. Estas personas sí pueden, a cualquier hora, gratis y en confianza:

- **Llama al 988 y oprime 2**, o **envía AYUDA al 988**: la Línea 988 de Prevención del Suicidio y Crisis, en español.
- **Llama al 911** si podrías hacerte daño ahora, o si alguien está en peligro.

Cuéntaselo también hoy a un adulto de confianza: tu mamá o tu papá, un familiar, un consejero de la escuela, un médico. Bastan dos frases: «No estoy bien. Necesito ayuda para estar a salvo». Si te preocupa otra persona, quédate con ella y llama a un adulto ahora.

Las preguntas de deporte y universidad pueden esperar.`;

const ABUSE = `Gracias por decírmelo. Lo que cuentas es importante y no es tu culpa. Soy una inteligencia artificial y no puedo intervenir, pero estas personas sí:

- **Llama al 911** si estás en peligro ahora.
- **Cuéntaselo hoy a un adulto de confianza**: tu mamá o tu papá, un familiar, un consejero de la escuela, una enfermera. Si el primero no hace nada, díselo a otro.
- **Childhelp**, la línea nacional contra el abuso de menores: llama o escribe al 1-800-422-4453, a cualquier hora.
- **U.S. Center for SafeSport**: denuncia en uscenterforsafesport.org o llama al 833-587-7233.
- **Llama al 988 y oprime 2**, o **envía AYUDA al 988**, si es demasiado para ti.

No necesitas pruebas ni tienes que responder preguntas aquí. Guarda los mensajes y las fotos que te enviaron, no envíes nada más y no te quedes a solas con esa persona.`;

/** Texts for messages in Spanish. Phone numbers were checked with their owners' pages. */
export const SPANISH_CARE: Partial<Record<CareTopic, string>> = { crisis: CRISIS, abuse: ABUSE };
