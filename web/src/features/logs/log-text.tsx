import './log-text.css';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

const PLUGINS = [remarkGfm];

/** Headings stand below those of the log; addresses and pictures stay text, for nobody has checked them. */
const COMPONENTS: Components = {
  h1: ({ children }) => <h4>{children}</h4>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h5>{children}</h5>,
  h5: ({ children }) => <h6>{children}</h6>,
  a: ({ children }) => <span>{children}</span>,
  img: () => null,
  input: () => null,
};

/** An answer as its asker saw it, its marks as plain numbers. */
export function LogText({ children }: { children: string }) {
  return (
    <div className="log-text">
      <Markdown remarkPlugins={PLUGINS} components={COMPONENTS}>
        {children}
      </Markdown>
    </div>
  );
}
