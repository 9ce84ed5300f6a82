import type { IdentityConfig } from '../../config.ts';
import { type Outcome, type OutsideWork, reject } from '../../engine/definitions.ts';
import type { InputErrorCode } from '../../engine/errors.ts';
import { dataOf, type FlowContext } from '../../engine/flow-context.ts';
import { type ActionInput, type InputSpec, textOf } from '../../engine/input.ts';
import { hashOutside, stayBusy } from './hashing.ts';

/** Checks the new password in the input `name`, hashes it outside and goes on with its hash. */
export function readNewPassword(
  ctx: FlowContext,
  { input, name }: { input: ActionInput; name: string },
  goOn: (ctx: FlowContext, hash: string) => Promise<Outcome>,
): OutsideWork | Outcome {
  const password = textOf(input, name);
  const error = checkPassword(password, guessableNames(ctx), ctx.runtime.commonPasswords);
  if (error) return reject({ [name]: error });
  return hashOutside(
    ctx,
    (passwords) => passwords.hash(password),
    async (later, hash) => (hash === undefined ? stayBusy(later) : goOn(later, hash)),
  );
}

/** The person's own, and those of the installation. */
function guessableNames(ctx: FlowContext): string[] {
  const { address, username } = dataOf(ctx);
  const addresses = ctx.account?.emails.map((email) => email.address) ?? [];
  const own = [address, username, ctx.account?.username?.username, ...addresses];
  const { serviceName, guessableWords = [] } = ctx.runtime;
  return [...own, serviceName, ...guessableWords].filter((name) => name !== undefined);
}

/** A new password with its limits; as everywhere, they count characters as browsers do, not bytes. */
export function newPasswordInput({ password }: IdentityConfig): InputSpec {
  return { type: 'password', required: true, min_length: password.minLength, max_length: 72 };
}

/** A few characters over and over, such as `abcabcabc`. */
const REPETITION = /^(.{1,5})\1+$/su;
const TRAILING_DIGITS_AND_SIGNS = /[^\p{L}]+$/u;

/**
 * What is wrong with a new password, beyond the length its input has checked: a repetition, a sequence of
 * neighbours, or one of the common ones or of the `names` at hand, alone or with digits and signs behind that
 * are no longer than itself. `names` are those of the person and of the installation; an address also counts
 * as its mailbox. The length has no limit in bytes: Argon2id takes every byte, unlike bcrypt with its 72.
 */
export function checkPassword(
  password: string,
  names: readonly string[],
  common: ReadonlySet<string>,
): InputErrorCode | undefined {
  const folded = password.toLowerCase();
  const guessable = new Set(names.flatMap(spellingsOf));
  const isGuessed = beginnings(folded).some((word) => common.has(word) || guessable.has(word));
  const isPattern = REPETITION.test(folded) || isSequence(folded);
  return isGuessed || isPattern ? 'value_invalid_error' : undefined;
}

function spellingsOf(name: string): string[] {
  const folded = name.toLowerCase();
  return [folded, folded.replaceAll(/\s/g, ''), folded.split('@')[0] ?? folded];
}

/** The text itself, and what is left of it as long as half when digits and signs are cut off its end. */
function beginnings(text: string): string[] {
  const shortest = Math.max(
    text.replace(TRAILING_DIGITS_AND_SIGNS, '').length,
    Math.ceil(text.length / 2),
  );
  const lengths = Array.from({ length: text.length - shortest + 1 }, (_, cut) => text.length - cut);
  return lengths.map((length) => text.slice(0, length));
}

/** Characters that follow one another, up or down, such as `abcdefgh` and `87654321`. */
function isSequence(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return Math.abs(steps[0] ?? 0) === 1 && steps.every((step) => step === steps[0]);
}

/**
 * What the dictionary leaves out: it was made for a library that knows keyboards and sequences by itself,
 * and before some of today's services.
 */
const ADDITIONS =
  '0987654321 2000abcd 5201314a p@ssword qwertz qwertzuiop facebook fortnite gymnastics highschool instagram linkedin tiktok twitter whatsapp';

/**
 * The passwords and names that stand most often in breached collections, in lower case: the dictionary of
 * zxcvbn (about 49,000 entries, MIT), which its authors drew from the Xato collection of 10 million
 * passwords, and a few that it lacks.
 */
export async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...ADDITIONS.split(' ')]);
}
