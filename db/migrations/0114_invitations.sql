-- Until when somebody who has no password yet may choose one by the link that they were invited with; null: nobody invited them, or they came.
ALTER TABLE users ADD COLUMN invited_until timestamptz;

-- The link ends with a password and with another address (migration 0113), and with it the invitation.
CREATE FUNCTION end_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.invited_until := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER users_invitation BEFORE UPDATE OF password_hash, email ON users
  FOR EACH ROW WHEN (NEW.password_hash IS NOT NULL OR NEW.email IS DISTINCT FROM OLD.email) EXECUTE FUNCTION end_invitation();
