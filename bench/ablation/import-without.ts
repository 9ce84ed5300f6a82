import { registerHooks } from 'node:module';

/** Text that is appended to modules, by their path from the project's root: it takes a function's place. */
export type Patches = Readonly<Record<string, string>>;

const ROOT = new URL('../../', import.meta.url).href;
const patchesByName = new Map<string, Patches>();
let areHooksThere = false;

/**
 * Imports a module of the project with all that it imports, apart from the same modules loaded elsewhere, and
 * with `patches`. So a part is switched off that the product has no switch for. A name stands for one set of
 * patches as long as the process runs.
 */
export async function importWithout<Module>(
  path: string,
  { name, patches }: { name: string; patches: Patches },
): Promise<Module> {
  if (!areHooksThere) addHooks();
  areHooksThere = true;
  patchesByName.set(name, patches);
  return (await import(`${ROOT}${path}?without=${encodeURIComponent(name)}`)) as Module;
}

function addHooks(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const name = readName(context.parentURL);
      const isOurs = resolved.url.startsWith(ROOT) && !resolved.url.includes('/node_modules/');
      if (name === null || !isOurs || readName(resolved.url) !== null) return resolved;
      return { ...resolved, url: `${resolved.url}?without=${encodeURIComponent(name)}` };
    },
    load(url, context, next) {
      const loaded = next(url, context);
      const [path = ''] = url.slice(ROOT.length).split('?');
      const patch = patchesByName.get(readName(url) ?? '')?.[path];
      if (patch === undefined) return loaded;
      const { source = '' } = loaded;
      const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
      return { ...loaded, source: `${text}\n${patch}\n` };
    },
  });
}

function readName(url: string | undefined): string | null {
  return url?.startsWith(ROOT) ? new URL(url).searchParams.get('without') : null;
}
