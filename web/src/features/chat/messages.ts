import { defineMessages, type Translated } from '../../lib/language/messages.ts';

/** Every text of the chat screen. Functions take what is configured or counted. */
const ENGLISH = {
  pageTitle: 'Chat',
  heading: (assistantName: string) => `Ask ${assistantName}`,
  notice: (productName: string) =>
    `An AI assistant of ${productName}, not a person. It may be wrong: check with the source.`,
  safety: 'Safety',
  conversation: 'Conversation',
  you: 'You: ',
  loading: 'Loading...',
  historyFailed: "We couldn't load your earlier messages.",
  tryAgain: 'Try again',
  endOfHistory: "You've reached the end of your available chat history.",

  greeting: (assistantName: string) => `Hi, I'm ${assistantName}.`,
  welcome:
    'Ask me about getting ready for college, being recruited for your sport, or paying for school. I answer from our source documents and show you where to look.',
  whatIAm: (productName: string) =>
    `I'm an AI assistant of ${productName}, not a person, and may be wrong. Check with the source.`,
  reminder: (assistantName: string, productName: string) =>
    `You have been talking for an hour. ${assistantName} is an AI assistant of ${productName}, not a person, and may be wrong: check with the source.`,
  starters: 'Starter questions',
  starterQuestions: [
    { topic: 'Recruiting', question: 'When can college coaches start contacting me?' },
    { topic: 'Academics', question: 'Which classes count as core courses?' },
    { topic: 'Contacting coaches', question: 'What should I write in my first email to a coach?' },
    {
      topic: 'Paying for college',
      question: 'How do athletic and academic scholarships work together?',
    },
  ],

  messageLabel: 'Message',
  placeholder: 'Type your message...',
  send: 'Send',
  stop: 'Stop',
  keyEnter: 'Enter',
  keyShift: 'Shift',
  keyWrites: ' to write',
  keySends: ' to send, ',
  keyBreaksLine: ' for a new line',
  counter: (used: number, max: number) => `${used} / ${max} characters`,
  leftOut: (n: number) =>
    n === 1 ? '1 character was left out.' : `${n} characters were left out.`,
  undo: 'Undo',
  limitReached: (max: number) => `You have reached the limit of ${max} characters.`,

  thinking: (assistantName: string) => `${assistantName} is thinking...`,
  stopped: 'Stopped',
  apology: 'Sorry, something went wrong. Please try again.',
  retry: 'Retry',
  stillAnswering: 'Your last question is still being answered. Try again in a few seconds.',
  tryAgainIn: (wait: string) => `You can try again in ${wait}.`,
  seconds: (n: number) => (n === 1 ? '1 second' : `${n} seconds`),
  minutes: (n: number) => (n === 1 ? '1 minute' : `${n} minutes`),

  suggestions: 'Questions my sources answer',
  also: 'Also:',
  jumpToNewest: 'Jump to newest',
  skipToMessage: 'Skip to message',
  yourQuestions: 'Your questions',
  closeQuestions: 'Close questions',

  askAgain: 'Ask again',

  sendQuestion: (name: string) => `Send this question to ${name}`,
  askPerson: (name: string) => `Ask ${name}`,
  sendHint: 'It opens your own mail. Nothing is sent until you send it.',
  sendSubject: (productName: string) => `A question from ${productName}`,

  copyAnswer: 'Copy answer',
  copied: 'Copied',
  copyFailed: 'Copying is blocked in this browser.',

  sources: 'Sources',
  sourcesOfAnswer: 'Sources for this answer',
  closeSources: 'Close sources',
  sourceName: (n: number, title: string) => `Source ${n}: ${title}`,
  page: (label: string) => `Page ${label}`,
  pages: (first: string, last: string) => `Pages ${first}–${last}`,
  noDate: 'no date',
  stale: (month: string) => `${month}, more than a year old`,
  confirm: 'Confirm',
  confirmWhat: (title: string, host: string) => `“${title}” on ${host}`,
  openSource: (host: string) => `Open on ${host}`,
  recognised: 'Recognised, may contain errors',
  openOriginal: 'Open the original',
  opensInNewTab: '(opens in a new tab)',
  table: 'Table',
  tableOf: (columns: string) => `Table: ${columns}`,

  wasThisHelpful: 'Was this helpful?',
  thumbsUp: 'Thumbs up',
  thumbsDown: 'Thumbs down',
  feedbackLabel: 'Feedback',
  feedbackPlaceholder: 'Optional: Tell us more about this response...',
  submitFeedback: 'Submit Feedback',
  thankYou: 'Thank you for your feedback!',
  feedbackFailed: 'Failed to submit feedback. Please try again.',
  feedbackUnavailable: 'Feedback not available for this message',
  yourComment: 'Your comment: ',
} as const;

export const MESSAGES = defineMessages(
  ENGLISH,
  async () => (await import('./messages.es.ts')).SPANISH,
);
export type ChatMessages = Translated<typeof ENGLISH>;
