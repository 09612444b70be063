-- What comes in: groups and who is in them, the names that contacts gave themselves, changes that overtook their message.

-- A group's `lid` is its id on WhatsApp.
ALTER TABLE contacts ADD COLUMN push_name text;

-- Which kind of message last_message is of, for the words that a picture or a voice message has none of.
ALTER TABLE tickets ADD COLUMN last_message_type text;

-- People in a group, whether they are contacts or not: only who writes becomes one.
CREATE TABLE group_participants (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  group_id uuid NOT NULL REFERENCES contacts ON DELETE CASCADE,
  lid text,
  number text,
  is_admin boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (number IS NOT NULL OR lid IS NOT NULL)
);
CREATE INDEX group_participants_group ON group_participants (group_id);
CREATE INDEX group_participants_company ON group_participants (company_id);
ALTER TABLE group_participants REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE group_participants;

-- Reactions, edits and deletions of messages that are not stored (yet). Server only; kept for some days.
CREATE TABLE early_changes (
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  target_id text NOT NULL,
  change_id text NOT NULL,
  change jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (connection_id, target_id, change_id)
);
CREATE INDEX early_changes_age ON early_changes (connection_id, created_at);

-- Whose reactions: asked when two contacts turn out to be one. Most messages have none.
CREATE INDEX messages_reactions ON messages USING gin (reactions) WHERE reactions <> '{}';
