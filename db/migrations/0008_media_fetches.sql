-- Files of received messages that are still at WhatsApp: what it takes to fetch them, encrypted, since it opens them.
-- Not published. A row goes when its file is there, or will never be.

CREATE TABLE media_fetches (
  message_id uuid PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  -- Base64 of what whatsapp-worker/src/media/received-file.ts sealed.
  material text NOT NULL,
  tries integer NOT NULL,
  created_at timestamptz NOT NULL,
  -- When it was last begun.
  updated_at timestamptz NOT NULL
);
CREATE INDEX media_fetches_company ON media_fetches (company_id);
CREATE INDEX media_fetches_connection ON media_fetches (connection_id);
CREATE INDEX media_fetches_updated ON media_fetches (updated_at);
