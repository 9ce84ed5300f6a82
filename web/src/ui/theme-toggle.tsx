import { Moon, Sun } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { useTheme } from './theme/use-theme.ts';

export function ThemeToggle({ label }: { label: string }) {
  const { theme, toggleTheme } = useTheme();
  const Icon = theme === 'dark' ? Sun : Moon;
  return <IconButton label={label} icon={<Icon aria-hidden size={20} />} onClick={toggleTheme} />;
}
