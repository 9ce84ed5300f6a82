import { Link } from 'react-router';
import { buttonClasses } from '../../ui/button-classes.ts';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

export function StartLink() {
  const messages = useMessages(MESSAGES);
  return (
    <Link to="/login" className={buttonClasses('accent', 'lg', 'max-xs:w-full')}>
      {messages.start}
    </Link>
  );
}
