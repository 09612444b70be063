-- How much a company keeps in the media store, and which of it nobody names any more.

ALTER TABLE media_files ADD COLUMN used_at timestamptz;
UPDATE media_files SET used_at = created_at;
ALTER TABLE media_files ALTER COLUMN used_at SET NOT NULL, ALTER COLUMN used_at SET DEFAULT now();
CREATE INDEX media_files_used ON media_files (used_at);

-- Bytes by company. Summing up a hundred thousand rows for each upload would cost more than the upload.
CREATE TABLE company_storage (
  company_id uuid PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  bytes bigint NOT NULL
);
INSERT INTO company_storage SELECT company_id, sum(size) FROM media_files GROUP BY company_id;

CREATE FUNCTION count_stored() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO company_storage (company_id, bytes) VALUES (NEW.company_id, NEW.size)
      ON CONFLICT (company_id) DO UPDATE SET bytes = company_storage.bytes + excluded.bytes;
  ELSE
    UPDATE company_storage SET bytes = bytes - OLD.size WHERE company_id = OLD.company_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_stored AFTER INSERT OR DELETE ON media_files FOR EACH ROW EXECUTE FUNCTION count_stored();

-- Who names a file: asked of every file that is old, once a day.
CREATE INDEX messages_media ON messages (media_hash) WHERE media_hash IS NOT NULL;
CREATE INDEX messages_thumbnail ON messages (thumbnail_hash) WHERE thumbnail_hash IS NOT NULL;
CREATE INDEX contacts_picture ON contacts (picture_hash) WHERE picture_hash IS NOT NULL;
CREATE INDEX voice_notes_hash ON voice_notes (hash);
