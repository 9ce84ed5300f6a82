import type { Documents, OpenApiDocument } from './amend.ts';

/** Where a reply's schema is, as `document#pointer`; none for a reply without a body. */
export type FoundSchema = { schema: string | undefined } | { fault: string };

interface Asked {
  method: string;
  path: string;
  status: number;
  body: unknown;
}

const json = 'content/application~1json/schema';

/** Finds what the documents say of a reply. A flow reply is looked up by the state it names. */
export function findReplySchema(documents: Documents, asked: Asked): FoundSchema {
  const flow = `/${asked.path.split('/')[1]}`;
  if (!Object.hasOwn(documents.flow.paths, flow)) return findInPublic(documents.public, asked);
  if (asked.path === flow && asked.method === 'POST') return findState(documents.flow, asked);
  return findRefusal(asked, 'flow#/components/schemas/StateError');
}

function findState(document: OpenApiDocument, { path, status, body }: Asked): FoundSchema {
  const operation = `/paths/${encode(path)}/post`;
  if (!read(document, `${operation}/responses/${status}`)) return undocumented(status);
  const name = String(Reflect.get(Object(body), 'name'));
  if (name === 'error') return { schema: 'flow#/components/schemas/StateError' };
  const states = follow(document, `${operation}/responses/200`, json);
  const schema = read(document, `${states}/discriminator/mapping/${name}`);
  if (typeof schema !== 'string') return { fault: `the flow has no state ${name}` };
  return { schema: `flow${schema}` };
}

function findInPublic(document: OpenApiDocument, asked: Asked): FoundSchema {
  const known = Object.keys(document.paths).find((template) => matches(template, asked.path));
  const operation = known && `/paths/${encode(known)}/${asked.method.toLowerCase()}`;
  if (!operation || !read(document, operation)) {
    return findRefusal(asked, 'public#/components/schemas/Error');
  }
  const response = `${operation}/responses/${asked.status}`;
  if (!read(document, response)) return undocumented(asked.status);
  const described = follow(document, response);
  if (!read(document, `${described}/content`)) return { schema: undefined };
  return { schema: `public#${described}/${json}` };
}

/** Where nothing is, the only reply is that nothing is there. */
function findRefusal({ status }: Asked, schema: string): FoundSchema {
  if (status >= 400) return { schema };
  return { fault: 'the provider has no such address' };
}

function undocumented(status: number): FoundSchema {
  return { fault: `status ${status} is not documented` };
}

/** The pointer that is reached from another, going through references on the way. */
function follow(document: OpenApiDocument, pointer: string, further = ''): string {
  const reference = read(document, `${pointer}/$ref`);
  const here = typeof reference === 'string' ? reference.slice(1) : pointer;
  return further === '' ? here : follow(document, `${here}/${further}`);
}

function read(document: OpenApiDocument, pointer: string): unknown {
  let place: unknown = document;
  for (const step of pointer.slice(1).split('/')) {
    place = Reflect.get(Object(place), step.replaceAll('~1', '/'));
  }
  return place;
}

function matches(template: string, path: string): boolean {
  const steps = path.split('/');
  const pattern = template.split('/');
  return (
    steps.length === pattern.length &&
    pattern.every((step, at) => step === steps[at] || step.startsWith('{'))
  );
}

function encode(path: string): string {
  return path.replaceAll('/', '~1');
}
