-- What a desk writes about its customers: tags, notes, extra fields of contacts; and the texts it keeps ready.

ALTER TABLE contacts ADD COLUMN extra_info jsonb NOT NULL DEFAULT '[]';

CREATE TABLE tags (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  color text NOT NULL,
  -- A lane of the kanban board.
  kanban boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT tags_company_name UNIQUE (company_id, name)
);

-- queue_id and archived are the ticket's: they decide who sees the row.
CREATE TABLE ticket_tags (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  ticket_id uuid NOT NULL REFERENCES tickets ON DELETE CASCADE,
  tag_id uuid NOT NULL REFERENCES tags ON DELETE CASCADE,
  queue_id uuid,
  archived boolean NOT NULL,
  CONSTRAINT ticket_tags_once UNIQUE (ticket_id, tag_id)
);
CREATE INDEX ticket_tags_tag ON ticket_tags (tag_id);
CREATE INDEX ticket_tags_company ON ticket_tags (company_id, queue_id);

CREATE TABLE ticket_notes (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  ticket_id uuid NOT NULL REFERENCES tickets ON DELETE CASCADE,
  contact_id uuid NOT NULL REFERENCES contacts,
  -- Its author; null when they were deleted.
  user_id uuid REFERENCES users ON DELETE SET NULL,
  note text NOT NULL,
  queue_id uuid,
  archived boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX ticket_notes_ticket ON ticket_notes (ticket_id, created_at);
CREATE INDEX ticket_notes_contact ON ticket_notes (contact_id, created_at);
CREATE INDEX ticket_notes_company ON ticket_notes (company_id, queue_id);

-- Tickets change their queue, contact and archived flag in many places: none of them may forget what belongs to the ticket.
CREATE FUNCTION keep_with_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ticket_tags SET queue_id = NEW.queue_id, archived = NEW.archived WHERE ticket_id = NEW.id;
  UPDATE ticket_notes SET queue_id = NEW.queue_id, archived = NEW.archived, contact_id = NEW.contact_id WHERE ticket_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER tickets_keep_with AFTER UPDATE OF queue_id, archived, contact_id ON tickets
FOR EACH ROW WHEN (
  (OLD.queue_id, OLD.archived, OLD.contact_id) IS DISTINCT FROM (NEW.queue_id, NEW.archived, NEW.contact_id)
) EXECUTE FUNCTION keep_with_ticket();

CREATE TABLE quick_messages (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  shortcode text NOT NULL,
  message text NOT NULL,
  -- Everybody's of the company; else its author's alone.
  geral boolean NOT NULL,
  media_hash text,
  media_name text,
  media_mime text,
  media_size integer,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX quick_messages_company ON quick_messages (company_id, user_id);

ALTER TABLE tags REPLICA IDENTITY FULL;
ALTER TABLE ticket_tags REPLICA IDENTITY FULL;
ALTER TABLE ticket_notes REPLICA IDENTITY FULL;
ALTER TABLE quick_messages REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE tags, ticket_tags, ticket_notes, quick_messages;
