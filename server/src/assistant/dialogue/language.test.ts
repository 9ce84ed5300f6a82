import { expect, test } from 'vitest';
import {
  listAbsentTopics,
  listAsked,
  listStarterSections,
} from '../testing/list-starter-sections.ts';
import { loadDomains } from '../domain.ts';
import { chooseLanguage, detectLanguage } from './language.ts';

const { words } = loadDomains()[0];

const byHeading = listStarterSections();
const byTopic = listAbsentTopics();
const SAID = { en: listAsked(byHeading, 'en'), es: listAsked(byHeading, 'es') };

const answersIn = (text: string) => chooseLanguage({ text, history: [] }, words);
const listMistaken = (texts: readonly string[], language: string) =>
  texts.filter((text) => {
    const answered = answersIn(text);
    return answered.language !== language || answered.isForeign;
  });
/** With the ends that phones type for no accents, and all in lower case. */
const asTyped = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}¿¡?!.,]/gu, '')
    .toLowerCase();

test('the language of families’ questions is told, 2 in 1,000 mistaken at most', () => {
  expect(SAID.es.length).toBeGreaterThan(1_500);
  expect(listMistaken(SAID.en, 'en').length / SAID.en.length).toBeLessThan(0.001);
  expect(listMistaken(SAID.es, 'es').length / SAID.es.length).toBeLessThan(0.002);
});

test('so it is without accents and marks', () => {
  const typed = SAID.es.map(asTyped);
  expect(listMistaken(typed, 'es').length / typed.length).toBeLessThan(0.003);
});

test('questions on other topics, which no word was listed for, are mistaken 3 times in 100 at most', () => {
  const english = listAsked(byTopic, 'en');
  const spanish = listAsked(byTopic, 'es');
  expect(spanish.length).toBeGreaterThan(1_500);
  expect(listMistaken(english, 'en').length / english.length).toBeLessThan(0.03);
  expect(listMistaken(spanish, 'es').length / spanish.length).toBeLessThan(0.03);
});

test('[CHAT-14] whoever needs help in Spanish is understood to write Spanish', () => {
  const messages = [
    'Ya no puedo con esta tristeza, quiero irme',
    'quisiera que todo terminara esta noche',
    'mi papá me dejó marcas en los brazos',
    'el entrenador me pide fotos y que no diga nada',
    'mi hija dice que no vale nada',
  ];
  expect(listMistaken(messages, 'es')).toEqual([]);
  expect(listMistaken(messages.map(asTyped), 'es')).toEqual([]);
});

test.each([
  ['Comment puis-je trouver une bourse pour les études ?', 'fr'],
  ['Wann darf ich mit einem Trainer sprechen?', 'de'],
  ['Quando posso falar com um treinador e quanto preciso pagar?', 'pt'],
  ['Quando posso parlare con un allenatore della squadra?', 'it'],
  ['大学のコーチはいつ連絡できますか', 'und'],
  ['Когда тренер может позвонить?', 'und'],
])('%j is in a language in which nothing is answered', (text, language) => {
  expect(detectLanguage(text, words)).toBe(language);
  expect(answersIn(text)).toEqual({ language: 'en', isForeign: true });
});

test('a message is in the language of most of its words, whatever names it holds', () => {
  expect(detectLanguage('mi coach de highlight video en el showcase', words)).toBe('es');
  expect(detectLanguage('is the El Paso camp of Los Angeles Unified real', words)).toBe('en');
  for (const names of ['FAFSA', 'NIL', 'D1 D2', 'El Camino', '😀', '2.3']) {
    expect(detectLanguage(names, words)).toBeNull();
  }
});

test('what tells no language goes on in the conversation’s', () => {
  const history = [
    { role: 'user' as const, content: 'mi hija quiere jugar voleibol' },
    { role: 'assistant' as const, content: 'The quote is in English, as it is.' },
    { role: 'user' as const, content: 'FAFSA' },
  ];
  expect(chooseLanguage({ text: 'NAIA', history }, words).language).toBe('es');
  expect(chooseLanguage({ text: 'what is the NAIA', history }, words).language).toBe('en');
  expect(chooseLanguage({ text: 'NAIA', history: [] }, words).language).toBe('en');
});
