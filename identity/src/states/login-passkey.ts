import { goBack } from '../actions/go-back.ts';
import { verifyAssertionResponse } from '../actions/verify-assertion-response.ts';
import type { StateDefinition } from '../engine/definitions.ts';
import { requestOptions } from '../services/webauthn/options.ts';

/**
 * The browser asks for a passkey or security key; never drawn. A challenge is used once, so after
 * a refused answer there are no options, and the widget goes back instead of asking for ever.
 */
export const loginPasskey: StateDefinition = {
  name: 'login_passkey',
  payload: requestOptions,
  actions: [verifyAssertionResponse, goBack],
};
