export const MESSAGES = {
  loading: 'Loading...',
  consentNeeded: 'Please complete consent to continue...',
  reviewAndAccept: 'Review and accept',
} as const;
