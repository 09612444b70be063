-- The team's own chat: people of a company among themselves.

CREATE TABLE chats (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  title text NOT NULL,
  -- Who may change and delete it. No reference: whoever goes is followed by the oldest member.
  owner_id uuid NOT NULL,
  last_message text NOT NULL DEFAULT '',
  last_message_type text,
  last_message_at timestamptz,
  last_sender_id uuid,
  last_sender_name text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX chats_company ON chats (company_id, updated_at);

CREATE TABLE chat_members (
  -- Follows from chat and user.
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  chat_id uuid NOT NULL REFERENCES chats ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  joined_at timestamptz NOT NULL,
  -- Everything up to then was before their eyes.
  read_until timestamptz NOT NULL,
  typing_until timestamptz,
  UNIQUE (chat_id, user_id)
);
CREATE INDEX chat_members_of ON chat_members (company_id, user_id);

CREATE TABLE chat_messages (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  chat_id uuid NOT NULL REFERENCES chats ON DELETE CASCADE,
  -- No reference: what somebody said stays said when they are gone.
  sender_id uuid NOT NULL,
  sender_name text NOT NULL,
  media_type text NOT NULL DEFAULT 'chat',
  body text NOT NULL,
  details jsonb,
  mentions jsonb NOT NULL DEFAULT '[]',
  quoted_message_id uuid,
  ticket_id uuid,
  media_hash text,
  media_mime text,
  media_name text,
  media_size integer,
  media_width integer,
  media_height integer,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX chat_messages_of_chat ON chat_messages (chat_id, created_at DESC, id DESC);
CREATE INDEX chat_messages_company ON chat_messages (company_id);
CREATE INDEX chat_messages_media ON chat_messages (media_hash) WHERE media_hash IS NOT NULL;

ALTER TABLE chats REPLICA IDENTITY FULL;
ALTER TABLE chat_members REPLICA IDENTITY FULL;
ALTER TABLE chat_messages REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE chats, chat_members, chat_messages;
