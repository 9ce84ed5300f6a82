import { expect, test } from 'vitest';
import { loadDomains } from '../domain.ts';
import { chooseLanguage } from './language.ts';
import { recogniseSmallTalk } from './small-talk.ts';

const { words } = loadDomains()[0];

test.each([
  ['hi', 'greeting'],
  ['Hello there!', 'greeting'],
  ['hey Avery', 'greeting'],
  ['Good morning', 'greeting'],
  ['how are you?', 'greeting'],
  ['Thanks!', 'thanks'],
  ['ok thank you so much', 'thanks'],
  ['thx', 'thanks'],
  ["that's great", 'thanks'],
  ['oh ok, makes sense', 'thanks'],
  ['really good to know!', 'thanks'],
  ['bye', 'farewell'],
  ['who are you?', 'identity'],
  ['Are you a real person?', 'identity'],
  ['Am I talking to a bot', 'identity'],
  ['hola', 'greeting'],
  ['Buenos días', 'greeting'],
  ['¡Hola, buenas tardes!', 'greeting'],
  ['¿Cómo estás?', 'greeting'],
  ['muchas gracias por la ayuda', 'thanks'],
  ['ok gracias', 'thanks'],
  ['ah, ya veo', 'thanks'],
  ['muy bien', 'thanks'],
  ['Adiós', 'farewell'],
  ['hasta luego', 'farewell'],
  ['¿Quién eres?', 'identity'],
  ['¿eres un robot?', 'identity'],
  ['¿Qué puedes hacer?', 'identity'],
  ['Comment puis-je trouver une bourse pour les études ?', 'language'],
  ['大学のコーチはいつ連絡できますか', 'language'],
  ['Когда тренер может позвонить?', 'language'],
  ['function(){ return 1; }', 'code'],
  ['write a python script that sorts numbers', 'code'],
  ['SELECT * FROM users;', 'code'],
  ['asdfghjkl', 'nonsense'],
  ['???', 'nonsense'],
  ['xkcdqwrt zzzzz', 'nonsense'],
])('%j is %s', (text, kind) => {
  expect(recogniseSmallTalk(text, { words, ...chooseLanguage({ text, history: [] }, words) })).toBe(
    kind,
  );
});

test.each([
  'Hi, when can coaches call me?',
  'Thanks! What about D2?',
  'D1?',
  'GPA',
  'What is NIL',
  'NAIA',
  'What is a dead period?',
  'Who are you allowed to talk to during a dead period?',
  'Can I major in Java programming?',
  'What does SAI mean?',
  'How do I e-mail a coach; what do I say?',
  'Is El Camino College a JUCO?',
  'My son wants to play at El Paso, who can he call?',
  'Is San Diego State a con or a pro for us?',
  'Do rhythm gymnasts get scholarships?',
  '¿Cuándo puedo hablar con un entrenador de la universidad?',
  '¿Becas?',
  'mi hija quiere jugar voleibol',
  'Hola, ¿cuándo pueden llamarme?',
  'gracias, ¿y para D2?',
  '¿Qué es la NAIA?',
  '¿Quién decide si soy elegible?',
])('%j is a question', (text) => {
  expect(
    recogniseSmallTalk(text, { words, ...chooseLanguage({ text, history: [] }, words) }),
  ).toBeNull();
});
