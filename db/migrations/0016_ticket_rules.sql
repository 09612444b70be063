-- Tickets that move between connections, timers of tickets, and searching what was said.

-- Substrings by index, within a company. Trusted extensions: the database's owner may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Text made comparable, as foldText of db/src/kit/search-text.ts does it: lower case, no accents. Accents first: where the database's
-- locale is C, lower() knows no others than A to Z.
CREATE FUNCTION fold_text(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g'));

CREATE INDEX contacts_search ON contacts USING gin (company_id, fold_text(name) gin_trgm_ops);
CREATE INDEX contacts_search_number ON contacts USING gin (company_id, number gin_trgm_ops);

-- What was said, folded once and not at each search. Beside messages and not a column of it, whose rows are streamed whole. Not published.
CREATE TABLE message_search (
  message_id uuid PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
  company_id uuid NOT NULL,
  ticket_id uuid NOT NULL,
  folded text NOT NULL
);
CREATE INDEX message_search_ticket ON message_search (ticket_id);
CREATE INDEX message_search_text ON message_search USING gin (company_id, folded gin_trgm_ops);

CREATE FUNCTION keep_message_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM message_search WHERE message_id = NEW.id;
  END IF;
  IF NEW.body <> '' AND NOT NEW.is_deleted THEN
    INSERT INTO message_search (message_id, company_id, ticket_id, folded)
    VALUES (NEW.id, NEW.company_id, NEW.ticket_id, fold_text(NEW.body));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_search AFTER INSERT OR UPDATE OF body, is_deleted, ticket_id ON messages
FOR EACH ROW EXECUTE FUNCTION keep_message_search();

INSERT INTO message_search (message_id, company_id, ticket_id, folded)
SELECT id, company_id, ticket_id, fold_text(body) FROM messages WHERE body <> '' AND NOT is_deleted;

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
