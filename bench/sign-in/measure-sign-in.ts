import { readIdentityConfig } from '../../identity/src/config.ts';
import { createPasswordHasher } from '../../identity/src/subjects/password/hashing.ts';
import { quantile, toTenths } from '../quantile.ts';
import { type BenchProvider, openBenchProvider } from './open-bench-provider.ts';
import { createStepTaker } from './step-taker.ts';

const ACCOUNTS = 200;
const SIGN_INS = 200;
const AT_A_TIME = 8;
const HASHES = 40;
const WARM_UP = 20;
const PASSWORD = 'maple-tram-42';

/** Complete sign-ins of one kind, every step through the provider and the embedded database. */
export interface SignInRow {
  way: string;
  atATime: number;
  signInsPerSecond: number;
  stepsPerSecond: number;
  /** Milliseconds of one step. */
  p50: number;
  p95: number;
}

/** Medians in milliseconds of the same step for accounts and for strangers. */
export interface TimingRow {
  step: string;
  known: number;
  unknown: number;
  differencePercent: number;
}

/** What one password costs: parameters of argon2id and milliseconds. */
export interface PasswordRow {
  memoryKib: number;
  passes: number;
  lanes: number;
  hashMs: number;
  verifyMs: number;
}

/** Everything measured of sign-in. */
export interface SignInFigures {
  signIns: SignInRow[];
  timing: TimingRow[];
  password: PasswordRow;
}

/** Measures sign-ins, what a password costs, and whether time tells accounts from strangers. */
export async function measureSignIn(): Promise<SignInFigures> {
  const provider = await openBenchProvider();
  try {
    for (let index = 0; index < ACCOUNTS; index += 1) await signUp(provider, known(index));
    const signIns: SignInRow[] = [];
    for (const atATime of [1, AT_A_TIME]) {
      signIns.push(await measureWay(provider, 'code', atATime));
      signIns.push(await measureWay(provider, 'password', atATime));
    }
    return { signIns, timing: await compareTimes(provider), password: await measurePassword() };
  } finally {
    await provider.close();
  }
}

const known = (index: number) => `known-${index % ACCOUNTS}@example.org`;
const unknown = (index: number) => `other-${index % ACCOUNTS}@example.org`;

async function signUp({ app, codeFor }: BenchProvider, email: string): Promise<void> {
  const { open, take } = createStepTaker(app, []);
  await open('registration');
  await take('register_login_identifier', { email }, 'passcode_confirmation');
  await take('verify_passcode', { code: codeFor(email) }, 'password_creation');
  await take('register_password', { new_password: PASSWORD }, 'success');
}

async function signIn(
  { app, codeFor }: BenchProvider,
  { email, way, durations }: { email: string; way: string; durations: number[] },
): Promise<void> {
  const { open, take } = createStepTaker(app, durations);
  await open('login');
  await take('continue_with_login_identifier', { email }, 'login_method_chooser');
  if (way === 'password') {
    await take('continue_to_password_login', {}, 'login_password');
    await take('password_login', { password: PASSWORD }, 'success');
  } else {
    await take('continue_to_passcode_confirmation', {}, 'passcode_confirmation');
    await take('verify_passcode', { code: codeFor(email) }, 'success');
  }
}

async function measureWay(
  provider: BenchProvider,
  way: string,
  atATime: number,
): Promise<SignInRow> {
  for (let index = 0; index < WARM_UP; index += 1) {
    await signIn(provider, { email: known(index), way, durations: [] });
  }
  const durations: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const worker = async () => {
    for (let index = next++; index < SIGN_INS; index = next++) {
      await signIn(provider, { email: known(index), way, durations });
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    way,
    atATime,
    signInsPerSecond: toTenths(SIGN_INS / seconds),
    stepsPerSecond: toTenths(durations.length / seconds),
    p50: toTenths(quantile(durations, 0.5)),
    p95: toTenths(quantile(durations, 0.95)),
  };
}

/** Accounts and strangers take turns, so that whatever else the machine does meets both alike. */
async function compareTimes({ app }: BenchProvider): Promise<TimingRow[]> {
  const times = new Map<string, { known: number[]; unknown: number[] }>();
  for (let index = -WARM_UP; index < ACCOUNTS; index += 1) {
    const turn = Math.abs(index);
    for (const [kind, email] of [
      ['known', known(turn)],
      ['unknown', unknown(turn)],
    ] as const) {
      const { open, take } = createStepTaker(app, []);
      const note = async (...step: Parameters<typeof take>) => {
        const ms = await take(...step);
        const row = times.get(step[0]) ?? { known: [], unknown: [] };
        times.set(step[0], row);
        if (index >= 0) row[kind].push(ms);
      };
      await open('login');
      await note('continue_with_login_identifier', { email }, 'login_method_chooser');
      await note('continue_to_password_login', {}, 'login_password');
      await note('password_login', { password: 'wrong-tram-42' }, 'login_password');
      await take('back', {}, 'login_method_chooser');
      await note('continue_to_passcode_confirmation', {}, 'passcode_confirmation');
      await note('verify_passcode', { code: 'wrong' }, 'passcode_confirmation');
      await note('resend_passcode', {}, 'passcode_confirmation');
    }
  }
  return [...times].map(([step, row]) => {
    const [mine, others] = [quantile(row.known, 0.5), quantile(row.unknown, 0.5)];
    const differencePercent = toTenths((100 * (others - mine)) / mine);
    return { step, known: toTenths(mine), unknown: toTenths(others), differencePercent };
  });
}

async function measurePassword(): Promise<PasswordRow> {
  const { hashing } = readIdentityConfig().password;
  const hasher = await createPasswordHasher(hashing);
  const stored = await hasher.hash(PASSWORD);
  const time = async (work: () => Promise<unknown>) => {
    const durations: number[] = [];
    for (let index = 0; index < HASHES; index += 1) {
      const startedAt = performance.now();
      await work();
      durations.push(performance.now() - startedAt);
    }
    return toTenths(quantile(durations, 0.5));
  };
  const hashMs = await time(() => hasher.hash(PASSWORD));
  const verifyMs = await time(() => hasher.verify(stored, PASSWORD));
  return { ...hashing, lanes: 1, hashMs, verifyMs };
}
