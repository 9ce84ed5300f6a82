import { Link } from 'react-router';
import { buttonClasses } from '../../ui/button-classes.ts';
import { MESSAGES } from './messages.ts';

export function StartLink() {
  return (
    <Link to="/login" className={buttonClasses('accent', 'lg', 'max-xs:w-full')}>
      {MESSAGES.start}
    </Link>
  );
}
