import type { Amendment } from './amend.ts';

const schemas = 'flow/components/schemas';
const ref = (schema: string) => ({ $ref: `#/components/schemas/${schema}` });
const elsewhere = { description: 'A redirect without a body' };
const drawnStates = 'C* D* L* M* O* Pa* Pr* R* Su* T*'
  .split(' ')
  .map((name) => `${schemas}/State${name}`);

/**
 * Where the published documents (Flow API 1.2.0) are wrong or silent about what the widget and its
 * provider exchange. A test proves that each one is still needed.
 */
export const waivers: readonly Amendment[] = [
  {
    reason:
      'a state that refuses an input stays, with the status of the error; only 200 is allowed',
    at: [
      'StateLogin*',
      'StateMFAOTPSecretCreation',
      'StateOnboarding*',
      'StatePasscodeConfirmation',
      'StatePasswordCreation',
      'StateProfileInit',
      'StateProfileWebauthn*',
      'StateRegistrationInit',
      'StateThirdParty',
    ].map((state) => `${schemas}/${state}/allOf/1/properties/status/enum`),
    value: [200, 400, 401, 403, 404, 429],
  },
  {
    reason: 'a state that refuses an input says why; `error` is missing from the states',
    at: `${schemas}/StateBase/properties/error`,
    value: ref('Error'),
  },
  {
    reason: 'framework failures on flow addresses are envelopes too',
    at: [404, 413, 415].map((status) => `flow/paths/*/post/responses/${status}`),
    value: { $ref: '#/components/responses/FlowResponseInternalServerError' },
  },
  {
    reason: 'the input is named public_key, not public-key',
    at: `${schemas}/InputPublicKey/allOf/1/properties/name/enum`,
    value: ['public_key'],
  },
  {
    reason: 'new_password is demanded to be named password as well',
    at: `${schemas}/InputNewPassword/allOf/0`,
    value: ref('Input'),
  },
  {
    reason: 'the action that verifies an attestation has the name of the one for assertions',
    at: `${schemas}/ActionWebauthnVerifyAttestationResponse/allOf/1/properties/action/enum`,
    value: ['webauthn_verify_attestation_response'],
  },
  {
    reason: 'username_delete has the name username_create',
    at: `${schemas}/ActionUsernameDelete/allOf/1/properties/action/enum`,
    value: ['username_delete'],
  },
  {
    reason: 'the widget runs username_create and username_update; username_set exists nowhere',
    at: ['ProfileInit', 'OnboardingUsername'].flatMap((state) => [
      `${schemas}/Actions${state}/properties/username_create`,
      `${schemas}/Actions${state}/properties/username_update`,
    ]),
    value: {
      allOf: [ref('Action'), { properties: { inputs: ref('InputsUsernameSet') } }],
    },
  },
  {
    reason: 'the id of a credential is what its authenticator chose, no uuid',
    at: `${schemas}/WebauthnCredential/properties/id`,
    value: { type: 'string', format: 'base64url' },
  },
  {
    reason: 'identity_id of the disconnect action is an input like any other, not a text',
    at: `${schemas}/InputsDisconnectThirdPartyOAuthProvider/properties/identity_id`,
    value: ref('Input'),
  },
  {
    reason: 'a provider of our own is called custom_…',
    at: `${schemas}/InputProviderAllowedValue`,
    value: {
      type: 'string',
      pattern: '^(apple|discord|facebook|github|google|linkedin|microsoft|custom_.+)$',
    },
  },
  {
    reason: 'request_options are absent where autofill is off and after a refused response',
    at: `${schemas}/PayloadRequestOptions/required`,
    value: undefined,
  },
  {
    reason: 'creation_options are absent after a refused response',
    at: `${schemas}/PayloadCreationOptions/required`,
    value: undefined,
  },
  {
    reason: 'the length of a username is configurable, 32 by default; only 40 is allowed',
    at: `${schemas}/InputUsername/allOf/1/properties/max_length/enum`,
    value: undefined,
  },
  {
    reason: 'the identifier input is named email or username where only one of them is used',
    at: ['email', 'username'].map(
      (name) => `${schemas}/InputsContinueWithLoginIdentifier/properties/${name}`,
    ),
    value: { anyOf: [ref('InputEmail'), ref('InputUsername')] },
  },
  {
    reason: 'the method chooser offers passkeys and the way back',
    at: `${schemas}/ActionsLoginMethodChooser/properties/webauthn_generate_request_options`,
    value: ref('ActionWebauthnGenerateRequestOptions'),
  },
  {
    reason: 'the method chooser can be left',
    at: `${schemas}/ActionsLoginMethodChooser/properties/back`,
    value: ref('ActionBack'),
  },
  {
    reason: 'the widget draws "Choose another method" on the password screen for this action alone',
    at: `${schemas}/ActionsLoginPassword/properties/continue_to_login_method_chooser`,
    value: ref('Action'),
  },
  {
    reason: 'the widget sends its verifier with the token',
    at: `${schemas}/InputsExchangeToken/properties/code_verifier`,
    value: ref('InputCodeVerifier'),
  },
  {
    reason: 'the way back out of a token exchange begins a sign-in, or the widget is locked out',
    at: `${schemas}/StatesTokenExchange/discriminator/mapping/preflight`,
    value: '#/components/schemas/StatePreflight',
  },
  ...Object.entries({
    login_otp: 'LoginOTP',
    login_security_key: 'LoginSecurityKey',
    login_passkey: 'LoginPasskey',
    device_trust: 'DeviceTrust',
  }).map(([name, schema]) => ({
    reason: `whoever comes from a provider has a second factor in every flow: ${name}`,
    at: ['Registration', 'TokenExchange'].map(
      (flow) => `${schemas}/States${flow}/discriminator/mapping/${name}`,
    ),
    value: `#/components/schemas/State${schema}`,
  })),
  {
    reason: 'ext:<provider> stands for any provider; it is listed as a literal',
    at: `${schemas}/Claims/properties/amr/items`,
    value: { type: 'string', pattern: '^(pwd|passkey|otp|totp|security_key|ext:.+)$' },
  },
  {
    reason: 'the reply says is_valid; isValid is demanded',
    at: 'public/components/responses/ValidateSessionResponse/content/application~1json/schema/required',
    value: ['is_valid'],
  },
  {
    reason: 'a user by id is for that user alone, who has to be signed in',
    at: 'public/paths/~1users~1{id}/get/responses/401',
    value: { $ref: '#/components/responses/Unauthorized' },
  },
  {
    reason: 'whatever a browser asks may be refused because it asks too often',
    at: ['get', 'post'].map((method) => `public/paths/*/${method}/responses/429`),
    value: { $ref: '#/components/responses/TooManyRequests' },
  },
  {
    reason: 'a provider may respond by a form, which goes on as a query',
    at: 'public/paths/~1thirdparty~1callback/post',
    value: { responses: { 303: elsewhere } },
  },
  {
    reason: 'a sign-in begun by an institution ends with 302',
    at: 'public/paths/~1thirdparty~1callback/get/responses/302',
    value: elsewhere,
  },
  {
    reason: 'the way to a provider leads over an address of ours',
    at: 'public/paths/~1thirdparty~1authorize',
    value: { get: { responses: { 307: elsewhere } } },
  },
  {
    reason: 'an institution may begin a sign-in',
    at: 'public/paths/~1thirdparty~1initiate',
    value: {
      get: { responses: { 302: elsewhere, 400: { $ref: '#/components/responses/BadRequest' } } },
    },
  },
  {
    reason: 'whoever runs the provider asks for its health',
    at: 'public/paths/~1health~1{kind}',
    value: {
      get: {
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { type: 'object', additionalProperties: { const: true }, minProperties: 1 },
              },
            },
          },
        },
      },
    },
  },
];

