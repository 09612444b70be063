-- Named lists of files with a message, and the operator's help videos, which are everybody's.

CREATE TABLE file_lists (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  -- Its author; null when they were deleted.
  user_id uuid REFERENCES users ON DELETE SET NULL,
  name text NOT NULL,
  message text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX file_lists_company ON file_lists (company_id, name);

CREATE TABLE file_list_options (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  file_list_id uuid NOT NULL REFERENCES file_lists ON DELETE CASCADE,
  -- Place in the list.
  position integer NOT NULL,
  name text NOT NULL,
  media_hash text,
  media_name text,
  media_mime text,
  media_size integer
);
CREATE INDEX file_list_options_list ON file_list_options (file_list_id, position);
CREATE INDEX file_list_options_company ON file_list_options (company_id);

-- No company: whoever works here sees them, the operator's super users write them.
CREATE TABLE helps (
  id uuid PRIMARY KEY,
  title text NOT NULL,
  description text NOT NULL,
  -- Of YouTube.
  video text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT helps_title UNIQUE (title)
);

ALTER TABLE file_lists REPLICA IDENTITY FULL;
ALTER TABLE file_list_options REPLICA IDENTITY FULL;
ALTER TABLE helps REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE file_lists, file_list_options, helps;
