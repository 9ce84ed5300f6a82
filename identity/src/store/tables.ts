import type { JWK } from 'jose';
import type { ColumnType } from 'kysely';
import type { FlowData, FlowName, HistoryItem, StateName } from './flow-record.ts';

/** Read as a value, written as JSON text: the same on both database engines. */
type Json<T> = ColumnType<T, string, string>;

/** Tokens in cookies of browsers, as digests. */
interface BrowserTokens {
  digest: string;
  user_id: string;
  created_at: Date;
  expires_at: Date;
}

/** The tables of the provider, all in the schema `identity`. Times are `timestamptz`, ids uuid text. */
export interface IdentityTables {
  'identity.users': {
    id: string;
    created_at: Date;
    updated_at: Date;
    unsafe_metadata: ColumnType<object | null, string | null | undefined, string | null>;
  };
  'identity.emails': {
    id: string;
    user_id: string;
    address: string;
    is_verified: boolean;
    is_primary: boolean;
    created_at: Date;
  };
  'identity.sessions': {
    id: string;
    user_id: string;
    created_at: Date;
    last_used: Date;
    expires_at: Date;
    ip_address: string | null;
    user_agent: string | null;
  };
  'identity.flows': {
    id: string;
    flow: FlowName;
    state: StateName;
    previous_state: StateName | null;
    queue: Json<StateName[]>;
    history: Json<HistoryItem[]>;
    data: Json<FlowData>;
    csrf_token: string;
    version: number;
    created_at: Date;
    expires_at: Date;
    opened_by: string;
  };
  'identity.passcodes': {
    id: string;
    flow_id: string;
    digest: string;
    tries: ColumnType<number, number | undefined, number>;
    created_at: Date;
    expires_at: Date;
  };
  'identity.rate_limits': { bucket: string; hits: unknown; expires_at: Date };
  'identity.signing_keys': {
    kid: string;
    public_jwk: Json<JWK>;
    private_jwk: Json<JWK>;
    created_at: Date;
  };
  'identity.secrets': { name: string; value: string; created_at: Date };
  'identity.usernames': {
    id: string;
    user_id: string;
    username: string;
    created_at: Date;
    updated_at: Date;
  };
  'identity.passwords': { user_id: string; hash: string; updated_at: Date };
  'identity.credentials': {
    id: string;
    user_id: string;
    kind: 'passkey' | 'security_key';
    name: string | null;
    public_key: string;
    /** Text on PostgreSQL, a number on PGlite. */
    counter: ColumnType<number | string, number, number>;
    transports: Json<string[]>;
    aaguid: string;
    attestation_type: string;
    backup_eligible: boolean;
    backup_state: boolean;
    created_at: Date;
    last_used_at: Date | null;
  };
  'identity.totp_secrets': {
    user_id: string;
    sealed: string;
    last_step: ColumnType<number | string, number, number>;
    created_at: Date;
  };
  'identity.trusted_devices': BrowserTokens;
  'identity.known_browsers': BrowserTokens;
  'identity.identities': {
    id: string;
    user_id: string;
    provider: string;
    subject: string;
    created_at: Date;
  };
  'identity.exchange_tokens': { digest: string; sealed: string; expires_at: Date };
  'identity.failures': { event: string; user_id: string | null; hour: Date; count: number };
  'identity.audit_log': { id: string; event: string; user_id: string | null; created_at: Date };
}
