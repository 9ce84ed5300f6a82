import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Language } from './language.ts';
import { langIn, tellLanguage } from './tell-language.ts';

const KNOWLEDGE = join(import.meta.dirname, '../../../../knowledge-base');

const namesIn = (folder: string, end: string) =>
  readdirSync(folder).filter((name) => /^\d/.test(name) && name.endsWith(end));

/** What people ask, in each language; the files hold one question a line. */
function readQuestions(): Record<Language, string[]> {
  const folder = join(KNOWLEDGE, 'questions');
  const questions: Record<Language, string[]> = { en: [], es: [] };
  for (const name of namesIn(folder, '.yaml')) {
    let language: Language = 'en';
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (/^ +(en|es):/.test(line)) language = line.includes('es:') ? 'es' : 'en';
      const [, question] = /^ +- (.+)$/.exec(line) ?? [];
      if (question !== undefined) questions[language].push(question);
    }
  }
  return questions;
}

/** The paragraphs of the documents, as answers quote them. */
function readParagraphs(folder: string): string[] {
  const texts = namesIn(folder, '.md').map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.flatMap((text) => text.split(/\n\s*\n/)).filter((part) => /^[^#|-].{80}/.test(part));
}

const shareMistaken = (texts: readonly string[], language: Language) =>
  texts.filter((text) => langIn(language, text) !== undefined).length / texts.length;
const shareUntold = (texts: readonly string[]) =>
  texts.filter((text) => tellLanguage(text) === null).length / texts.length;

test('questions and paragraphs are told by their common words, and hardly one is taken for the other language', () => {
  const questions = readQuestions();
  const paragraphs = {
    en: readParagraphs(KNOWLEDGE),
    es: readParagraphs(join(KNOWLEDGE, 'es')),
  };
  for (const language of ['en', 'es'] as const) {
    expect(questions[language].length).toBeGreaterThan(1_000);
    expect(paragraphs[language].length).toBeGreaterThan(200);
    expect(shareMistaken(questions[language], language)).toBeLessThan(0.005);
    expect(shareUntold(questions[language])).toBeLessThan(0.1);
    expect(shareMistaken(paragraphs[language], language)).toBe(0);
    expect(shareUntold(paragraphs[language])).toBeLessThan(0.01);
  }
});

test.each(['', 'FAFSA', 'NCAA D1', '2.3', 'Los Angeles'])(
  '%j is left in the language of the page',
  (text) => {
    expect(langIn('en', text)).not.toBe('en');
    expect(langIn('es', text)).not.toBe('es');
  },
);
