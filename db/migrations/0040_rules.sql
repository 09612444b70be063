-- Whether the bot still owes the customer of a ticket its greeting: the queue was closed, or the message could not be read yet.
ALTER TABLE tickets ADD COLUMN bot_owes_greeting boolean NOT NULL DEFAULT false;

-- Where a connection's groups go: they choose no queue themselves. Null: its only queue, or none.
ALTER TABLE connections ADD COLUMN group_queue_id uuid REFERENCES queues;
CREATE INDEX connections_group_queue_id ON connections (group_queue_id) WHERE group_queue_id IS NOT NULL;

-- A contact's number as somebody typed it, which WhatsApp has not told together with the LID; and since when the contact is another
-- account, whose messages before were another person's.
ALTER TABLE contacts
  ADD COLUMN number_given boolean NOT NULL DEFAULT false,
  ADD COLUMN account_since timestamptz;
