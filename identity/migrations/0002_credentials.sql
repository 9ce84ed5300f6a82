-- What a person may change about themselves through `patch_metadata`.
ALTER TABLE identity.users ADD COLUMN unsafe_metadata jsonb;

-- Usernames are stored trimmed and in lower case.
CREATE TABLE identity.usernames (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES identity.users ON DELETE CASCADE,
  username text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- hash: argon2id in PHC string format.
CREATE TABLE identity.passwords (
  user_id uuid PRIMARY KEY REFERENCES identity.users ON DELETE CASCADE,
  hash text NOT NULL,
  updated_at timestamptz NOT NULL
);

-- id and public_key: base64url; public_key is a COSE key. kind: passkey | security_key.
CREATE TABLE identity.credentials (
  id text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
  kind text NOT NULL,
  name text,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports jsonb NOT NULL,
  aaguid text NOT NULL,
  attestation_type text NOT NULL,
  backup_eligible boolean NOT NULL,
  backup_state boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX credentials_user ON identity.credentials (user_id, created_at);

-- sealed: AES-256-GCM. last_step: the newest 30-second step a code was accepted for.
CREATE TABLE identity.totp_secrets (
  user_id uuid PRIMARY KEY REFERENCES identity.users ON DELETE CASCADE,
  sealed text NOT NULL,
  last_step bigint NOT NULL,
  created_at timestamptz NOT NULL
);

-- digest = HMAC-SHA-256(secret, token of the cookie).
CREATE TABLE identity.trusted_devices (
  digest text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX trusted_devices_user ON identity.trusted_devices (user_id);
CREATE INDEX trusted_devices_expiry ON identity.trusted_devices (expires_at);

-- An account at an OpenID Connect provider; subject is the provider's name for the person.
CREATE TABLE identity.identities (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
  provider text NOT NULL,
  subject text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (provider, subject)
);
CREATE INDEX identities_user ON identity.identities (user_id);

-- A finished round trip to a provider, waiting to be fetched once. sealed: AES-256-GCM.
CREATE TABLE identity.exchange_tokens (
  digest text PRIMARY KEY,
  sealed text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX exchange_tokens_expiry ON identity.exchange_tokens (expires_at);
