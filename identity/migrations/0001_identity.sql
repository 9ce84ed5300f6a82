CREATE SCHEMA identity;

CREATE TABLE identity.users (
  id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- One address belongs to one account. Addresses are stored trimmed and in lower case.
CREATE TABLE identity.emails (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
  address text NOT NULL UNIQUE,
  is_verified boolean NOT NULL,
  is_primary boolean NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX emails_user ON identity.emails (user_id);
CREATE UNIQUE INDEX emails_one_primary ON identity.emails (user_id) WHERE is_primary;

CREATE TABLE identity.sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  last_used timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text
);
CREATE INDEX sessions_user ON identity.sessions (user_id, created_at);
CREATE INDEX sessions_expiry ON identity.sessions (expires_at);

-- queue: state names; history: [{state, data, queue}]; data: what the flow has learnt so far.
CREATE TABLE identity.flows (
  id uuid PRIMARY KEY,
  flow text NOT NULL,
  state text NOT NULL,
  previous_state text,
  queue jsonb NOT NULL,
  history jsonb NOT NULL,
  data jsonb NOT NULL,
  csrf_token text NOT NULL,
  version integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX flows_expiry ON identity.flows (expires_at);

-- A code lives as long as its flow points to it. digest = HMAC-SHA-256(secret, id and code).
CREATE TABLE identity.passcodes (
  id uuid PRIMARY KEY,
  flow_id uuid NOT NULL REFERENCES identity.flows ON DELETE CASCADE,
  digest text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passcodes_flow ON identity.passcodes (flow_id);
CREATE INDEX passcodes_expiry ON identity.passcodes (expires_at);

-- A sliding window per bucket: the moments of the hits that still count.
CREATE TABLE identity.rate_limits (
  bucket text PRIMARY KEY,
  hits timestamptz[] NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE TABLE identity.signing_keys (
  kid text PRIMARY KEY,
  public_jwk jsonb NOT NULL,
  private_jwk jsonb NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE identity.secrets (
  name text PRIMARY KEY,
  value text NOT NULL,
  created_at timestamptz NOT NULL
);

-- Outlives the account on purpose: no reference, no personal text.
CREATE TABLE identity.audit_log (
  id uuid PRIMARY KEY,
  event text NOT NULL,
  user_id uuid,
  created_at timestamptz NOT NULL
);
CREATE INDEX audit_log_time ON identity.audit_log (created_at);
