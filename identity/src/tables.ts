import type { ColumnType } from 'kysely';
import type { JWK } from 'jose';
import type { FlowData, FlowName, HistoryItem } from './engine/flow-record.ts';
import type { StateName } from './engine/state-names.ts';

/** Read as a value, written as JSON text: the same on both database engines. */
type Json<T> = ColumnType<T, string, string>;

/** The tables of the provider, all in the schema `identity`. Times are `timestamptz`, ids uuid text. */
export type IdentityTables = {
  'identity.users': { id: string; created_at: Date; updated_at: Date };
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
  'identity.audit_log': { id: string; event: string; user_id: string | null; created_at: Date };
};
