export const MESSAGES = {
  loading: 'Loading...',
  consentNeeded: 'Please complete consent to continue...',
  reviewAndAccept: 'Review and accept',
  reload: 'Reload the page',
  continue: 'Continue',
} as const;
