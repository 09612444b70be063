-- Which customers are writing at this moment. Streamed to devices and soon forgotten: a row counts until its time, housekeeping deletes it.

CREATE TABLE presences (
  -- The ticket's.
  id uuid PRIMARY KEY REFERENCES tickets ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  queue_id uuid,
  archived boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('composing', 'recording')),
  until timestamptz NOT NULL
);
CREATE INDEX presences_company ON presences (company_id);
ALTER TABLE presences REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE presences;
