-- The operator's word to all companies, and up to when each person has seen it.

CREATE TABLE announcements (
  id uuid PRIMARY KEY,
  -- The operator's: in whose store the picture is.
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  title text NOT NULL,
  text text NOT NULL,
  priority integer NOT NULL CHECK (priority BETWEEN 1 AND 3),
  status boolean NOT NULL,
  -- When it was switched on the last time; null: never.
  published_at timestamptz,
  media_hash text,
  media_name text,
  media_mime text,
  media_size integer,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX announcements_company ON announcements (company_id);
CREATE INDEX announcements_media ON announcements (media_hash) WHERE media_hash IS NOT NULL;

CREATE FUNCTION note_announcement_published() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- As exact as what devices say that they have seen.
  NEW.published_at := date_trunc('milliseconds', now());
  RETURN NEW;
END $$;
CREATE TRIGGER announcements_made BEFORE INSERT ON announcements
  FOR EACH ROW WHEN (NEW.status) EXECUTE FUNCTION note_announcement_published();
CREATE TRIGGER announcements_switched_on BEFORE UPDATE ON announcements
  FOR EACH ROW WHEN (NEW.status AND NOT OLD.status) EXECUTE FUNCTION note_announcement_published();

CREATE TABLE announcement_views (
  id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  seen_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX announcement_views_company ON announcement_views (company_id);

ALTER TABLE announcements REPLICA IDENTITY FULL;
ALTER TABLE announcement_views REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE announcements, announcement_views;
