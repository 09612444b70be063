-- Whether the bot still owes the customer of a ticket its greeting: the queue was closed, or the message could not be read yet.
ALTER TABLE tickets ADD COLUMN bot_owes_greeting boolean NOT NULL DEFAULT false;

-- Where a connection's groups go: they choose no queue themselves. Null: its only queue, or none.
ALTER TABLE connections ADD COLUMN group_queue_id uuid REFERENCES queues;
CREATE INDEX connections_group_queue_id ON connections (group_queue_id) WHERE group_queue_id IS NOT NULL;
