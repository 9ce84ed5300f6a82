import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { buttonClasses } from '../ui/button-classes.ts';
import { FullPageState } from '../ui/full-page-state.tsx';
import { useMessages } from '../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

/** Long enough to read the sentence, short enough not to wait for. */
const READING_TIME_MS = 2_000;

/** Says why the route is closed, and leads to the consent screen by itself. */
export function ConsentNeededPage() {
  const messages = useMessages(MESSAGES);
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/consent'), READING_TIME_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <FullPageState>
      <h1 className="font-sans text-lg font-normal tracking-normal">{messages.consentNeeded}</h1>
      <Link to="/consent" className={buttonClasses('secondary')}>
        {messages.reviewAndAccept}
      </Link>
    </FullPageState>
  );
}
