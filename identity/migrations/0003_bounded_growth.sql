-- Whoever fails may be anybody, so failures are counted: one row for an account, an event and an hour.
-- user_id: the account that was tried, if there is one; like the audit log it outlives the account.
CREATE TABLE identity.failures (
  event text NOT NULL,
  user_id uuid,
  hour timestamptz NOT NULL,
  count integer NOT NULL,
  UNIQUE NULLS NOT DISTINCT (event, user_id, hour)
);
CREATE INDEX failures_hour ON identity.failures (hour);

INSERT INTO identity.failures (event, user_id, hour, count)
SELECT event, user_id, date_trunc('hour', created_at, 'UTC'), count(*)
FROM identity.audit_log
WHERE event IN ('login_failed', 'third_party_failed')
GROUP BY 1, 2, 3;
DELETE FROM identity.audit_log WHERE event IN ('login_failed', 'third_party_failed');

-- opened_by = HMAC-SHA-256(secret, network or account); empty for flows from before.
ALTER TABLE identity.flows ADD COLUMN opened_by text NOT NULL DEFAULT '';
