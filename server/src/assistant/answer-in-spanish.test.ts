import { expect, test, vi } from 'vitest';
import type { Passage, PassageHit, PassageSearch } from '../knowledge/search/passage.ts';
import { toTermsIn } from '../knowledge/words/to-terms.ts';
import { systemClock } from '../platform/clock.ts';
import { createAssistant } from './pipeline.ts';
import type { CareClassifier } from './safety/classifier/care-classifier.ts';
import { ask } from './testing/ask.ts';
import { makePassage } from './testing/make-passage.ts';

const SPANISH = makePassage(
  'Una visita oficial es un viaje al campus que paga la universidad. Dura hasta 48 horas.',
  {
    heading: '¿Qué es una visita oficial (official visit)?',
    source: { title: 'Visitas y campamentos' },
    language: 'es',
  },
);

function create(search: PassageSearch, classifyCare?: CareClassifier) {
  return createAssistant({
    search,
    config: { assistantName: 'Avery', productName: 'Pathway' },
    log: { info: vi.fn<(fields: object) => void>(), warn: vi.fn<(fields: object) => void>() },
    clock: systemClock,
    ...(classifyCare && { classifyCare }),
  });
}

function toHit(passage: Passage): PassageHit {
  const found = { bm25: 9, utility: 9, cosine: 0.9 };
  return { passage, section: 'visits', probability: 0.9, ...found };
}

/** Finds one passage for every question, and remembers what it was asked. */
function openSpanishSearch(passage: Passage = SPANISH) {
  const search = vi.fn<PassageSearch['search']>(async ({ question }) => ({
    hits: [toHit(passage)],
    terms: toTermsIn('es', question).map((term) => ({ term, idf: 3, documentFrequency: 1 })),
    isAbsent: false,
  }));
  return { search, countUnread: async () => 0 };
}

test('[CHAT-11] a question in Spanish is looked up and answered in Spanish', async () => {
  const search = openSpanishSearch();
  const answer = await ask(create(search), 'que es una visita oficial');
  expect(search.search).toHaveBeenCalledExactlyOnceWith(
    { question: 'que es una visita oficial', limit: 8, language: 'es' },
    expect.any(AbortSignal),
  );
  expect(answer.kind).toBe('answered');
  expect(answer.text).toContain('Una visita oficial es un viaje al campus');
  expect(answer.text).not.toMatch(/\b(?:the|my sources|here is|in English|en inglés)\b/i);
});

test('[CHAT-14] a gap is told in Spanish, with the nearest topics and where to ask', async () => {
  const search = openSpanishSearch();
  search.search.mockResolvedValue({
    hits: [{ ...toHit(SPANISH), probability: 0.01, cosine: 0 }],
    terms: [{ term: 'ajedre', idf: 5, documentFrequency: 0 }],
    isAbsent: true,
  });
  const answer = await ask(create(search), '¿Quién ganó la olimpiada de ajedrez?');
  expect(answer.kind).toBe('not_covered');
  expect(answer.text).toMatch(/^Mis fuentes no dicen nada sobre eso, y no voy a adivinar\./);
  expect(answer.text).toContain('- Visitas y campamentos');
  expect(answer.text).toContain('consejero escolar');
});

test('[CHAT-11] a source without a translation is quoted as it is, and said to be', async () => {
  const english = { ...SPANISH, text: 'An official visit is a trip to campus.', language: 'en' };
  const answer = await ask(create(openSpanishSearch(english)), '¿Qué es una visita oficial?');
  expect(answer.text).toContain('Lo que cito está en inglés, porque la fuente no está traducida.');
  expect(answer.text).toContain('An official visit is a trip to campus.');
});

test('search is told what was asked before, and in which language', async () => {
  const search = openSpanishSearch();
  const history = [
    { role: 'user' as const, content: '¿Qué es una visita oficial?' },
    { role: 'assistant' as const, content: 'Un viaje. [1]' },
  ];
  await ask(create(search), { text: 'quién paga todos los gastos del viaje', history });
  expect(search.search.mock.calls[0]?.[0]).toMatchObject({
    question: 'quién paga todos los gastos del viaje',
    previous: '¿Qué es una visita oficial?',
    language: 'es',
  });
  await ask(create(search), { text: 'NAIA', history });
  expect(search.search.mock.calls[1]?.[0]).toMatchObject({ language: 'es' });
  await ask(create(search), { text: '¿y en D2?', history });
  expect(search.search.mock.calls[2]?.[0]).toMatchObject({
    question: '¿Qué es una visita oficial en D2?',
    asked: '¿y en D2?',
  });
});

