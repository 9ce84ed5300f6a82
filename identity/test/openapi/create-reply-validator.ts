import { readFileSync } from 'node:fs';
import type { ErrorObject } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { amend, type Amendment, type Documents } from './amend.ts';
import { demands, waivers } from './amendments.ts';
import { findReplySchema } from './find-reply-schema.ts';

/** A reply of the provider as it came over the wire. */
export interface WireReply {
  method: string;
  /** The requested address below the provider's base, with or without query and `/identity`. */
  path: string;
  status: number;
  contentType?: string | undefined;
  /** Parsed JSON; `undefined` or an empty text where there is none. */
  body: unknown;
}

/** Says in words what is wrong with a reply; nothing is wrong when the list is empty. */
export type ReplyValidator = (reply: WireReply) => string[];

const documentNames = ['flow', 'public'] as const;

/**
 * Checks replies against the published OpenAPI documents of the protocol, read once, with the
 * {@link waivers} where the documents are wrong and the {@link demands} where the widget needs more
 * than they say. Schemas compile when first met.
 */
export function createReplyValidator(
  amendments: readonly Amendment[] = [...waivers, ...demands],
): ReplyValidator {
  const documents = readDocuments();
  for (const amendment of amendments) amend(documents, amendment);
  const ajv = new Ajv2019({ strict: false, validateSchema: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('uuid4', /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  ajv.addFormat('base64url', /^[\w-]*=*$/);
  for (const name of documentNames) ajv.addSchema(documents[name], name);

  return (reply) => {
    const path = reply.path.replace(/\?.*$/s, '').replace(/^\/identity(?=\/)/, '');
    const found = findReplySchema(documents, { ...reply, path });
    const where = `${reply.method} ${path} ${reply.status}`;
    if ('fault' in found) return [`${where}: ${found.fault}`];
    if (found.schema === undefined) {
      return isEmpty(reply.body) ? [] : [`${where}: has a body where none is documented`];
    }
    if (reply.contentType !== undefined && !reply.contentType.startsWith('application/json')) {
      return [`${where}: is ${reply.contentType}, not JSON`];
    }
    const validate = ajv.getSchema(found.schema) ?? ajv.compile({ $ref: found.schema });
    const faults = validate(reply.body) ? [] : (validate.errors ?? []).map(describe);
    const said: unknown = Reflect.get(Object(reply.body), 'status') ?? reply.status;
    if (said !== reply.status) faults.push(`the reply says status ${String(said)}`);
    return faults.map((fault) => `${where}: ${fault}`);
  };
}

function readDocuments(): Documents {
  const read = (name: string) =>
    parse(readFileSync(new URL(`openapi-${name}.yaml`, import.meta.url), 'utf8'));
  return { flow: read('flow'), public: read('public') };
}

function isEmpty(body: unknown): boolean {
  return body === undefined || body === null || body === '';
}

function describe({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || 'the reply'} ${message} ${JSON.stringify(params)}`;
}
