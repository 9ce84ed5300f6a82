import { expect, test } from 'vitest';
import { type Language, noticeMail, passcodeMail, readLanguage } from './mail.ts';

const given = {
  serviceName: 'Pathway',
  publicUrl: 'https://app.example',
  code: '123456',
  ttlSeconds: 300,
};
const to = 'ann@example.org';

test.each<[Language, string, string[]]>([
  [
    'en',
    '123456 is your Pathway sign-in code',
    [
      'Use this code to sign in at Pathway:',
      '123456',
      'It is valid for 5 minutes.',
      'If you did not ask for it, you can ignore this mail. Never give the code to anybody.',
    ],
  ],
  [
    'es',
    '123456 es tu código de acceso a Pathway',
    [
      'Usa este código para iniciar sesión en Pathway:',
      '123456',
      'Es válido durante 5 minutos.',
      'Si no lo pediste, puedes ignorar este mensaje. No le des el código a nadie.',
    ],
  ],
])(
  '[IDP-03] in %s the code stands in the subject and on a line of its own',
  (language, subject, lines) => {
    const mail = passcodeMail({ to, language }, 'login', given);
    expect(mail).toMatchObject({ to, subject, text: `${lines.join('\n\n')}\n` });
    expect(mail.html).toContain(`<html lang="${language}">`);
    for (const line of lines) expect(mail.html).toContain(line);
  },
);

test.each<
  [Language, 'email_login_attempted' | 'email_registration_attempted', string, string, string]
>([
  ['en', 'email_login_attempted', 'Sign in to Pathway', 'create an account first', 'sign-up'],
  ['es', 'email_login_attempted', 'Inicia sesión en Pathway', 'primero crea una cuenta', 'sign-up'],
  [
    'en',
    'email_registration_attempted',
    'You already have an account at Pathway',
    'sign in instead',
    'sign-in',
  ],
  [
    'es',
    'email_registration_attempted',
    'Ya tienes una cuenta en Pathway',
    'inicia sesión',
    'sign-in',
  ],
])(
  '[IDP-03] in %s the mail of %s has no code and leads to what to do, with the address',
  (language, purpose, subject, advice, place) => {
    const mail = passcodeMail({ to, language }, purpose, given);
    expect(mail.subject).toBe(subject);
    const link = `https://app.example/login#${place}=ann%40example.org`;
    expect(mail.text).toContain(`${advice}: ${link}\n`);
    expect(mail.html).toContain(`${advice}: <a href="${link}">${link}</a></p>`);
    expect(mail.text + mail.html).not.toContain('123456');
  },
);

test.each<[Language, string, string]>([
  ['en', 'Your Pathway account was changed', 'A passkey was added to your account.'],
  ['es', 'Tu cuenta de Pathway ha cambiado', 'Se añadió una llave de acceso a tu cuenta.'],
])(
  '[IDP-13] in %s the owner is told what was changed and where to look',
  (language, subject, what) => {
    const mail = noticeMail({ to, language }, 'passkey_added', given);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(what);
    expect(mail.html).toContain('https://app.example/profile');
  },
);

test.each([
  ['es', 'es'],
  ['en', 'en'],
  ['de', 'en'],
  ['undefined', 'en'],
  ['toString', 'en'],
  [undefined, 'en'],
  [['es', 'en'], 'en'],
])('[IDP-19] X-Language %j is read as %s', (asked, language) => {
  expect(readLanguage(asked)).toBe(language);
});
