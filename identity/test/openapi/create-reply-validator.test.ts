import { describe, expect, test } from 'vitest';
import { createReplyValidator } from './create-reply-validator.ts';

const validate = createReplyValidator();
const flowId = '097c56c5-a32c-4686-aa96-62613c549b89';
const passwordLogin = {
  action: 'password_login',
  href: `/login?action=password_login%40${flowId}`,
  description: 'Sign in with a password.',
  inputs: { password: { name: 'password', type: 'password', required: true } },
};
const screen = {
  name: 'login_password',
  status: 200,
  payload: {},
  csrf_token: '16DCfs0obwSn940wFl1xetng5ihXaH3d',
  actions: { password_login: passwordLogin },
  links: null,
};
const claims = { subject: flowId, session_id: flowId, expiration: '2026-11-20T22:00:00.000Z' };

const reply = (body: unknown, changes: { path?: string; status?: number } = {}) => ({
  method: 'POST',
  path: `/login?action=password_login%40${flowId}`,
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body,
  ...changes,
});

describe('what is checked of a reply', () => {
  test('[IDP-19] a screen as the widget expects it is valid, under the mount point too', () => {
    expect(validate(reply(screen))).toEqual([]);
    expect(validate(reply(screen, { path: '/identity/login' }))).toEqual([]);
    const error = { code: 'form_data_invalid_error', message: 'Invalid form data.' };
    expect(validate(reply({ ...screen, status: 400, error }, { status: 400 }))).toEqual([]);
  });

  test.each([
    ['no actions', { ...screen, actions: undefined }],
    ['actions that are null', { ...screen, actions: null }],
    ['no payload', { ...screen, payload: undefined }],
    ['no csrf token', { ...screen, csrf_token: undefined }],
    ['a status that is not a number', { ...screen, status: '200' }],
    ['another status than HTTP', { ...screen, status: 400 }],
    ['a state of another flow', { ...screen, name: 'profile_init' }],
    ['a state nobody knows', { ...screen, name: 'lobby' }],
    ['an error without code', { ...screen, error: { message: 'x' } }],
    ['a key nobody knows', { ...screen, debug: true }],
    ['an action of another state', withAction({ skip: { ...passwordLogin, action: 'skip' } })],
    ['an action under a wrong name', withAction({ ...passwordLogin, action: 'skip' })],
    ['an action without inputs', withAction({ ...passwordLogin, inputs: undefined })],
    ['an action whose input is missing', withAction({ ...passwordLogin, inputs: {} })],
    ['an input of a wrong type', withInput({ name: 'password', type: 'text' })],
    ['an input of a wrong name', withInput({ name: 'word', type: 'password' })],
    ['a length that is a text', withInput({ name: 'password', type: 'password', min_length: '8' })],
    ['text', 'Bad Gateway'],
    ['nothing', undefined],
  ])('[IDP-19] a flow reply with %s is faulty', (_what, body) => {
    expect(validate(reply(body))).not.toEqual([]);
  });

  test.each([
    ['GET', '/sessions/validate', 200, { is_valid: 'yes' }],
    ['GET', '/sessions/validate', 200, {}],
    ['GET', '/sessions/validate', 200, { is_valid: true, claims: { ...claims, subject: 1 } }],
    ['GET', '/me', 200, { id: 'x', user_id: 'x' }],
    ['GET', '/me', 401, { error: 'Unauthorized' }],
    ['GET', '/me', 302, {}],
    ['POST', '/logout', 204, { done: true }],
    ['GET', '/.well-known/jwks.json', 200, { keys: 'none' }],
  ])('[IDP-19] %s %s answering %i with %j is faulty', (method, path, status, body) => {
    expect(validate({ method, path, status, body })).not.toEqual([]);
  });

  test('[IDP-19] an address that the provider does not have is said to be none', () => {
    expect(validate({ method: 'GET', path: '/admin', status: 200, body: {} })).toEqual([
      'GET /admin 200: the provider has no such address',
    ]);
    const missing = { code: 404, message: 'Not Found' };
    expect(validate({ method: 'GET', path: '/admin', status: 404, body: missing })).toEqual([]);
  });

  test('[IDP-19] a reply that is not called JSON is faulty', () => {
    expect(validate({ ...reply(screen), contentType: 'text/html' })).toEqual([
      'POST /login 200: is text/html, not JSON',
    ]);
  });
});

function withAction(action: object): object {
  return { ...screen, actions: { password_login: action } };
}

function withInput(input: object): object {
  return withAction({ ...passwordLogin, inputs: { password: input } });
}
