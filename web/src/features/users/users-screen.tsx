import { Users } from 'lucide-react';
import { usePageTitle } from '../../lib/web-config.ts';
import { Card, Page } from '../../ui/page.tsx';
import { StateBox } from '../../ui/state-box.tsx';

/** The console speaks English alone. */
const MESSAGES = {
  heading: 'Users',
  placeholder: 'Admin users will be listed here.',
  empty: '(No admin users to display yet.)',
} as const;

export function UsersScreen() {
  usePageTitle(MESSAGES.heading);
  return (
    <Page>
      <h1>{MESSAGES.heading}</h1>
      <Card>
        <StateBox icon={<Users aria-hidden size={28} />}>
          <div>
            <p>{MESSAGES.placeholder}</p>
            <p className="mt-1 text-ink-3">{MESSAGES.empty}</p>
          </div>
        </StateBox>
      </Card>
    </Page>
  );
}
