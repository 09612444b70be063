-- Who is online: when the server last heard of somebody. A table of its own, because devices follow users and would wake for each beat.
CREATE TABLE user_sightings (
  -- The user's id.
  id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  last_seen_at timestamptz NOT NULL
);
CREATE INDEX user_sightings_company ON user_sightings (company_id);
ALTER TABLE user_sightings REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE user_sightings;

-- Whether somebody was given a password: devices may know that, and nothing else of it.
ALTER TABLE users ADD COLUMN can_log_in boolean NOT NULL DEFAULT false;
UPDATE users SET can_log_in = password_hash IS NOT NULL;
CREATE FUNCTION keep_can_log_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.can_log_in := NEW.password_hash IS NOT NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER users_can_log_in BEFORE INSERT OR UPDATE ON users
FOR EACH ROW EXECUTE FUNCTION keep_can_log_in();

-- The files of queues and of their options have a name, with which they are sent; type and size are those that were measured.
ALTER TABLE queues ADD COLUMN media_name text, ADD COLUMN media_mime text, ADD COLUMN media_size integer;
ALTER TABLE queue_options ADD COLUMN media_name text, ADD COLUMN media_mime text, ADD COLUMN media_size integer;
UPDATE queues q SET media_name = left(hash, 8), media_mime = mime, media_size = size
  FROM media_files f WHERE f.company_id = q.company_id AND f.hash = q.media_hash;
UPDATE queue_options o SET media_name = left(hash, 8), media_mime = mime, media_size = size
  FROM media_files f WHERE f.company_id = o.company_id AND f.hash = o.media_hash;
