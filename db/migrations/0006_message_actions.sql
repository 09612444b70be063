-- What is done to a message after it was sent: a reaction, an edit, a deletion, on their way to WhatsApp.
-- Not published: devices see the message's row, which shows them at once.

CREATE TABLE message_actions (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  message_id uuid NOT NULL REFERENCES messages ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('react', 'edit', 'delete')),
  -- The emoji ('' takes it back) or the new text; '' of a deletion.
  content text NOT NULL,
  -- What the row showed before, to be put back when WhatsApp refuses it.
  previous text NOT NULL,
  previous_edited_at timestamptz,
  -- Fixed before sending, so that a second attempt can't have a second effect.
  whatsapp_id text NOT NULL,
  created_at timestamptz NOT NULL,
  -- WhatsApp's server took it.
  sent_at timestamptz,
  -- It was refused for good, by WhatsApp's code or a word of ours.
  error text,
  CONSTRAINT message_actions_whatsapp_id UNIQUE (connection_id, whatsapp_id)
);
CREATE INDEX message_actions_pending ON message_actions (connection_id, created_at, id) WHERE sent_at IS NULL AND error IS NULL;
CREATE INDEX message_actions_message ON message_actions (message_id);
CREATE INDEX message_actions_company ON message_actions (company_id);
