import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../lib/browser-store.ts';
import { IconButton } from '../button.tsx';

export function ThemeToggle({ label }: { label: string }) {
  const { theme, toggleTheme } = useTheme();
  const Icon = theme === 'dark' ? Sun : Moon;
  return <IconButton label={label} icon={<Icon aria-hidden size={20} />} onClick={toggleTheme} />;
}

type Theme = 'light' | 'dark';

/** Read by public/stored-theme.js too, before the first paint. */
const STORAGE_KEY = 'theme';
const CHANGED = 'theme-changed';

/** The theme that shows now, chosen or the system's, and a way to choose the other one. */
function useTheme(): { theme: Theme; toggleTheme: () => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme);
  return { theme, toggleTheme: () => chooseTheme(theme === 'dark' ? 'light' : 'dark') };
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme ?? readStored(STORAGE_KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return systemPrefersDark().matches ? 'dark' : 'light';
}

function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  writeStored(STORAGE_KEY, theme);
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(onChange: () => void): () => void {
  const system = systemPrefersDark();
  system.addEventListener('change', onChange);
  window.addEventListener(CHANGED, onChange);
  return () => {
    system.removeEventListener('change', onChange);
    window.removeEventListener(CHANGED, onChange);
  };
}

function systemPrefersDark(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}
