-- What a person shows beside the password. The secret of their authenticator lies sealed among `secrets` (decision 0033), recovery codes are
-- hashes, of passkeys there is the public half. None of it is published. Decision 0070.
CREATE TABLE authenticators (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  -- Null: its secret was shown, and no code has come yet.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: it and those before are none any more.
  last_step bigint NOT NULL DEFAULT -1,
  created_at timestamptz NOT NULL
);

CREATE TABLE recovery_codes (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- SHA-256 of 80 random bits.
  code_hash text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX recovery_codes_user ON recovery_codes (user_id);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  -- base64url, as browsers tell it.
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- The host name that it was made for: it opens nothing elsewhere.
  rp_id text NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- Begun and not finished: a login after its password, a passkey that is being made or asked for. Each is good once, for minutes.
CREATE TABLE login_steps (
  id uuid PRIMARY KEY,
  -- Null: a passkey is asked for, and nobody knows yet whose.
  company_id uuid REFERENCES companies ON DELETE CASCADE,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  -- 'login': the password was right. 'setup': it was, and the company wants a second factor that they don't have yet. 'passkey': to come in with
  -- one alone. 'register': to add one.
  kind text NOT NULL CHECK (kind IN ('login', 'setup', 'passkey', 'register')),
  -- SHA-256 of what the browser holds.
  token_hash text NOT NULL UNIQUE,
  -- What the authenticator is to sign.
  challenge text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX login_steps_user ON login_steps (user_id);
CREATE INDEX login_steps_old ON login_steps (expires_at);

-- What was begun with one password is not finished with another.
CREATE FUNCTION end_login_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM login_steps WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_login_steps AFTER UPDATE OF password_hash ON users
  FOR EACH ROW WHEN (NEW.password_hash IS DISTINCT FROM OLD.password_hash) EXECUTE FUNCTION end_login_steps();

-- An authenticator's secret goes with it, whoever removes it.
CREATE FUNCTION forget_authenticator_secret() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM secrets WHERE company_id = OLD.company_id AND name = 'totp:' || OLD.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER authenticators_secret AFTER DELETE ON authenticators FOR EACH ROW EXECUTE FUNCTION forget_authenticator_secret();

ALTER TABLE settings ADD COLUMN require_second_factor text NOT NULL DEFAULT 'disabled' CHECK (require_second_factor IN ('enabled', 'disabled'));
