-- Browsers that have signed in to an account; they have limits of their own and nothing else.
-- digest = HMAC-SHA-256(secret, token of the cookie).
CREATE TABLE identity.known_browsers (
  digest text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX known_browsers_user ON identity.known_browsers (user_id, created_at);
CREATE INDEX known_browsers_expiry ON identity.known_browsers (expires_at);
