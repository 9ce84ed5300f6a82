import { decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { createPerson } from '../../test/create-person.ts';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { signIn } from '../../test/sign-up.ts';

const day = 24 * 60 * 60;
const kidOf = (token = '') => decodeProtectedHeader(token).kid;

describe.each(engines)('rotation of the signing key on $name', (engine) => {
  const providers = useProviders(engine);

  test('[IDP-19] a new key is published first, signs a day later, and old tokens live on', async () => {
    const provider = await providers.build({ config: { session: { lifespanSeconds: 3 * day } } });
    const { identity, clock } = provider;
    const kids = () => identity.publicKeys.keys.map(({ kid }) => kid);
    await createPerson(provider, { email: 'rot@example.org' });
    const [first] = kids();
    await identity.removeExpired();
    expect(kids()).toEqual([first]);

    clock.advance(90 * day);
    const before = await signIn(provider, 'rot@example.org');
    await identity.removeExpired();
    const [second, ...others] = kids();
    expect(others).toEqual([first]);
    expect(kidOf((await signIn(provider, 'rot@example.org')).token)).toBe(first);

    clock.advance(day + 61);
    await identity.removeExpired();
    const after = await signIn(provider, 'rot@example.org');
    expect(kidOf(after.token)).toBe(second);
    for (const client of [before, after]) expect((await client.get('/me')).status).toBe(200);

    clock.advance(3 * day);
    await identity.removeExpired();
    expect(kids()).toEqual([second]);
    const published = await after.get('/.well-known/jwks.json');
    const [{ n = '' } = {}] = identity.publicKeys.keys;
    expect(Buffer.from(n, 'base64url').length * 8).toBe(3072);
    expect(published.body).toMatchObject({ keys: [{ kid: second, alg: 'RS256', use: 'sig' }] });
  });
});