test('small talk in Spanish gets a civil reply in Spanish', async () => {
  const search = openSpanishSearch();
  const assistant = create(search);
  const hello = await ask(assistant, { text: 'Hola', screenName: 'Maya' });
  expect(hello.text).toMatch(/^¡Hola, Maya! Soy Avery, /);
  expect((await ask(assistant, '¿eres una persona real?')).text).toContain('no una persona');
  expect(search.search).not.toHaveBeenCalled();
});

test('[CHAT-14] the encoder reads what may be English, the classifier whatever is answered', async () => {
  const classifyCare = vi.fn<CareClassifier>(async () => null);
  const assistant = create(openSpanishSearch(), classifyCare);
  await ask(assistant, '¿Qué es una visita oficial?');
  const history = [{ role: 'user' as const, content: '¿Qué es una visita oficial?' }];
  await ask(assistant, { text: 'worthless', history });
  await ask(assistant, 'Comment puis-je trouver une bourse pour les études ?');
  expect(classifyCare.mock.calls.map(([{ isEnglish }]) => isEnglish)).toEqual([false, true]);
});

test('[CHAT-14] who asks for help in Spanish is answered in Spanish, with the numbers that speak it', async () => {
  const crisis = await ask(create(openSpanishSearch()), 'Ya no quiero vivir');
  expect(crisis.kind).toBe('care');
  expect(crisis.text).toContain('**Llama al 988 y oprime 2**, o **envía AYUDA al 988**');
  const abuse = await ask(create(openSpanishSearch()), 'mi entrenador me toca');
  expect(abuse.text).toContain('**Llama al 911** si estás en peligro ahora.');
  expect(abuse.text).toContain('1-800-422-4453');
});

test('[CHAT-14] a verdict asked for in Spanish gets the rule, and in Spanish who decides', async () => {
  const classifyCare: CareClassifier = async () => ({ topic: 'eligibility', certainty: 'likely' });
  const answer = await ask(create(openSpanishSearch(), classifyCare), '¿Y yo puedo ir, o no?');
  expect(answer.text).toMatch(
    /^Una visita oficial [^]*No puedo decirte si una persona es elegible/,
  );
});

test('[CHAT-14] a child who writes Spanish is asked for no more', async () => {
  const search = openSpanishSearch();
  search.search.mockResolvedValue({ hits: [], terms: [], isAbsent: true });
  const answer = await ask(create(search), 'tengo 11 años, ¿puedo registrarme?');
  expect(answer.care).toEqual({ topic: 'under_thirteen', form: 'declined' });
  expect(answer.text).toContain('pídele a tu **mamá, tu papá o tu tutor**');
});

test('[CHAT-13] of a section in Spanish the sentence is quoted that answers the question', async () => {
  const sentences = [
    'Los campamentos cuestan dinero y duran un día.',
    'Los entrenadores invitan por escrito a cada recluta que les interesa.',
    'Cada familia decide a cuáles universidades viaja durante el año escolar.',
    'Las reglas de cada división dicen quién puede acompañar al atleta en su viaje.',
    'Un equipo de verano juega torneos en muchos estados y llega lejos con su club.',
    'Una beca por mérito depende de las calificaciones y no del deporte que se practica.',
    'El calendario cambia cada temporada y lo publica la asociación.',
    'El alojamiento y el transporte de una visita oficial los paga el equipo anfitrión.',
  ];
  const section = { ...SPANISH, headingPath: ['Viajes'], text: sentences.join(' ') };
  const question = '¿Qué transportes y alojamientos hay en las visitas oficiales?';
  const answer = await ask(create(openSpanishSearch(section)), question);
  expect(answer.sources[0]?.quotes?.[0]).toBe(sentences.at(-1));
});
