-- Who wrote a group's last message, for its line in the list: theirs is the name that stands before it.
ALTER TABLE tickets ADD COLUMN last_message_participant_id uuid REFERENCES contacts ON DELETE SET NULL;

UPDATE tickets t SET last_message_participant_id = (
  SELECT m.participant_id FROM messages m WHERE m.ticket_id = t.id ORDER BY m.created_at DESC, m.id DESC LIMIT 1
) WHERE t.is_group;

-- Deleting a contact looks for them here.
CREATE INDEX tickets_last_message_participant ON tickets (last_message_participant_id) WHERE last_message_participant_id IS NOT NULL;
