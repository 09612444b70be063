-- Companies to be opened once the owner of the mailbox confirms; until then no user has the address (decision 0123).
-- Not published, and of no company yet.
CREATE TABLE pending_signups (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  phone text,
  plan_id uuid NOT NULL REFERENCES plans ON DELETE CASCADE,
  time_zone text NOT NULL,
  password_hash text NOT NULL,
  -- SHA-256 of 256 random bits, which are in the letter's link alone; null: none was mailed yet.
  token_hash text UNIQUE,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX pending_signups_old ON pending_signups (expires_at);
