-- What other systems send by a connection's token: the send is a row, its messages are ordinary ones. Nothing of it reaches a device.

CREATE TABLE api_sends (
  -- Its first message's.
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  -- As its caller chose it; null where none was given.
  idempotency_key text,
  -- SHA-256 of what was asked for: the same key is the same wish.
  fingerprint text NOT NULL,
  number text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (connection_id, idempotency_key)
);
CREATE INDEX api_sends_company ON api_sends (company_id);

CREATE TABLE api_messages (
  message_id uuid PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  send_id uuid NOT NULL REFERENCES api_sends ON DELETE CASCADE,
  position smallint NOT NULL,
  UNIQUE (send_id, position)
);
CREATE INDEX api_messages_company ON api_messages (company_id);
