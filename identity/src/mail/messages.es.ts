import type { MailMessages } from './messages.ts';

/** What mails say in Spanish. */
export const SPANISH: MailMessages = {
  code: {
    login: {
      subject: (service, code) => `${code} es tu código de acceso a ${service}`,
      use: (service) => `Usa este código para iniciar sesión en ${service}:`,
    },
    recovery: {
      subject: (service, code) => `${code} es tu código de recuperación de ${service}`,
      use: (service) => `Usa este código para elegir una contraseña nueva en ${service}:`,
    },
    email_verification: {
      subject: (service, code) => `${code} es tu código de verificación de ${service}`,
      use: (service) => `Usa este código para confirmar tu correo electrónico en ${service}:`,
    },
  },
  validFor: (minutes) => `Es válido durante ${minutes} minutos.`,
  codeNotAskedFor: 'Si no lo pediste, puedes ignorar este mensaje. No le des el código a nadie.',
  attempt: {
    email_login_attempted: {
      subject: (service) => `Inicia sesión en ${service}`,
      what: (service) =>
        `Alguien intentó iniciar sesión en ${service} con este correo electrónico, pero no lo reconocemos.`,
      ifYou: (url) => `Si fuiste tú, primero crea una cuenta: ${url}`,
    },
    email_registration_attempted: {
      subject: (service) => `Ya tienes una cuenta en ${service}`,
      what: (service) =>
        `Alguien intentó crear una cuenta en ${service} con este correo electrónico, pero ya está registrado.`,
      ifYou: (url) => `Si fuiste tú, inicia sesión: ${url}`,
    },
  },
  attemptNotYours: 'Si no fuiste tú, puedes ignorar este mensaje.',
  notice: {
    subject: (service) => `Tu cuenta de ${service} ha cambiado`,
    what: {
      email_added: 'Se añadió un correo electrónico a tu cuenta.',
      email_removed: 'Se eliminó un correo electrónico de tu cuenta.',
      primary_email_changed: 'Se cambió el correo electrónico principal de tu cuenta.',
      password_changed: 'Se estableció o se cambió la contraseña de tu cuenta.',
      passkey_added: 'Se añadió una llave de acceso a tu cuenta.',
      mfa_method_added: 'Se añadió un segundo paso de inicio de sesión a tu cuenta.',
      mfa_method_removed: 'Se eliminó un segundo paso de inicio de sesión de tu cuenta.',
    },
    ifNotYou: (url) => `Si no fuiste tú, inicia sesión y revisa tu cuenta: ${url}`,
  },
};
