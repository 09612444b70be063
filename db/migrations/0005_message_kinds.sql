-- What a WhatsApp message is beyond a text or a file: who wrote it in a group, what it answers, what became of it.

ALTER TABLE messages
  -- Who wrote it in a group; null in a chat of two.
  ADD COLUMN participant_id uuid REFERENCES contacts,
  -- By kind, e.g. a location's coordinates; its form is in db/src/messages/details.ts.
  ADD COLUMN details jsonb,
  -- Emoji by who reacted: 'me' for the company's number, else the contact's id.
  ADD COLUMN reactions jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN is_forwarded boolean NOT NULL DEFAULT false,
  ADD COLUMN is_view_once boolean NOT NULL DEFAULT false,
  ADD COLUMN edited_at timestamptz,
  -- A small JPEG in the media store.
  ADD COLUMN thumbnail_hash text,
  -- Why the file of a received message is not there; null while it is on its way, and once it is there.
  ADD COLUMN media_error text;
CREATE INDEX messages_participant ON messages (participant_id) WHERE participant_id IS NOT NULL;
CREATE INDEX messages_quoted ON messages (quoted_message_id) WHERE quoted_message_id IS NOT NULL;
