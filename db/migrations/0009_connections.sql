-- A connection as its company sets it up: texts, queues, bot limits, the external API's token; how it is being linked; and deleted ones,
-- whose rows stay because tickets and messages name them.

ALTER TABLE connections
  ADD COLUMN provider text NOT NULL DEFAULT 'beta',
  ADD COLUMN greeting_message text NOT NULL DEFAULT '',
  ADD COLUMN complation_message text NOT NULL DEFAULT '',
  ADD COLUMN out_of_hours_message text NOT NULL DEFAULT '',
  ADD COLUMN rating_message text NOT NULL DEFAULT '',
  ADD COLUMN send_id_queue uuid REFERENCES queues,
  ADD COLUMN time_send_queue integer NOT NULL DEFAULT 0 CHECK (time_send_queue >= 0),
  ADD COLUMN prompt_id uuid,
  ADD COLUMN max_use_bot_queues integer NOT NULL DEFAULT 3 CHECK (max_use_bot_queues >= 0),
  ADD COLUMN time_use_bot_queues integer NOT NULL DEFAULT 0 CHECK (time_use_bot_queues >= 0),
  ADD COLUMN expires_ticket integer NOT NULL DEFAULT 0 CHECK (expires_ticket >= 0),
  ADD COLUMN expires_inactive_message text NOT NULL DEFAULT '',
  ADD COLUMN token_hash text,
  ADD COLUMN token_hint text,
  -- Since when the status is what it is.
  ADD COLUMN status_at timestamptz,
  -- When the next attempt to connect is due, while the status is TIMEOUT.
  ADD COLUMN retry_at timestamptz,
  -- Linking by a code: the number that was named, and what its owner types on the phone.
  ADD COLUMN pairing_number text,
  ADD COLUMN pairing_code text,
  -- QRs shown since the linking began.
  ADD COLUMN qr_count integer NOT NULL DEFAULT 0,
  -- A new link is wished: the old one is to be given up first.
  ADD COLUMN relink boolean NOT NULL DEFAULT false,
  ADD COLUMN deleted_at timestamptz;

UPDATE connections SET status_at = updated_at;
ALTER TABLE connections ALTER COLUMN status_at SET DEFAULT now(), ALTER COLUMN status_at SET NOT NULL;

-- A name is free again when its connection was deleted.
ALTER TABLE connections DROP CONSTRAINT connections_company_name;
CREATE UNIQUE INDEX connections_company_name ON connections (company_id, name) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX connections_token ON connections (token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX connections_send_id_queue ON connections (send_id_queue) WHERE send_id_queue IS NOT NULL;
