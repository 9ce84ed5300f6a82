import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../src/config.ts';
import { DEPLOY_FOLDER, EXAMPLE, readCompose, readDeployed } from './read-compose.ts';

const hankoConfig = z.object({
  session: z.object({
    audience: z.array(z.string()),
    enable_auth_token_header: z.boolean(),
    cookie: z.object({ retention: z.string(), secure: z.boolean() }),
  }),
  webauthn: z.object({ relying_party: z.object({ id: z.string(), origins: z.array(z.string()) }) }),
  third_party: z.object({ redirect_url: z.string() }),
  secret_keys: z.array(z.string().min(16)),
  secrets: z.object({ keys: z.array(z.string().min(16)) }),
});

const { services, volumes, configs } = readCompose();
const hanko = hankoConfig.parse(parse(configs.hanko.content));

test('the deployed product accepts its settings, and they agree with the provider beside it', () => {
  const config = readConfig(services.product?.environment ?? {});
  expect(config.publicUrl).toBe('https://pathway.example.org');
  expect(config.trustedProxies).toEqual(['uniquelocal']);
  expect(config.hankoApiUrl).toBe('https://pathway.example.org/hanko');
  expect(hanko.session.audience).toEqual([config.hankoAudience]);
  expect(hanko.webauthn.relying_party).toMatchObject({
    id: 'pathway.example.org',
    origins: [config.publicUrl],
  });
  expect(hanko.third_party.redirect_url).toBe(`${config.hankoApiUrl}/thirdparty/callback`);
});

test('the deployed provider hands its token over in a header, and keeps its admin API closed', () => {
  expect(hanko.session.enable_auth_token_header).toBe(true);
  expect(hanko.session.cookie).toEqual({ retention: 'prompt', secure: true });
  expect(services.hanko?.command?.at(-1)).toBe('public');
});

test('the deployed provider encrypts with the key of the installation, in either version', () => {
  const key = 'value-of-HANKO_SECRET';
  expect([hanko.secret_keys, hanko.secrets.keys]).toEqual([[key], [key]]);
});

test('everything a deployment names is there and pinned', () => {
  const used = new Set(
    [...readDeployed('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name),
  );
  expect([...used].toSorted()).toEqual([...EXAMPLE.keys()].toSorted());
  for (const { image, volumes: mounts = [] } of Object.values(services)) {
    expect(image ?? 'built:here').toMatch(/:(?!latest)[\w.-]+$/);
    for (const mount of mounts) {
      const [source = ''] = mount.split(':');
      const isThere = source in volumes || existsSync(new URL(source, DEPLOY_FOLDER));
      expect([mount, isThere]).toEqual([mount, true]);
    }
  }
});
