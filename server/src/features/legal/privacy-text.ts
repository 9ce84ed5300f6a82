import type { LegalText } from './legal-page.ts';

/** The privacy policy, in the names of this installation. */
export function privacyText({
  product,
  assistant,
}: {
  product: string;
  assistant: string;
}): LegalText {
  return {
    title: 'Privacy Policy',
    intro: `Many people who use ${product} are under 18. So we collect little, keep it for a limited time, and delete it when you ask.`,
    sections: [
      {
        heading: 'What we keep',
        points: [
          'To sign you in: your e-mail address or username, and the sign-in methods you set up.',
          'Your profile, if you fill it in: first name, last name, screen name and goals.',
          `Your conversations with ${assistant}: questions, answers, and which sources were used.`,
          'Feedback you give on answers.',
          'When you accepted these texts. If you were asked for your name and e-mail at that moment, those too.',
        ],
      },
      {
        heading: 'What we use it for',
        points: [
          'To answer you, and to address you by the name you chose.',
          'To find and mend wrong answers. Our team can read questions, answers and feedback; they are shown without your name and e-mail address.',
          'To keep the service safe and working.',
        ],
        paragraphs: [
          'We show no advertising, sell nothing about you, and do not follow you to other websites.',
        ],
      },
      {
        heading: 'Who else sees it',
        paragraphs: [
          `Depending on how this installation is set up, your question may be sent to a language-model company that writes ${assistant}'s answer, and your sign-in may be handled by a sign-in company. They receive what the task needs and nothing else. Nobody else does, unless the law requires it.`,
        ],
      },
      {
        heading: 'Cookies and storage in your browser',
        paragraphs: [
          'We set cookies that keep you signed in, and remember in your browser that you accepted these texts and how you signed in last. There are no tracking cookies.',
        ],
      },
      {
        heading: 'How long we keep it',
        paragraphs: [
          'Conversations and feedback are removed after at most one year unless the operator of this installation has set a different time. The rest stays until you delete your account.',
        ],
      },
      {
        heading: 'Your choices',
        points: [
          'See and change your details in your profile.',
          'Delete your account there: your profile, conversations and feedback go with it.',
          'A parent or guardian may ask the team that runs this installation for the same on behalf of a child.',
        ],
      },
    ],
  };
}
