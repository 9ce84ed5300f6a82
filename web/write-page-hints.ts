import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const SESSION_CALL = '</api/user/session>; rel=preload; as=fetch; crossorigin=anonymous';

/** What the program asks for when a browser comes with a session. */
const SESSION_MODULES = ['contract/src/session.ts', 'contract/src/consent.ts'];
const SIGNED_IN = [...SESSION_MODULES, 'web/src/app/signed-in-area.tsx'];
const CHAT = [...SIGNED_IN, 'web/src/features/chat/chat-screen.tsx'];
const LOGIN = ['web/src/features/login/login-screen.tsx'];
const admin = (screen: string) => [
  ...SIGNED_IN,
  'web/src/app/admin-layout.tsx',
  `web/src/features/${screen}.tsx`,
];

/** The modules that the routes load on demand, by path; `*` is every other path. */
const FOR_STRANGER = { '/': [], '*': LOGIN };
const FOR_SESSION = {
  '/': CHAT,
  '/chat': CHAT,
  '/profile': [...SIGNED_IN, 'web/src/features/profile/profile-screen.tsx'],
  '/consent': [...SESSION_MODULES, 'web/src/features/consent/consent-screen.tsx'],
  '/admin': admin('admin-dashboard/dashboard-screen'),
  '/admin/dashboard': admin('admin-dashboard/dashboard-screen'),
  '/admin/docs': admin('documents/documents-screen'),
  '/admin/sites': admin('sites/sites-screen'),
  '/admin/logs': admin('logs/logs-screen'),
  '/admin/users': admin('users/users-screen'),
  '*': SESSION_MODULES,
};

/**
 * Writes `page-hints.json` for the server: the `Link` header of each page, so that a browser fetches
 * the screen and the session together with the program that will ask for them.
 */
export function writePageHints(): Plugin {
  const root = join(import.meta.dirname, '..');
  return {
    name: 'write-page-hints',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      const entry = chunks.filter((chunk) => chunk.isEntry);
      const known = new Set(loadedWith(entry, bundle));
      const linksOf = (modules: readonly string[]) => {
        const wanted = modules.map((module) => holderOf(join(root, module), chunks));
        return loadedWith(wanted, bundle)
          .filter((file) => !known.has(file))
          .map(linkTo);
      };
      const source = JSON.stringify({
        forStranger: mapValues(FOR_STRANGER, (modules) => linksOf(modules).join(', ')),
        forSession: mapValues(FOR_SESSION, (modules) =>
          [SESSION_CALL, ...linksOf(modules)].join(', '),
        ),
      });
      this.emitFile({ type: 'asset', fileName: 'page-hints.json', source });
    },
  };
}

function holderOf(module: string, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const holder = chunks.find(({ moduleIds }) => moduleIds.includes(module));
  if (holder === undefined) throw new Error(`No chunk of the build holds ${module}`);
  return holder;
}

/** The files that chunks bring along: themselves, what they import at once, and their styles. */
function loadedWith(
  chunks: readonly Rolldown.OutputChunk[],
  bundle: Rolldown.OutputBundle,
): string[] {
  const seen = new Set(chunks);
  for (const chunk of seen) {
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') seen.add(imported);
    }
  }
  return [...seen].flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
  ]);
}

/**
 * The program itself and what paints first go before the screen. Vite asks for styles without
 * credentials; a hint that says otherwise would fetch them a second time.
 */
function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `</${file}>; rel=preload; as=style; crossorigin=anonymous`
    : `</${file}>; rel=modulepreload; crossorigin=anonymous; fetchpriority=low`;
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
