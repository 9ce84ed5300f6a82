import { defineMessages } from '../../lib/language/messages.ts';

const ENGLISH = {
  pageTitle: 'College planning and recruiting',
  headline: 'Every season has a\u00a0next play.',
  introduction: (assistant: string) =>
    `${assistant} helps student athletes and their families plan for college and sports recruiting. Ask a question, get a straight answer, and see the document it came from.`,
  start: 'Login or Create Free Account',
  free: 'Free for students and families.',
  demo: {
    label: 'Example conversation',
    question: 'Which of my classes count as core courses?',
    answer:
      'Most English, math, science and social science classes that your school lists as college preparatory.',
    advice: 'Check each one against your school\u2019s approved list with your counselor.',
    sources: 'Sources',
    sourceNames: ['Academic eligibility guide.pdf', 'Family recruiting handbook.docx'],
  },
  years: {
    heading: 'One route, four years',
    introduction: 'What matters changes every season. Start wherever you are.',
    steps: [
      {
        grade: '9th grade',
        aim: 'Build the base',
        question: 'Which of my classes count as core courses?',
      },
      {
        grade: '10th grade',
        aim: 'Get on the radar',
        question: 'What should I put in my first email to a coach?',
      },
      {
        grade: '11th grade',
        aim: 'Visit and compare',
        question: 'How are official and unofficial visits different?',
      },
      {
        grade: '12th grade',
        aim: 'Choose and commit',
        question: 'How do we compare two financial aid offers?',
      },
    ],
  },
  proof: {
    heading: 'Answers you can check',
    introduction:
      'Every numbered mark opens the passage behind it. Read it, check it, and decide together.',
    claim: ['Ask how many ', 'core courses', ' you need, and see where it is written.'],
    source: 'Academic eligibility guide.pdf',
    passage: [
      'The passage opens beside the answer, with ',
      'the sentence that says it marked',
      ', and the page, so you can read what comes before and after.',
    ],
  },
  closing: 'Bring your first question.',
  disclaimer: (product: string) =>
    `${product}. Guidance, not a guarantee of admission, aid or eligibility.`,
  language: 'Language',
  legalNavigation: 'Legal',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  safety: 'Safety',
} as const;

export const MESSAGES = defineMessages(
  ENGLISH,
  async () => (await import('./messages.es.ts')).SPANISH,
);
