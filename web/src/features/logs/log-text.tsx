import './log-text.css';
import Markdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { rehypeLanguages } from '../../lib/language/markdown-languages.ts';
import { CONSOLE_LANGUAGE } from '../../lib/language/tell-language.ts';

const PLUGINS = [remarkGfm];
const REHYPE_PLUGINS: Options['rehypePlugins'] = [
  [rehypeLanguages, { language: CONSOLE_LANGUAGE }],
];

/** Headings stand below those of the log; addresses and pictures stay text, for nobody has checked them. */
const COMPONENTS: Components = {
  h1: 'h4',
  h2: 'h4',
  h3: 'h5',
  h4: 'h5',
  h5: 'h6',
  a: ({ children }) => <span>{children}</span>,
  img: () => null,
  input: () => null,
};

/** An answer as its asker saw it, its marks as plain numbers. */
export function LogText({ children }: { children: string }) {
  return (
    <div className="log-text">
      <Markdown remarkPlugins={PLUGINS} rehypePlugins={REHYPE_PLUGINS} components={COMPONENTS}>
        {children}
      </Markdown>
    </div>
  );
}
