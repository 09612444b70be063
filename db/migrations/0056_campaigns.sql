-- Campaigns: a message to many, one row a person of it, made once, and the pace of each number, which survives whoever keeps it.

CREATE TABLE campaigns (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA')),
  connection_id uuid REFERENCES connections,
  -- One of the two.
  contact_list_id uuid REFERENCES contact_lists ON DELETE SET NULL,
  tag_id uuid REFERENCES tags ON DELETE SET NULL,
  file_list_id uuid REFERENCES file_lists ON DELETE SET NULL,
  scheduled_at timestamptz,
  confirmation boolean NOT NULL,
  message1 text NOT NULL,
  message2 text NOT NULL,
  message3 text NOT NULL,
  message4 text NOT NULL,
  message5 text NOT NULL,
  confirmation_message1 text NOT NULL,
  confirmation_message2 text NOT NULL,
  confirmation_message3 text NOT NULL,
  confirmation_message4 text NOT NULL,
  confirmation_message5 text NOT NULL,
  media_hash text,
  media_name text,
  media_mime text,
  media_size integer,
  started_at timestamptz,
  completed_at timestamptz,
  -- Since when what went wrong counts against it: its start, or when somebody let it go on.
  resumed_at timestamptz,
  -- Why it was stopped, and what a running one waits for: codes of db/src/campaigns/rules.ts.
  stop_reason text,
  waits_for text,
  -- Whose turn is next, among those of a connection.
  last_sent_at timestamptz,
  -- People of the audience that were somebody else of it under another spelling.
  repeated_count integer NOT NULL DEFAULT 0,
  -- As the report had them lately (campaigns/progress.ts).
  people_count integer NOT NULL DEFAULT 0,
  valid_count integer NOT NULL DEFAULT 0,
  delivered_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX campaigns_company ON campaigns (company_id);
CREATE INDEX campaigns_list ON campaigns (contact_list_id);
CREATE INDEX campaigns_tag ON campaigns (tag_id);
CREATE INDEX campaigns_file_list ON campaigns (file_list_id);
CREATE INDEX campaigns_media ON campaigns (company_id, media_hash) WHERE media_hash IS NOT NULL;
CREATE INDEX campaigns_due ON campaigns (scheduled_at) WHERE status = 'PROGRAMADA';
CREATE INDEX campaigns_running ON campaigns (connection_id) WHERE status = 'EM_ANDAMENTO';

-- A campaign and a person. waiting → sending → delivered or failed; with a question before: waiting → asked → confirmed → sending.
CREATE TABLE campaign_shippings (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  campaign_id uuid NOT NULL REFERENCES campaigns ON DELETE CASCADE,
  -- Its place among the others.
  position integer NOT NULL,
  name text NOT NULL,
  number text NOT NULL,
  number_key text NOT NULL GENERATED ALWAYS AS (one_number(number)) STORED,
  email text NOT NULL,
  state text NOT NULL CHECK (
    state IN ('waiting', 'asked', 'confirmed', 'sending', 'delivered', 'failed', 'invalid', 'opted_out')
  ),
  -- Whether the number is on WhatsApp; null: nobody asked.
  is_valid boolean,
  -- Why it failed: the code of its message, or one of db/src/campaigns/rules.ts.
  error text,
  -- Which of the messages that are not blank, from 0.
  variant integer,
  -- Known since something was sent.
  contact_id uuid REFERENCES contacts ON DELETE SET NULL,
  question_id uuid,
  message_id uuid,
  confirmation_requested_at timestamptz,
  confirmed_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  received_at timestamptz,
  read_at timestamptz,
  answered_at timestamptz,
  opted_out_at timestamptz,
  -- It was delivered, or never will be.
  ended_at timestamptz,
  -- The invariant of it all: a person gets a campaign once.
  UNIQUE (campaign_id, number_key)
);
CREATE INDEX campaign_shippings_next ON campaign_shippings (campaign_id, (state = 'waiting'), position)
  WHERE state IN ('waiting', 'confirmed');
CREATE INDEX campaign_shippings_on_way ON campaign_shippings (campaign_id, state) WHERE state IN ('asked', 'sending');
CREATE INDEX campaign_shippings_ended ON campaign_shippings (campaign_id, ended_at DESC) WHERE ended_at IS NOT NULL;
CREATE INDEX campaign_shippings_asked ON campaign_shippings (confirmation_requested_at) WHERE state = 'asked';
CREATE INDEX campaign_shippings_contact ON campaign_shippings (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX campaign_shippings_message ON campaign_shippings (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX campaign_shippings_question ON campaign_shippings (question_id) WHERE question_id IS NOT NULL;
CREATE INDEX campaign_shippings_person ON campaign_shippings (company_id, number_key) WHERE state IN ('waiting', 'asked', 'confirmed');

-- Who said stop. A row that was taken back stays, with who did and why.
CREATE TABLE opt_outs (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  -- Null of whom WhatsApp tells no number.
  number text,
  number_key text GENERATED ALWAYS AS (one_number(number)) STORED,
  contact_id uuid REFERENCES contacts ON DELETE SET NULL,
  campaign_id uuid REFERENCES campaigns ON DELETE SET NULL,
  campaign_name text NOT NULL,
  -- By what.
  message_id uuid REFERENCES messages ON DELETE SET NULL,
  body text NOT NULL,
  revoked_at timestamptz,
  revoked_by uuid REFERENCES users ON DELETE SET NULL,
  revoke_reason text,
  created_at timestamptz NOT NULL
);
CREATE INDEX opt_outs_company ON opt_outs (company_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX opt_outs_number ON opt_outs (company_id, number_key) WHERE revoked_at IS NULL;
CREATE INDEX opt_outs_contact ON opt_outs (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX opt_outs_campaign ON opt_outs (campaign_id) WHERE campaign_id IS NOT NULL;
CREATE INDEX opt_outs_message ON opt_outs (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX opt_outs_revoker ON opt_outs (revoked_by) WHERE revoked_by IS NOT NULL;

CREATE TABLE campaign_settings (
  -- The company's own.
  id uuid PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  -- Seconds.
  message_interval double precision NOT NULL,
  longer_interval_after integer NOT NULL,
  greater_interval double precision NOT NULL,
  variables jsonb NOT NULL,
  start_hour text NOT NULL,
  end_hour text NOT NULL,
  daily_cap integer NOT NULL,
  warm_up jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- When a connection may send its next campaign message, over all its campaigns.
CREATE TABLE connection_paces (
  connection_id uuid PRIMARY KEY REFERENCES connections ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  -- The number that is warmed up, and since when it is linked here.
  number text NOT NULL,
  since timestamptz NOT NULL,
  next_at timestamptz NOT NULL,
  -- From the server's ack of the last one to the next.
  gap_ms integer NOT NULL DEFAULT 0,
  -- What of it is chance, which the gap after it gives back.
  jitter_ms integer NOT NULL DEFAULT 0,
  -- Since the last longer pause.
  in_a_row integer NOT NULL DEFAULT 0,
  -- 'YYYY-MM-DD' of the company's clock, and how many were sent on it.
  day text NOT NULL DEFAULT '',
  day_count integer NOT NULL DEFAULT 0
);

-- A campaign's: it stands in the history, and lets what people say go first.
ALTER TABLE messages ADD COLUMN campaign_id uuid;
-- One was on its way when the connection ended: nothing else goes out before it is answered for.
CREATE INDEX messages_campaign_pending ON messages (connection_id) WHERE from_me AND ack = 0 AND campaign_id IS NOT NULL;
-- What WhatsApp refused lately: the health of a number.
CREATE INDEX messages_refused ON messages (connection_id, updated_at) WHERE from_me AND ack = -1;

-- Made for a campaign's message, closed and archived: nobody has talked in it yet.
ALTER TABLE tickets ADD COLUMN of_campaign boolean NOT NULL DEFAULT false;

CREATE FUNCTION keep_shipping_with_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE failed boolean := NEW.ack = -1;
BEGIN
  UPDATE campaign_shippings SET
    state = CASE WHEN failed AND NEW.ack_error = 'not_on_whatsapp' THEN 'invalid' WHEN failed THEN 'failed'
      WHEN NEW.ack = 0 THEN 'sending' ELSE 'delivered' END,
    error = CASE WHEN failed THEN NEW.ack_error END,
    delivered_at = CASE WHEN NEW.ack >= 1 THEN coalesce(delivered_at, clock_timestamp()) END,
    received_at = CASE WHEN NEW.ack >= 2 THEN coalesce(received_at, clock_timestamp()) END,
    read_at = CASE WHEN NEW.ack >= 3 THEN coalesce(read_at, clock_timestamp()) END,
    ended_at = CASE WHEN NEW.ack <> 0 THEN coalesce(ended_at, clock_timestamp()) END
  WHERE message_id = NEW.id;
  IF failed THEN
    UPDATE campaign_shippings SET
      state = CASE WHEN NEW.ack_error = 'not_on_whatsapp' THEN 'invalid' ELSE 'failed' END, error = NEW.ack_error, ended_at = clock_timestamp()
    WHERE question_id = NEW.id AND state = 'asked';
  END IF;
  -- The pace counts from what WhatsApp answered for, not from what was meant to be sent.
  IF OLD.ack = 0 THEN
    UPDATE connection_paces SET next_at = greatest(next_at, clock_timestamp() + gap_ms * interval '1 millisecond')
    WHERE connection_id = NEW.connection_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_shipping AFTER UPDATE OF ack ON messages FOR EACH ROW
WHEN (NEW.campaign_id IS NOT NULL AND NEW.ack IS DISTINCT FROM OLD.ack) EXECUTE FUNCTION keep_shipping_with_message();

-- It was deleted with its conversation before it was sent.
CREATE FUNCTION end_shipping_of_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE campaign_shippings SET state = 'failed', error = 'deleted', ended_at = clock_timestamp()
  WHERE (message_id = OLD.id AND state = 'sending') OR (question_id = OLD.id AND state = 'asked');
  RETURN NULL;
END $$;
CREATE TRIGGER messages_shipping_end AFTER DELETE ON messages FOR EACH ROW
WHEN (OLD.campaign_id IS NOT NULL) EXECUTE FUNCTION end_shipping_of_message();

ALTER TABLE campaigns REPLICA IDENTITY FULL;
ALTER TABLE campaign_settings REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE campaigns, campaign_settings;
