-- The first path through the product: companies, users, sessions, connections, queues, contacts, tickets, messages, applied mutations.
-- Synced tables are in the publication with REPLICA IDENTITY FULL: the shape engine needs the old row to see what leaves a scope.

CREATE TABLE plans (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  users integer NOT NULL,
  connections integer NOT NULL,
  queues integer NOT NULL,
  value numeric(12, 2) NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE companies (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text,
  phone text,
  plan_id uuid NOT NULL REFERENCES plans,
  status boolean NOT NULL,
  operator boolean NOT NULL,
  due_date timestamptz NOT NULL,
  recurrence text NOT NULL,
  time_zone text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE connections (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('OPENING', 'qrcode', 'PAIRING', 'CONNECTED', 'TIMEOUT', 'DISCONNECTED')),
  status_reason text,
  qrcode text,
  retries integer NOT NULL,
  is_default boolean NOT NULL,
  number text,
  connected_at timestamptz,
  last_message_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT connections_company_name UNIQUE (company_id, name)
);
CREATE UNIQUE INDEX connections_one_default ON connections (company_id) WHERE is_default;

CREATE TABLE session_keys (
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  type text NOT NULL,
  key_id text NOT NULL,
  value bytea NOT NULL,
  PRIMARY KEY (connection_id, type, key_id)
);

CREATE TABLE connection_leases (
  connection_id uuid PRIMARY KEY REFERENCES connections ON DELETE CASCADE,
  owner text NOT NULL,
  fence bigint NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE TABLE users (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  profile text NOT NULL CHECK (profile IN ('user', 'supervisor', 'admin')),
  super boolean NOT NULL,
  all_ticket boolean NOT NULL,
  connection_id uuid REFERENCES connections ON DELETE SET NULL,
  token_version integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT users_email UNIQUE (email),
  CHECK (email = lower(email))
);
CREATE INDEX users_company ON users (company_id);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  successor_id uuid,
  used_at timestamptz,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);

-- Failed logins, counted per account and per address by rate-limiter-flexible (its table, its column names).
CREATE UNLOGGED TABLE login_attempts (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

CREATE TABLE queues (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  color text NOT NULL,
  order_queue integer NOT NULL,
  greeting_message text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT queues_company_color UNIQUE (company_id, color)
);

CREATE TABLE user_queues (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  queue_id uuid NOT NULL REFERENCES queues ON DELETE CASCADE,
  UNIQUE (user_id, queue_id)
);
CREATE INDEX user_queues_company ON user_queues (company_id);

CREATE TABLE connection_queues (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  queue_id uuid NOT NULL REFERENCES queues ON DELETE CASCADE,
  UNIQUE (connection_id, queue_id)
);
CREATE INDEX connection_queues_company ON connection_queues (company_id);

CREATE TABLE contacts (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  number text,
  lid text,
  email text NOT NULL,
  is_group boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (number IS NOT NULL OR lid IS NOT NULL)
);
CREATE UNIQUE INDEX contacts_company_number ON contacts (company_id, number) WHERE number IS NOT NULL;
CREATE UNIQUE INDEX contacts_company_lid ON contacts (company_id, lid) WHERE lid IS NOT NULL;
CREATE INDEX contacts_company_name ON contacts (company_id, name);

CREATE TABLE tickets (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  number integer,
  status text NOT NULL CHECK (status IN ('pending', 'open', 'closed')),
  contact_id uuid NOT NULL REFERENCES contacts,
  connection_id uuid NOT NULL REFERENCES connections,
  queue_id uuid REFERENCES queues,
  user_id uuid REFERENCES users,
  is_group boolean NOT NULL,
  chatbot boolean NOT NULL,
  unread_messages integer NOT NULL CHECK (unread_messages >= 0),
  last_message text NOT NULL,
  last_message_from_me boolean NOT NULL,
  last_message_at timestamptz NOT NULL,
  accepted_at timestamptz,
  closed_at timestamptz,
  archived boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (company_id, number)
);
CREATE UNIQUE INDEX tickets_one_open ON tickets (contact_id, connection_id) WHERE status <> 'closed';
-- The ticket lists, for admins and for attendants of some queues.
CREATE INDEX tickets_company_list ON tickets (company_id, status, updated_at DESC, id DESC);
CREATE INDEX tickets_queue_list ON tickets (company_id, queue_id, status, updated_at DESC, id DESC);
-- The shape's snapshot.
CREATE INDEX tickets_scope ON tickets (company_id, queue_id) WHERE NOT archived;
-- Previous tickets of a contact, and the last closed one of a chat.
CREATE INDEX tickets_contact ON tickets (contact_id, connection_id, closed_at DESC);

-- Human numbers: counted per company, without gaps from rolled-back transactions. Apart from companies, whose rows are streamed.
CREATE TABLE ticket_counters (
  company_id uuid PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  last_number integer NOT NULL
);

CREATE FUNCTION number_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ticket_counters AS c (company_id, last_number) VALUES (NEW.company_id, 1)
  ON CONFLICT (company_id) DO UPDATE SET last_number = c.last_number + 1
  RETURNING c.last_number INTO NEW.number;
  RETURN NEW;
END $$;

CREATE TRIGGER tickets_number BEFORE INSERT ON tickets FOR EACH ROW WHEN (NEW.number IS NULL) EXECUTE FUNCTION number_ticket();

CREATE TABLE messages (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  ticket_id uuid NOT NULL REFERENCES tickets ON DELETE CASCADE,
  contact_id uuid NOT NULL REFERENCES contacts,
  connection_id uuid NOT NULL REFERENCES connections,
  queue_id uuid,
  archived boolean NOT NULL,
  whatsapp_id text NOT NULL,
  from_me boolean NOT NULL,
  user_id uuid,
  media_type text NOT NULL,
  body text NOT NULL,
  ack integer NOT NULL CHECK (ack BETWEEN -1 AND 5),
  ack_error text,
  is_deleted boolean NOT NULL,
  quoted_message_id uuid,
  sent_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- The idempotency of receiving: WhatsApp delivers a message as often as it likes.
  CONSTRAINT messages_whatsapp_id UNIQUE (connection_id, whatsapp_id)
);
CREATE INDEX messages_ticket ON messages (ticket_id, created_at DESC, id DESC);
CREATE INDEX messages_scope ON messages (company_id, queue_id) WHERE NOT archived;
CREATE INDEX messages_contact ON messages (contact_id, created_at DESC);
-- What the worker still has to send.
CREATE INDEX messages_pending ON messages (connection_id, created_at, id) WHERE from_me AND ack = 0;

CREATE TABLE applied_mutations (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  applied_at timestamptz NOT NULL
);
CREATE INDEX applied_mutations_user ON applied_mutations (company_id, user_id);

ALTER TABLE companies REPLICA IDENTITY FULL;
ALTER TABLE users REPLICA IDENTITY FULL;
ALTER TABLE queues REPLICA IDENTITY FULL;
ALTER TABLE user_queues REPLICA IDENTITY FULL;
ALTER TABLE connection_queues REPLICA IDENTITY FULL;
ALTER TABLE connections REPLICA IDENTITY FULL;
ALTER TABLE contacts REPLICA IDENTITY FULL;
ALTER TABLE tickets REPLICA IDENTITY FULL;
ALTER TABLE messages REPLICA IDENTITY FULL;
ALTER TABLE applied_mutations REPLICA IDENTITY FULL;

CREATE PUBLICATION balcao FOR TABLE
  companies, users, queues, user_queues, connection_queues, connections, contacts, tickets, messages, applied_mutations;
