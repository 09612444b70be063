-- Links by which somebody who has no session comes to a password of their own (decision 0123). Each is good once. Not published.
CREATE TABLE account_links (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- 'password': a new one in place of one that was forgotten. 'invitation': the first one.
  kind text NOT NULL CHECK (kind IN ('password', 'invitation')),
  -- SHA-256 of 256 random bits, which are in the link alone.
  token_hash text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX account_links_user ON account_links (user_id);
CREATE INDEX account_links_old ON account_links (expires_at);

-- Since when they log in with this address; null: since they were added. A mailbox that is new is not trusted with the account yet.
ALTER TABLE users ADD COLUMN email_since timestamptz;

CREATE FUNCTION note_email_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.email_since := now();
  RETURN NEW;
END $$;
CREATE TRIGGER users_email_since BEFORE UPDATE OF email ON users
  FOR EACH ROW WHEN (NEW.email IS DISTINCT FROM OLD.email) EXECUTE FUNCTION note_email_since();

-- With a new password or address every link of before is none any more, whoever asked for it.
CREATE FUNCTION end_account_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM account_links WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_account_links AFTER UPDATE OF password_hash, email ON users
  FOR EACH ROW WHEN (NEW.password_hash IS DISTINCT FROM OLD.password_hash OR NEW.email IS DISTINCT FROM OLD.email)
  EXECUTE FUNCTION end_account_links();

-- When whoever logged in showed more than the password; null: the password alone.
ALTER TABLE logins ADD COLUMN second_factor_at timestamptz;