/** What the widget relies on although the documents leave it open. */
export const demands: readonly Amendment[] = [
  {
    reason: 'the widget stops for good at a reply that lacks one of these',
    at: `${schemas}/StateBase/required`,
    value: ['name', 'status', 'actions', 'csrf_token', 'links'],
  },
  {
    reason: 'drawn states read their payload unguarded',
    at: drawnStates.map((state) => `${state}/required`),
    value: ['payload'],
  },
  {
    reason: 'nothing leaves that is not documented',
    at: [...drawnStates, `${schemas}/StateError`, `${schemas}/Actions*`, `${schemas}/Inputs*`].map(
      (schema) => `${schema}/unevaluatedProperties`,
    ),
    value: false,
  },
  {
    reason: 'the widget reads the inputs of every action unguarded',
    at: `${schemas}/Action/required`,
    value: ['action', 'href', 'description', 'inputs'],
  },
  {
    reason: 'the widget reads an input by name and type',
    at: `${schemas}/Input/required`,
    value: ['name', 'type'],
  },
  {
    reason: 'an error is translated by its code',
    at: `${schemas}/Error/required`,
    value: ['code', 'message'],
  },
  {
    reason: 'the widget computes with the end of the session',
    at: `${schemas}/Claims/required`,
    value: ['subject', 'session_id', 'expiration'],
  },
];
