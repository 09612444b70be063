-- Who has a ticket's conversation before them at this moment, and whether they write: streamed to colleagues and soon forgotten.
-- A row counts until its time, housekeeping deletes it.

CREATE TABLE ticket_viewers (
  -- Follows from ticket and user.
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  ticket_id uuid NOT NULL REFERENCES tickets ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  queue_id uuid,
  archived boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('viewing', 'typing')),
  until timestamptz NOT NULL,
  CONSTRAINT ticket_viewers_once UNIQUE (ticket_id, user_id)
);
CREATE INDEX ticket_viewers_company ON ticket_viewers (company_id, queue_id);
CREATE INDEX ticket_viewers_user ON ticket_viewers (user_id);

-- What belongs to a ticket is seen by those who see the ticket.
CREATE FUNCTION keep_viewers_with_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ticket_viewers SET queue_id = NEW.queue_id, archived = NEW.archived WHERE ticket_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER tickets_keep_viewers AFTER UPDATE OF queue_id, archived ON tickets
FOR EACH ROW WHEN ((OLD.queue_id, OLD.archived) IS DISTINCT FROM (NEW.queue_id, NEW.archived))
EXECUTE FUNCTION keep_viewers_with_ticket();

ALTER TABLE ticket_viewers REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE ticket_viewers;
