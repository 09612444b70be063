-- Since when a ticket waits for people, on devices too: how long each waits, and who has waited longest. And what happened to a ticket, as lines
-- of its conversation.

ALTER TABLE tickets ADD COLUMN waiting_since timestamptz;

UPDATE tickets t SET waiting_since = coalesce(
  (SELECT c.waiting_since FROM ticket_cycles c WHERE c.ticket_id = t.id AND c.closed_at IS NULL),
  date_trunc('milliseconds', t.updated_at)
) WHERE t.status = 'pending' AND NOT t.chatbot;

-- Tickets come to wait in many places: none of them may forget it. One that waits already goes on waiting, in whatever queue.
CREATE FUNCTION keep_waiting_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.waiting_since = CASE WHEN NEW.status = 'pending' AND NOT NEW.chatbot
    THEN coalesce(NEW.waiting_since, date_trunc('milliseconds', now())) END;
  RETURN NEW;
END $$;
CREATE TRIGGER tickets_waiting_since BEFORE INSERT OR UPDATE OF status, chatbot, waiting_since ON tickets
FOR EACH ROW EXECUTE FUNCTION keep_waiting_since();

-- Written by what causes them, in its transaction, and never changed; queue_id and archived are the ticket's: they decide who sees the row.
CREATE TABLE ticket_events (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  ticket_id uuid NOT NULL REFERENCES tickets ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('accepted', 'returned', 'transferred', 'closed', 'reopened', 'rated')),
  -- Who did it; null: nobody of ours, or they were deleted.
  user_id uuid REFERENCES users ON DELETE SET NULL,
  -- Of a transfer.
  from_queue_id uuid REFERENCES queues ON DELETE SET NULL,
  to_queue_id uuid REFERENCES queues ON DELETE SET NULL,
  to_user_id uuid REFERENCES users ON DELETE SET NULL,
  note text,
  rating integer CHECK (rating BETWEEN 1 AND 3),
  queue_id uuid,
  archived boolean NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX ticket_events_ticket ON ticket_events (ticket_id, created_at);
CREATE INDEX ticket_events_company ON ticket_events (company_id, queue_id);
-- Deleting a person or a queue looks for them here.
CREATE INDEX ticket_events_user ON ticket_events (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX ticket_events_to_user ON ticket_events (to_user_id) WHERE to_user_id IS NOT NULL;
CREATE INDEX ticket_events_from_queue ON ticket_events (from_queue_id) WHERE from_queue_id IS NOT NULL;
CREATE INDEX ticket_events_to_queue ON ticket_events (to_queue_id) WHERE to_queue_id IS NOT NULL;

-- As in 0018, with the events.
CREATE OR REPLACE FUNCTION keep_with_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ticket_tags SET queue_id = NEW.queue_id, archived = NEW.archived WHERE ticket_id = NEW.id;
  UPDATE ticket_notes SET queue_id = NEW.queue_id, archived = NEW.archived, contact_id = NEW.contact_id WHERE ticket_id = NEW.id;
  UPDATE ticket_events SET queue_id = NEW.queue_id, archived = NEW.archived WHERE ticket_id = NEW.id;
  RETURN NULL;
END $$;

ALTER TABLE ticket_events REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE ticket_events;
