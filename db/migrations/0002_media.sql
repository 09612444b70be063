-- Files of messages. Content is in the media store under (company, hash); a row here says that it is there, whole and checked.
-- Not published: devices know a file by its message, and fetch it by hash.

CREATE TABLE media_files (
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  size integer NOT NULL CHECK (size > 0),
  mime text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, hash)
);

-- A file that goes away leaves its messages: what was said stays readable.
ALTER TABLE messages
  ADD COLUMN media_hash text,
  ADD COLUMN media_mime text,
  ADD COLUMN media_name text,
  ADD COLUMN media_size integer,
  ADD COLUMN media_width integer,
  ADD COLUMN media_height integer;
