-- Who is mentioned in a ticket's note, and whether they have seen it. The note's text names them by id; a row a person and note.

CREATE TABLE note_mentions (
  -- Follows from note and user.
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  note_id uuid NOT NULL REFERENCES ticket_notes ON DELETE CASCADE,
  ticket_id uuid NOT NULL REFERENCES tickets ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The ticket's: who may not see it is not told.
  queue_id uuid,
  archived boolean NOT NULL,
  -- Null: not yet.
  seen_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX note_mentions_note ON note_mentions (note_id);
CREATE INDEX note_mentions_ticket ON note_mentions (ticket_id);
CREATE INDEX note_mentions_user ON note_mentions (user_id);
CREATE INDEX note_mentions_company ON note_mentions (company_id);

-- What belongs to a ticket is seen by those who see the ticket.
CREATE FUNCTION keep_mentions_with_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE note_mentions SET queue_id = NEW.queue_id, archived = NEW.archived WHERE ticket_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER tickets_keep_mentions AFTER UPDATE OF queue_id, archived ON tickets
FOR EACH ROW WHEN ((OLD.queue_id, OLD.archived) IS DISTINCT FROM (NEW.queue_id, NEW.archived))
EXECUTE FUNCTION keep_mentions_with_ticket();

ALTER TABLE note_mentions REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE note_mentions;
