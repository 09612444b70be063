-- How long customers waited and were helped: a row for each time a ticket is opened and closed again. Kept by a trigger, because tickets
-- are changed from many places and none may forget it. Not published: dashboards ask the server.

CREATE TABLE ticket_cycles (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  ticket_id uuid NOT NULL REFERENCES tickets ON DELETE CASCADE,
  connection_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  -- As they were last.
  queue_id uuid,
  user_id uuid,
  started_at timestamptz NOT NULL,
  -- The bot was done: waiting for people begins.
  queued_at timestamptz,
  accepted_at timestamptz,
  closed_at timestamptz,
  -- When the customer was asked to rate, and their answer: 1 dissatisfied, 2 satisfied, 3 very satisfied.
  rating_asked_at timestamptz,
  rating integer CHECK (rating BETWEEN 1 AND 3)
);
CREATE UNIQUE INDEX ticket_cycles_open ON ticket_cycles (ticket_id) WHERE closed_at IS NULL;
CREATE INDEX ticket_cycles_ticket ON ticket_cycles (ticket_id, started_at DESC);
CREATE INDEX ticket_cycles_company ON ticket_cycles (company_id, started_at);
CREATE INDEX ticket_cycles_user ON ticket_cycles (user_id, accepted_at) WHERE user_id IS NOT NULL;

CREATE FUNCTION keep_ticket_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'closed' AND (TG_OP = 'INSERT' OR OLD.status = 'closed') THEN
    INSERT INTO ticket_cycles (company_id, ticket_id, connection_id, contact_id, started_at)
    VALUES (NEW.company_id, NEW.id, NEW.connection_id, NEW.contact_id, now());
  END IF;
  -- Two contacts turned out to be one.
  IF TG_OP = 'UPDATE' AND NEW.contact_id <> OLD.contact_id THEN
    UPDATE ticket_cycles SET contact_id = NEW.contact_id WHERE ticket_id = NEW.id;
  END IF;
  UPDATE ticket_cycles SET
    queue_id = NEW.queue_id,
    user_id = coalesce(NEW.user_id, user_id),
    queued_at = CASE WHEN NEW.chatbot AND NEW.status = 'pending' THEN queued_at ELSE coalesce(queued_at, now()) END,
    -- The first: a ticket that is given back and taken again was answered before.
    accepted_at = CASE WHEN NEW.status = 'open' THEN coalesce(accepted_at, now()) ELSE accepted_at END,
    closed_at = CASE WHEN NEW.status = 'closed' THEN now() END
  WHERE ticket_id = NEW.id AND closed_at IS NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER tickets_cycle AFTER INSERT OR UPDATE OF status, chatbot, queue_id, user_id, contact_id ON tickets
FOR EACH ROW EXECUTE FUNCTION keep_ticket_cycle();

-- What there is already.
INSERT INTO ticket_cycles (company_id, ticket_id, connection_id, contact_id, queue_id, user_id, started_at, queued_at, accepted_at, closed_at)
SELECT company_id, id, connection_id, contact_id, queue_id, user_id, created_at, created_at, accepted_at,
  CASE WHEN status = 'closed' THEN coalesce(closed_at, updated_at) END
FROM tickets;
