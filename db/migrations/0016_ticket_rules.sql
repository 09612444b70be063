-- Tickets that move between connections, timers of tickets, and searching what was said.

-- Substrings by index. A trusted extension: the database's owner may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Text made comparable, as foldText of db/src/kit/search-text.ts does it: lower case, no accents. Accents first: where the database's
-- locale is C, lower() knows no others than A to Z.
CREATE FUNCTION fold_text(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g'));

CREATE INDEX messages_search ON messages USING gin (fold_text(body) gin_trgm_ops) WHERE body <> '';
CREATE INDEX contacts_search ON contacts USING gin (fold_text(name) gin_trgm_ops);

-- What the timers look for each minute.
CREATE INDEX tickets_waiting ON tickets (connection_id, last_message_at) WHERE status <> 'closed';
-- The last conversation of a contact over a connection: is a rating awaited?
CREATE INDEX ticket_cycles_chat ON ticket_cycles (contact_id, connection_id, closed_at DESC);

-- As in 0012, and a ticket's running cycle follows it to another connection.
CREATE OR REPLACE FUNCTION keep_ticket_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
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
    connection_id = NEW.connection_id,
    queue_id = NEW.queue_id,
    user_id = coalesce(NEW.user_id, user_id),
    queued_at = CASE WHEN NEW.chatbot AND NEW.status = 'pending' THEN queued_at ELSE coalesce(queued_at, now()) END,
    -- The first: a ticket that is given back and taken again was answered before.
    accepted_at = CASE WHEN NEW.status = 'open' THEN coalesce(accepted_at, now()) ELSE accepted_at END,
    closed_at = CASE WHEN NEW.status = 'closed' THEN now() END
  WHERE ticket_id = NEW.id AND closed_at IS NULL;
  RETURN NULL;
END $$;

DROP TRIGGER tickets_cycle ON tickets;
CREATE TRIGGER tickets_cycle AFTER INSERT OR UPDATE OF status, chatbot, queue_id, user_id, contact_id, connection_id ON tickets
FOR EACH ROW EXECUTE FUNCTION keep_ticket_cycle();
