-- Machines that answer customers: prompts (a language model), integrations and the billing look-up, as "responders" behind one seam. What is
-- owed stands in rows; who answers is called outside of any transaction (decision 0061).

CREATE TABLE prompts (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  prompt text NOT NULL,
  -- 'texto', or the voice that speaks the answers.
  voice text NOT NULL,
  voice_region text NOT NULL,
  max_tokens integer NOT NULL,
  temperature double precision NOT NULL,
  max_messages integer NOT NULL,
  -- Whose people get the conversations that it leaves; null once that queue is gone.
  queue_id uuid REFERENCES queues ON DELETE SET NULL,
  base_url text NOT NULL,
  model text NOT NULL,
  transcription_model text NOT NULL,
  -- Of a model that thinks first: it takes max_completion_tokens, and no temperature.
  reasoning boolean NOT NULL,
  -- A million tokens, in the company's money; 0: what it costs is not known.
  input_price double precision NOT NULL,
  output_price double precision NOT NULL,
  -- Beyond them people go on. 0: no limit.
  ticket_answers integer NOT NULL,
  day_answers integer NOT NULL,
  ticket_cost double precision NOT NULL,
  day_cost double precision NOT NULL,
  -- The last characters of the keys, which stand in secrets; null: there is none.
  api_key_hint text,
  voice_key_hint text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX prompts_company ON prompts (company_id);
CREATE INDEX prompts_queue ON prompts (queue_id) WHERE queue_id IS NOT NULL;

CREATE TABLE queue_integrations (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('dialogflow', 'n8n', 'webhook', 'typebot')),
  name text NOT NULL,
  project_name text NOT NULL,
  language text NOT NULL,
  url_n8n text NOT NULL,
  typebot_slug text NOT NULL,
  -- Milliseconds.
  typebot_delay_message integer NOT NULL,
  -- Minutes; 0: never.
  typebot_expires integer NOT NULL,
  typebot_keyword_finish text NOT NULL,
  typebot_keyword_restart text NOT NULL,
  typebot_restart_message text NOT NULL,
  typebot_unknown_message text NOT NULL,
  -- What may be shown of its secret, which stands in secrets; null: there is none.
  secret_hint text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX queue_integrations_company ON queue_integrations (company_id);

ALTER TABLE connections
  ADD CONSTRAINT connections_prompt FOREIGN KEY (prompt_id) REFERENCES prompts ON DELETE SET NULL,
  ADD COLUMN integration_id uuid REFERENCES queue_integrations ON DELETE SET NULL;
CREATE INDEX connections_prompt ON connections (prompt_id) WHERE prompt_id IS NOT NULL;
CREATE INDEX connections_integration ON connections (integration_id) WHERE integration_id IS NOT NULL;

ALTER TABLE queues
  ADD COLUMN prompt_id uuid REFERENCES prompts ON DELETE SET NULL,
  ADD COLUMN integration_id uuid REFERENCES queue_integrations ON DELETE SET NULL,
  -- Customers are told their open bills here.
  ADD COLUMN billing_lookup boolean NOT NULL DEFAULT false;
CREATE INDEX queues_prompt ON queues (prompt_id) WHERE prompt_id IS NOT NULL;
CREATE INDEX queues_integration ON queues (integration_id) WHERE integration_id IS NOT NULL;

ALTER TABLE tickets
  ADD COLUMN prompt_id uuid REFERENCES prompts ON DELETE SET NULL,
  ADD COLUMN integration_id uuid REFERENCES queue_integrations ON DELETE SET NULL,
  ADD COLUMN use_integration boolean NOT NULL DEFAULT false,
  -- Who answers, by its kind (db/src/responders/kinds.ts); null: the bot, or people.
  ADD COLUMN responder text,
  -- Which responders answer here no more: 'connection' its own, 'all' the queue's too; null: none was left.
  ADD COLUMN left_responder text CHECK (left_responder IN ('connection', 'all'));
CREATE INDEX tickets_prompt ON tickets (prompt_id) WHERE prompt_id IS NOT NULL;
CREATE INDEX tickets_integration ON tickets (integration_id) WHERE integration_id IS NOT NULL;

-- An answer that is owed, or is being given: one a ticket, so that there is one at a time.
CREATE TABLE responder_turns (
  ticket_id uuid PRIMARY KEY REFERENCES tickets ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  responder text NOT NULL,
  -- The prompt's or the integration's; null of a look-up.
  responder_id uuid,
  -- What the customer said last.
  message_id uuid NOT NULL,
  -- It only chose the queue.
  is_choice boolean NOT NULL,
  -- Since when they have no answer.
  since timestamptz NOT NULL,
  -- Not before.
  due_at timestamptz NOT NULL,
  -- Who asks the responder, until when it is believed to live, and of what it was asked.
  owner text,
  lease_until timestamptz,
  asked_id uuid,
  tries integer NOT NULL DEFAULT 0,
  -- What was answered, and how much of it stands in the conversation.
  answer jsonb,
  said integer NOT NULL DEFAULT 0
);
CREATE INDEX responder_turns_due ON responder_turns (due_at);
CREATE INDEX responder_turns_company ON responder_turns (company_id);

-- What a responder keeps of a conversation from one answer to the next.
CREATE TABLE responder_sessions (
  ticket_id uuid PRIMARY KEY REFERENCES tickets ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  responder text NOT NULL,
  responder_id uuid,
  state jsonb NOT NULL,
  -- How often it answered.
  answers integer NOT NULL,
  started_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX responder_sessions_company ON responder_sessions (company_id);

-- What a prompt or an integration was known by goes with it. Names: db/src/responders/kinds.ts.
CREATE FUNCTION forget_secrets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM secrets WHERE company_id = OLD.company_id AND starts_with(name, TG_ARGV[0] || '/' || OLD.id || '/');
  RETURN NULL;
END $$;
CREATE TRIGGER forget_secrets AFTER DELETE ON prompts FOR EACH ROW EXECUTE FUNCTION forget_secrets('prompt');
CREATE TRIGGER forget_secrets AFTER DELETE ON queue_integrations FOR EACH ROW EXECUTE FUNCTION forget_secrets('integration');

ALTER TABLE prompts REPLICA IDENTITY FULL;
ALTER TABLE queue_integrations REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE prompts, queue_integrations;
