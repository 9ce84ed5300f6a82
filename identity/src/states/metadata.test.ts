import { describe, expect, test } from 'vitest';
import { engines } from '../../test/open-test-database.ts';
import { useProviders } from '../../test/providers.ts';
import { signUp } from '../../test/sign-up.ts';

describe.each(engines)('own metadata on $name', (engine) => {
  const providers = useProviders(engine);

  test('[IDP-13] it is patched, kept within bounds and cleared', async () => {
    const client = await signUp(await providers.build(), 'meta@example.org');
    await client.begin('profile');
    const patch = (patch_metadata: unknown) => client.run('patch_metadata', { patch_metadata });
    await patch({ theme: 'dark', nested: { a: 1, b: 2 } });
    await patch({ nested: { a: null } });
    expect(client.reply.payload).toMatchObject({
      user: { metadata: { unsafe_metadata: { theme: 'dark', nested: { b: 2 } } } },
    });
    let deep: unknown = 1;
    for (let level = 0; level < 1000; level += 1) deep = { a: deep };
    const refused = ['text', 7, [1], undefined, { big: 'x'.repeat(3000) }, { nul: '\0' }, deep];
    for (const value of refused) {
      expect(await patch(value)).toMatchObject({ name: 'profile_init', status: 400 });
      const { error } = client.reply.actions.patch_metadata?.inputs.patch_metadata ?? {};
      expect(error?.code).toBe('invalid_metadata_error');
    }
    expect(client.reply.payload).toHaveProperty('user.metadata');
    await patch(null);
    expect(client.reply.payload).not.toHaveProperty('user.metadata');
  });
});
