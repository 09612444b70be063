-- A login is a person on a device, from the password to its end; its refresh tokens are the rows of sessions. A company may allow several
-- a person. An ended one is kept for a while, so that its device can be told why.
CREATE TABLE logins (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Of the cookie that a browser keeps of a person.
  device_id uuid NOT NULL,
  -- In plain words, by db/src/users/device-words.ts; null when it says nothing that is known.
  browser text,
  system text,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- When its newest refresh token runs out.
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- replaced: the person logged in elsewhere.
  end_reason text CHECK (end_reason IN ('replaced', 'ended')),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX logins_company ON logins (company_id);
CREATE INDEX logins_user ON logins (user_id);

-- Everybody had one login at a time.
INSERT INTO logins (id, company_id, user_id, device_id, created_at, last_seen_at, expires_at)
SELECT gen_random_uuid(), company_id, user_id, gen_random_uuid(), min(created_at), max(coalesce(used_at, created_at)), max(expires_at)
FROM sessions GROUP BY company_id, user_id;
ALTER TABLE sessions ADD COLUMN login_id uuid REFERENCES logins ON DELETE CASCADE;
UPDATE sessions s SET login_id = l.id FROM logins l WHERE l.user_id = s.user_id;
ALTER TABLE sessions ALTER COLUMN login_id SET NOT NULL;
CREATE INDEX sessions_login ON sessions (login_id);

-- Whatever ends a login ends its tokens and what hangs on them, and tells every server that answers its device at this moment.
CREATE FUNCTION end_login() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE login_id = NEW.id;
  PERFORM pg_notify('login_ended', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER logins_end AFTER UPDATE OF ended_at ON logins
FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION end_login();

CREATE FUNCTION tell_login_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('login_ended', OLD.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER logins_gone AFTER DELETE ON logins
FOR EACH ROW WHEN (OLD.ended_at IS NULL) EXECUTE FUNCTION tell_login_gone();
