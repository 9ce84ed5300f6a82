import type { Language, Mail } from '../mail/mail.ts';
import type { Account } from '../store/account-store.ts';
import type { FlowData, FlowName, FlowRecord } from '../store/flow-record.ts';
import type { Session } from '../store/session-store.ts';
import type { Stores } from '../store/stores.ts';
import type { Position } from './move-flow.ts';
import type { DeletedAccount, IdentityRuntime } from './runtime.ts';
import type { Claims } from './session-tokens.ts';

/** Who calls: what the session list shows, what mails are written in, what the browser keeps. */
export interface Client {
  ip: string;
  userAgent: string;
  language: Language;
  cookies: ReadonlyMap<string, string>;
}

/** A mail that leaves after the transaction. */
export interface OutgoingMail {
  mail: Mail;
  /** False: a courtesy notice; its failure is logged and nothing else. */
  required: boolean;
  /** Takes back what was counted for it, in a transaction of its own. */
  undo?(stores: Stores): Promise<void>;
}

/** What `success` hands to the browser. */
export interface SignIn {
  token: string;
  claims: Claims;
  account: Account;
  lifetimeSeconds: number;
  retention: 'session' | 'persistent';
}

/** Everything a state or an action may see and change. Lives for one request, inside its transaction. */
export interface FlowContext {
  runtime: IdentityRuntime;
  stores: Stores;
  now: Date;
  client: Client;
  flowId: string;
  flowName: FlowName;
  position: Position;
  /** Profile only: the caller's live session and all sessions of the account. */
  session?: Session;
  sessions?: Session[];
  /** The account of a profile flow, or the one a sign-in has proved to be its own. */
  account?: Account;
  signIn?: SignIn;
  outbox: OutgoingMail[];
  /** When to come back, where the payload of a state does not say it. */
  retryAfterSeconds?: number;
  /** `Set-Cookie` values of the reply. */
  cookies: string[];
  /** The account that this request has deleted; the host is told before the commit. */
  deletedAccount?: DeletedAccount;
}

/** Who a profile flow belongs to; empty in the other flows. */
export type KnownCaller = Pick<FlowContext, 'session' | 'account' | 'sessions'>;

/** A context for one request on one flow; the record itself is never changed. */
export function createFlowContext(
  runtime: IdentityRuntime,
  stores: Stores,
  given: { record: FlowRecord; client: Client } & KnownCaller,
): FlowContext {
  const { record, client, session, account, sessions } = given;
  const { state, previousState, queue, history } = record;
  return {
    runtime,
    stores,
    now: runtime.clock.now(),
    client,
    flowId: record.id,
    flowName: record.flow,
    position: { state, previousState, queue, history, data: { ...record.data } },
    session,
    account,
    sessions,
    outbox: [],
    cookies: [],
  };
}

/** What the flow has learnt so far; writable. */
export function dataOf(ctx: FlowContext): FlowData {
  return ctx.position.data;
}

/** The proved account. @throws Error where nothing is proved yet. */
export function accountOf(ctx: FlowContext): Account {
  if (ctx.account === undefined) throw new Error(`${ctx.flowName} has no account yet`);
  return ctx.account;
}
