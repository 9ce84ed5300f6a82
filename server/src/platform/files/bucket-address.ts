/** A bucket that speaks S3, and the key that opens it. */
export interface BucketAddress {
  /** Origin of the service, such as `https://s3.example.org`. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Begins the name of every file; empty, or with a slash at its end. */
  prefix: string;
  keyId: string;
  secret: string;
}

/** Lower case letters, digits, dots and hyphens: 3 to 63 of them. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[\w.-]+\/)*$/;

/**
 * Reads `s3://BUCKET[/PREFIX]?endpoint=…&region=…`. Without an endpoint it is Amazon's of the region.
 *
 * @throws Error with a sentence that says what is wrong.
 */
export function readBucketAddress(
  text: string,
  key: { id: string | undefined; secret: string | undefined },
): BucketAddress {
  const url = new URL(text);
  const { region = 'us-east-1', endpoint, ...others } = Object.fromEntries(url.searchParams);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error(`knows endpoint and region, not ${unknown}`);
  if (url.username !== '') throw new Error('holds no key: that stands in variables of its own');
  if (!BUCKET.test(url.host)) throw new Error('names no bucket: s3://BUCKET/PREFIX');
  const path = url.pathname.replace(/^\/+|\/+$/g, '');
  const prefix = path === '' ? '' : `${path}/`;
  if (!PREFIX.test(prefix)) throw new Error('has a prefix with other than letters, digits, . _ -');
  if (key.id === undefined || key.secret === undefined) {
    throw new Error('needs FILES_ACCESS_KEY_ID and FILES_SECRET_ACCESS_KEY');
  }
  return {
    endpoint: readEndpoint(endpoint ?? `https://s3.${region}.amazonaws.com`),
    region,
    bucket: url.host,
    prefix,
    keyId: key.id,
    secret: key.secret,
  };
}

function readEndpoint(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/') {
    throw new Error('needs an endpoint that is an https address without a path');
  }
  return url.origin;
}
