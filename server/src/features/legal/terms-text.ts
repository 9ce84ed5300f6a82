import type { LegalText } from './legal-page.ts';

/** The terms of service, in the names of this installation. */
export function termsText({
  product,
  assistant,
}: {
  product: string;
  assistant: string;
}): LegalText {
  return {
    title: 'Terms of Service',
    intro: `These terms explain what you can expect from ${product} and what we ask of you. They are written for students and the adults who help them. Read them together.`,
    sections: [
      {
        heading: `What ${product} does`,
        paragraphs: [
          `${assistant} answers questions about college planning and sports recruiting from documents and websites our team has chosen. ${assistant} is a computer program, not a person.`,
          'Answers can be incomplete or out of date. Check dates, rules and money questions with your school, the college, or the governing body before you act. An answer here is no legal, financial or medical advice and no promise of admission, eligibility or a scholarship.',
        ],
      },
      {
        heading: 'Your account',
        points: [
          'Keep your sign-in details to yourself.',
          'Use your own name, or a screen name that is fine to read aloud.',
          'If you are under 18, use it with the knowledge of a parent or guardian. If you are under 13, a parent or guardian has to set it up and use it with you.',
          'You can delete your account at any time from your profile.',
        ],
      },
      {
        heading: 'What we ask of you',
        points: [
          'Ask for yourself. Do not type private details about other people.',
          'Do not try to break in, overload the service, or collect its content by machine.',
          'Do not use it to harass anybody or to break the law.',
        ],
        paragraphs: ['We may close an account that does these things.'],
      },
      {
        heading: 'Feedback you send',
        paragraphs: [
          'When you rate an answer or add a comment, our team reads it to improve the answers. Please leave out private details about other people.',
        ],
      },
      {
        heading: 'What we promise, and what we cannot',
        paragraphs: [
          `We work to keep ${product} correct, safe and available, and to show you where each answer comes from. We offer it as it is: it may be interrupted, changed or ended, and as far as the law allows we are not liable for decisions made on an answer alone.`,
        ],
      },
      {
        heading: 'When these terms change',
        paragraphs: [
          'A new version gets a new date, and we ask you to accept it before you continue.',
        ],
      },
    ],
  };
}
