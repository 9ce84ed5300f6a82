import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketAddress } from '../../src/platform/files/bucket-address.ts';

interface Refusal {
  status: number;
  code: string;
}

/** What goes wrong with a request. */
type Fault =
  | Refusal
  /** The connection breaks before anything is done, or when all is done. */
  | 'broken'
  | 'lost'
  /** Nothing is ever replied. */
  | 'silent';

/** The outside network of a service that speaks S3, with one bucket. */
export interface TestBucket {
  address: BucketAddress;
  /** By their whole names. */
  objects: Map<string, { bytes: Buffer; storedAt: Date }>;
  /** What becomes of the next requests, one each. */
  faults: Fault[];
  /** What every request, or every one that writes, is refused with. */
  refuses: Refusal | undefined;
  refusesFiles: Refusal | undefined;
  /** As in `PUT name`. */
  requests: string[];
  close(): Promise<void>;
}

const NAMES_PER_PAGE = 2;

export async function startBucket(prefix = ''): Promise<TestBucket> {
  const server = createServer((incoming, outgoing) => {
    serve(bucket, incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bucket: TestBucket = {
    address: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      bucket: 'documents',
      prefix,
      keyId: 'key',
      secret: 'secret',
    },
    objects: new Map(),
    faults: [],
    refuses: undefined,
    refusesFiles: undefined,
    requests: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return bucket;
}

async function serve(
  bucket: TestBucket,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = '', headers } = incoming;
  const url = new URL(incoming.url ?? '', bucket.address.endpoint);
  const name = decodeURIComponent(url.pathname.slice(`/${bucket.address.bucket}/`.length));
  bucket.requests.push(`${method} ${name}`.trim());
  const bytes = await buffer(incoming);
  const refusal = method === 'PUT' ? bucket.refusesFiles : undefined;
  const fault = bucket.refuses ?? refusal ?? bucket.faults.shift();
  if (fault === 'silent') return;
  if (fault === 'broken') return void incoming.socket.destroy();
  if (typeof fault === 'object') return refuse(outgoing, fault);
  if (!headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${bucket.address.keyId}/`)) {
    return refuse(outgoing, { status: 403, code: 'InvalidAccessKeyId' });
  }
  const reply = act(bucket, { method, name, query: url.searchParams, bytes, headers });
  if (fault === 'lost') return void incoming.socket.destroy();
  if ('code' in reply) return refuse(outgoing, reply);
  outgoing.writeHead(reply.status).end(reply.body);
}

interface Asked {
  method: string;
  name: string;
  query: URLSearchParams;
  bytes: Buffer;
  headers: IncomingMessage['headers'];
}

function act(
  { objects }: TestBucket,
  { method, name, query, bytes, headers }: Asked,
): { status: number; body?: Buffer | string } | Refusal {
  if (method === 'GET' && name === '') return { status: 200, body: list(objects, query) };
  if (method === 'PUT') {
    const digest = createHash('sha256').update(bytes).digest('base64');
    if (headers['x-amz-checksum-sha256'] !== digest) return { status: 400, code: 'BadDigest' };
    objects.set(name, { bytes, storedAt: new Date() });
    return { status: 200 };
  }
  const found = objects.get(name);
  if (method === 'DELETE') {
    objects.delete(name);
    return { status: 204 };
  }
  return found === undefined
    ? { status: 404, code: 'NoSuchKey' }
    : { status: 200, body: found.bytes };
}

function list(objects: TestBucket['objects'], query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const left = [...objects]
    .filter(([name]) => name.startsWith(query.get('prefix') ?? '') && name > after)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const page = left.slice(0, NAMES_PER_PAGE);
  const contents = page.map(
    ([name, { bytes, storedAt }]) =>
      `<Contents><Key>${name}</Key><LastModified>${storedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
  );
  const isTruncated = left.length > page.length;
  const next = isTruncated
    ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>`
    : '';
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

function refuse(outgoing: ServerResponse, { status, code }: Refusal): void {
  outgoing
    .writeHead(status, { 'content-type': 'application/xml; charset=utf-8' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}
