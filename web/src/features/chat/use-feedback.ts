import type { ChatMessage, Thumb } from '@pathway/contract/chat';
import { useMutation } from '@tanstack/react-query';
import { useReducer } from 'react';
import { useSignedIn } from '../../session/session-context.ts';
import { submitFeedback } from './chat-calls.ts';
import { feedbackOf, type FeedbackState, transitionFeedback } from './feedback-machine.ts';

interface Feedback {
  state: FeedbackState;
  choose: (thumb: Thumb) => void;
  submit: (comment: string) => void;
}

/** The feedback machine of one stored answer, with its calls. */
export function useFeedback(message: ChatMessage & { id: string }): Feedback {
  const { user, chatSessionId } = useSignedIn();
  const [state, send] = useReducer(transitionFeedback, message, feedbackOf);
  const { mutate } = useMutation({
    mutationFn: ({ thumb, comment }: { thumb: Thumb; comment: string }) =>
      submitFeedback({
        message_id: message.id,
        session_id: chatSessionId,
        user_id: user.id,
        user_type: user.tier,
        thumbs: thumb,
        text_feedback: comment,
        timestamp: new Date().toISOString(),
      }),
    onSuccess: () => send({ type: 'stored' }),
    onError: () => send({ type: 'failed' }),
  });

  function choose(thumb: Thumb) {
    if (state.kind !== 'asking') return;
    send({ type: 'chosen', thumb });
    mutate({ thumb, comment: '' });
  }

  function submit(comment: string) {
    if (state.kind !== 'commenting') return;
    send({ type: 'submitted', comment });
    mutate({ thumb: state.thumb, comment });
  }

  return { state, choose, submit };
}
