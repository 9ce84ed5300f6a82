import { defineMessages, type Translated } from '../../lib/language/messages.ts';

const ENGLISH = {
  pageTitle: 'Consent',
  heading: (product: string) => `Welcome to ${product}`,
  introduction: {
    before: 'Before you start, please read our ',
    terms: 'Terms of Service',
    and: ' and ',
    privacy: 'Privacy Policy',
    after: '.',
  },
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  accept: 'I accept the Terms of Service and Privacy Policy',
  continue: 'Continue',
  submitting: 'Submitting...',
  mustAccept: 'You must accept the Terms of Service and Privacy Policy.',
  fieldsMissing: 'Please enter your first name, last name, and email.',
  publicFailed: 'Failed to record consent.',
  signedInFailed: 'Failed to record consent. Please try again.',
  networkFailed: 'Network error. Please try again.',
} as const;

export const MESSAGES = defineMessages(
  ENGLISH,
  async () => (await import('./messages.es.ts')).SPANISH,
);
export type ConsentMessages = Translated<typeof ENGLISH>;
