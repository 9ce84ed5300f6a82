import { type Tier, tierSchema } from '@pathway/contract/session';
import type { Revocation } from '../../people/administrators.ts';
import type { People } from '../../people/create-people.ts';
import { type OperatorCommand, UsageError } from '../operator-command.ts';

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const USER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Says who is an administrator and which tier a person has, and erases who asks for it. */
export const adminCommand: OperatorCommand = {
  name: 'admin',
  usage:
    'admin grant EMAIL | revoke EMAIL|ID | list | tier free_auth|public EMAIL|ID | erase EMAIL|ID',
  async run({ people }, args, report) {
    const [verb, ...rest] = args;
    const say = (text: string) => report({ kind: 'line', text });
    if (verb === 'grant') say(await grant(people, readAddress(rest[0])));
    else if (verb === 'revoke') (await revoke(people, readName(rest[0]))).forEach(say);
    else if (verb === 'list') (await list(people)).forEach(say);
    else if (verb === 'tier') say(await setTier(people, readTier(rest[0]), readName(rest[1])));
    else if (verb === 'erase') say(await erase(people, readName(rest[0])));
    else throw new UsageError(adminCommand.usage);
  },
};

function readAddress(text: string | undefined): string {
  const address = text?.trim().toLowerCase() ?? '';
  if (!ADDRESS.test(address)) throw new UsageError('Please give an e-mail address.');
  return address;
}

/** A person by an address they hold, or by the id that `list` shows. */
function readName(text: string | undefined): string {
  const name = text?.trim().toLowerCase() ?? '';
  return USER_ID.test(name) ? name : readAddress(name);
}

function readTier(text: string | undefined): Tier {
  const tier = tierSchema.safeParse(text);
  if (!tier.success) throw new UsageError(adminCommand.usage);
  return tier.data;
}

async function grant({ administrators }: People, address: string): Promise<string> {
  const outcome = await administrators.grant(address);
  return outcome === 'granted'
    ? `${address} is an administrator now.`
    : `Nobody who has signed in holds ${address}: the grant waits. Whoever is the first to sign in with this address, verified, becomes an administrator.`;
}

async function revoke({ administrators }: People, name: string): Promise<string[]> {
  const revocation = await administrators.revoke(name);
  if (revocation === undefined) throw new UsageError(describeNobody(name));
  return [
    describeRevocation(name, revocation),
    ...revocation.removedGrants.map(
      (address) => `The grant that waited for ${address} is removed.`,
    ),
    ...revocation.listed.map(
      (address) =>
        `ADMIN_EMAILS lists ${address}: take it out and start the server anew, else the next sign-in makes an administrator again.`,
    ),
  ];
}

function describeRevocation(name: string, { wasAdmin }: Revocation): string {
  return wasAdmin ? `${name} is no longer an administrator.` : `${name} is no administrator.`;
}

function describeNobody(name: string): string {
  return `Nobody holds ${name} now, and nothing here names it. An administrator who has changed their address is in \`admin list\`.`;
}

async function list({ administrators: store }: People): Promise<string[]> {
  const { administrators, waiting } = await store.list();
  if (administrators.length + waiting.length === 0) return ['There is no administrator yet.'];
  return [
    ...administrators.map(
      ({ userId, addresses }) => `${addresses.join(', ') || '(no verified address)'}  ${userId}`,
    ),
    ...waiting.map((address) => `${address}  (waits for the first sign-in with it)`),
  ];
}

async function setTier({ administrators }: People, tier: Tier, name: string): Promise<string> {
  if (!(await administrators.setTier(name, tier))) {
    throw new UsageError(`Nobody who has signed in holds ${name} now.`);
  }
  return `${name} has the tier ${tier} now.`;
}

async function erase({ eraser, accounts }: People, name: string): Promise<string> {
  const erasure = await eraser.erase(name);
  if (erasure === 'nothing') throw new UsageError(describeNobody(name));
  const what =
    erasure === 'traces'
      ? `Nobody holds ${name}. What else named it is erased here.`
      : `The person with ${name} is erased here.`;
  const account =
    erasure === 'person' && !accounts.erasesPerson
      ? ' Their account at the sign-in provider is deleted there.'
      : '';
  return `${what}${account} Copies made before still hold it.`;
}
