import { expect } from '@playwright/test';
import { signUpOverHttp } from '../support/http-client.ts';
import { test } from '../identity/support/test.ts';

test.use({
  settings: {
    HANKO_AUDIENCE: 'elsewhere.example.org',
    EMBEDDING_MODEL: 'none',
    WORKER: 'separate',
  },
});

test('[AUTH-03] a token that was made for somebody else opens no session', async ({ product }) => {
  const signUp = signUpOverHttp(product, { email: 'foreign@example.org' });
  await expect(signUp).rejects.toThrow('The product replied to the sign-in with 401.');
});
