/** Where a real Hanko is not as the embedded provider, and what that means to whom. */
interface Difference {
  /** Finds it: the titles of journeys that cannot end alike, or lines of the comparison of replies. */
  where: RegExp;
  hanko: string;
  effect: string;
  /** Beginning of the versions that it is true of, if not of all. */
  version?: string;
}

/** Journeys that a visitor of a product with Hanko cannot walk to the end, or not so soon. */
export const OTHER_JOURNEYS: readonly Difference[] = [
  {
    where: /whoever begins too often is told to wait/,
    hanko: 'does not limit how many flows are opened',
    effect: 'none for visitors; whoever runs Hanko limits requests at the proxy',
  },
  {
    where: /a flow that is refused says why|after five minutes it is refused/,
    hanko: 'has a clock that no test moves',
    effect: 'none',
  },
  {
    where: /posts its reply links to the account/,
    hanko: 'asks no provider of its own list to post its reply',
    effect: 'providers that only post cannot be used',
  },
  {
    where: /the session is checked every 30 seconds/,
    hanko: 'knows no browsers, and leaves no cookie that says so',
    effect: 'none; all that comes before it was seen to hold',
  },
  {
    where: /what is neither an address nor a name of somebody known/,
    hanko: 'takes a text with two signs @ for the name of somebody unknown',
    effect: 'another sentence under the field',
  },
  {
    where: /a code signs up, back leads to the address/,
    hanko: 'mails three codes a minute to an address, known browsers included',
    effect: 'whoever asks for a fourth within a minute waits',
  },
  {
    where: /whoever reads in Spanish gets mail/,
    hanko: 'words its own mails',
    effect: 'the sentence of the mail is another',
  },
  {
    where: /the passkey button says why it cannot be pressed/,
    hanko: 'offers no passkeys to a browser that has none',
    effect: 'the button is missing, with its explanation',
  },
  {
    where: /a new password shows its format/,
    hanko: 'does not say how long a new password may be',
    effect: 'the field takes more than 72 characters, which are refused when sent',
  },
  {
    where: /a password that everybody knows is refused/,
    hanko: 'takes any password that is long enough',
    effect: 'accounts with passwords that are guessed first',
  },
  {
    where: /the link counts down, and too many mails/,
    hanko: 'says when the next code may be asked for only once that was asked too often',
    effect: 'the link to a new code does not count down before',
  },
  {
    where: /a username is set, changed and deleted/,
    hanko: 'fails to change a username (its database refuses a row without tenant)',
    effect: 'a technical error; the username can be deleted and set anew',
    version: 'v3',
  },
  {
    where: /a password is set, changed and deleted/,
    hanko: 'takes any password that is long enough',
    effect: 'accounts with passwords that are guessed first',
  },
  {
    where: /a password signs in, and a forgotten one is replaced/,
    hanko: 'leads back to the choice by Back alone where there was a choice',
    effect: 'the link "Choose another method" is missing after a choice',
  },
  {
    where: /whose only passkey this browser cannot use/,
    hanko: 'asks nobody for a second factor who has neither address nor password',
    effect: 'one screen less at such a sign-up',
  },
  {
    where: /an authenticator app is the second factor until/,
    hanko: 'says of a wrong code while an app is set up only that the input was wrong',
    effect: 'the digits stay and have to be typed over',
  },
  {
    where: /with both factors either will do|a key that is not there, or not supported/,
    hanko: 'fails to add a security key to an account without address (it has nobody to notify)',
    effect: 'none with deploy/compose.yaml, where every account has an address',
  },
  {
    where:
      /an address of the institution signs in|the hint in the address starts|a denial at the institution/,
    hanko: 'knows institutions by SAML alone',
    effect:
      'no sign-in by the domain of an address, nor from the pages of an institution, by OpenID',
  },
  {
    where: /an exchange that is refused begins anew/,
    hanko: 'refuses it by an error for which the widget has no sentence',
    effect: 'the name of the error stands in its place',
  },
  {
    where: /whoever turns back at the identity provider|a token that is not known leads back/,
    hanko: 'leads to the provider without a page of its own between',
    effect: 'none',
  },
];

/** Lines of the comparison of replies. */
export const OTHER_REPLIES: readonly Difference[] = [
  {
    where: /\.(description|message): /,
    hanko: 'words descriptions and messages differently',
    effect: 'none: the widget shows its own words, by name and code',
  },
  {
    where: /\.(hidden|required): Hanko false, embedded nothing$/,
    hanko: 'says of some inputs that they are not needed, or not hidden',
    effect: 'none',
  },
  {
    where: /payload\.resend_after: Hanko nothing/,
    hanko: 'says when the next code may be asked for only once that was asked too often',
    effect: 'the link to a new code does not count down before',
  },
  {
    where: /inputs\.new_password\.(required: Hanko false|max_length: Hanko nothing)/,
    hanko: 'does not say how long a new password may be',
    effect: 'the field takes more than 72 characters, which are refused when sent',
  },
  {
    where: /inputs\.(password\.type|username\.value): /,
    hanko: 'gives back what was typed as a username, and calls a password a text',
    effect: 'none: the widget draws both by their names',
  },
  {
    where: /claims\.(amr\.\d|issuer): /,
    hanko: 'counts a password that was set as one that was proved, and names no issuer',
    effect: 'none: the product reads neither',
  },
  {
    where: /sessions\.\d\.user_agent/,
    hanko: 'names the browser of a client that has none',
    effect: 'none in a browser',
  },
  {
    where: /otp_code_verify: error\.code: /,
    hanko: 'says of a wrong code while an app is set up only that the input was wrong',
    effect: 'the digits stay and have to be typed over',
  },
  {
    where: /webauthn_generate_request_options\./,
    hanko: 'offers no passkeys to a browser that has none',
    effect: 'the button is missing, with its explanation',
  },
  {
    where: /continue_to_login_method_chooser\./,
    hanko: 'leads back to the choice by Back alone where there was a choice',
    effect: 'the link "Choose another method" is missing after a choice',
  },
  {
    where: /validate: (status|body\.(code|message|is_valid)): /,
    hanko: 'refuses a question without a token',
    effect: 'none: the product takes it for an ended session, as it is',
  },
];
