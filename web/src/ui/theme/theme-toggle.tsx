import { Moon, Sun } from 'lucide-react';
import { readStored, writeStored } from '../../lib/browser-store.ts';
import { IconButton } from '../button.tsx';

/** Shows the theme that it leads to; which of the two icons is drawn is the style sheet's choice. */
export function ThemeToggle({ label }: { label: string }) {
  const icon = (
    <>
      <Sun aria-hidden size={20} className="[display:var(--in-dark)]" />
      <Moon aria-hidden size={20} className="[display:var(--in-light)]" />
    </>
  );
  return <IconButton label={label} icon={icon} onClick={toggleTheme} />;
}

/** Read by public/before-paint.js too, before the first paint. */
const STORAGE_KEY = 'theme';

/** Chooses the other theme than the one that shows now, chosen or the system's. */
function toggleTheme(): void {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  writeStored(STORAGE_KEY, theme);
}

function currentTheme(): string {
  const chosen = document.documentElement.dataset.theme ?? readStored(STORAGE_KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
