/** What a first visitor can ask with one press. */
export const STARTER_QUESTIONS = [
  { topic: 'Recruiting', question: 'When can college coaches start contacting me?' },
  { topic: 'Academics', question: 'Which classes count as core courses?' },
  {
    topic: 'Contacting coaches',
    question: 'What should I write in my first email to a coach?',
  },
  {
    topic: 'Paying for college',
    question: 'How do athletic and academic scholarships work together?',
  },
] as const;
