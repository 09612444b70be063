-- Whether the bot still owes the customer of a ticket its greeting: the queue was closed, or the message could not be read yet.
ALTER TABLE tickets ADD COLUMN bot_owes_greeting boolean NOT NULL DEFAULT false;
