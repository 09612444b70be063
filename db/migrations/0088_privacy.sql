-- What somebody wants to know of a person, or to have forgotten (LGPD), and how long a company keeps what was said. Decision 0070.
CREATE TABLE privacy_requests (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('export', 'erasure')),
  -- No reference: of who was erased this number stays, and nothing else.
  contact_id uuid NOT NULL,
  -- Who asked for it.
  user_id uuid REFERENCES users ON DELETE SET NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'done', 'failed')),
  -- The export, in the company's media store, until it expires.
  media_hash text,
  bytes bigint,
  expires_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX privacy_requests_contact ON privacy_requests (company_id, contact_id, created_at DESC);
CREATE INDEX privacy_requests_expiring ON privacy_requests (expires_at) WHERE media_hash IS NOT NULL;
-- One at a time of a kind.
CREATE UNIQUE INDEX privacy_requests_waiting ON privacy_requests (contact_id, kind) WHERE status = 'waiting';

-- Days; 0: for ever.
ALTER TABLE settings ADD COLUMN keep_conversations_days integer NOT NULL DEFAULT 0 CHECK (keep_conversations_days BETWEEN 0 AND 3650);
ALTER TABLE settings ADD COLUMN keep_media_days integer NOT NULL DEFAULT 0 CHECK (keep_media_days BETWEEN 0 AND 3650);

CREATE INDEX tickets_closed ON tickets (company_id, closed_at) WHERE status = 'closed';
