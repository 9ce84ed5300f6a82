import type { ChatMessage, Thumb } from '@pathway/contract/chat';

/**
 * The feedback on one answer. `choosing` sends the thumb alone, `submitting` the thumb again with
 * its comment. From `choosing` on both thumbs are locked; only a failed choice unlocks them.
 */
export type FeedbackState =
  | { readonly kind: 'asking'; readonly hasFailed: boolean }
  | { readonly kind: 'choosing'; readonly thumb: Thumb }
  | { readonly kind: 'commenting'; readonly thumb: Thumb; readonly hasFailed: boolean }
  | { readonly kind: 'submitting'; readonly thumb: Thumb; readonly comment: string }
  | { readonly kind: 'thanked'; readonly thumb: Thumb; readonly comment: string };

export type FeedbackEvent =
  | { readonly type: 'chosen'; readonly thumb: Thumb }
  | { readonly type: 'submitted'; readonly comment: string }
  | { readonly type: 'stored' }
  | { readonly type: 'failed' };

/** The feedback as an answer from the history already carries it; a comment was submitted. */
export function feedbackOf(message: ChatMessage): FeedbackState {
  if (message.feedback === null) return { kind: 'asking', hasFailed: false };
  if (!message.feedbackSubmitted && message.feedbackText === '') {
    return { kind: 'commenting', thumb: message.feedback, hasFailed: false };
  }
  return { kind: 'thanked', thumb: message.feedback, comment: message.feedbackText };
}

/** Events that do not belong to a state leave it as it is. */
export function transitionFeedback(state: FeedbackState, event: FeedbackEvent): FeedbackState {
  switch (state.kind) {
    case 'asking':
      return event.type === 'chosen' ? { kind: 'choosing', thumb: event.thumb } : state;
    case 'choosing':
      if (event.type === 'failed') return { kind: 'asking', hasFailed: true };
      return event.type === 'stored'
        ? { kind: 'commenting', thumb: state.thumb, hasFailed: false }
        : state;
    case 'commenting':
      return event.type === 'submitted'
        ? { kind: 'submitting', thumb: state.thumb, comment: event.comment }
        : state;
    case 'submitting':
      if (event.type === 'failed')
        return { kind: 'commenting', thumb: state.thumb, hasFailed: true };
      return event.type === 'stored'
        ? { kind: 'thanked', thumb: state.thumb, comment: state.comment }
        : state;
    case 'thanked':
      return state;
  }
}
