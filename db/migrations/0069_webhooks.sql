-- What companies have told to addresses of theirs. Each thing that happens is a row an endpoint, written by triggers in the transaction of its
-- cause, so that nothing that changes rows can forget it. A company without endpoints costs one look at an index. Decision 0062.

CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  active boolean NOT NULL,
  -- It was switched off by itself: 'failing', after a day without success, or 'gone', because it said so.
  off_reason text CHECK (off_reason IN ('failing', 'gone')),
  off_at timestamptz,
  -- Since the first failure that no success followed; how many, and when it may be asked again.
  failing_since timestamptz,
  failures integer NOT NULL DEFAULT 0,
  retry_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX webhook_endpoints_company ON webhook_endpoints (company_id);
CREATE INDEX webhook_endpoints_active ON webhook_endpoints (company_id) WHERE active;

CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  -- Of what it is said: the same for all endpoints and for every repetition (`webhook-id`).
  message_id uuid NOT NULL,
  -- What happened first is told first.
  seq bigint GENERATED ALWAYS AS IDENTITY,
  event text NOT NULL,
  -- The ticket, contact or connection: what is said of one is said in order.
  subject_id uuid NOT NULL,
  -- As it is sent and signed.
  body text NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  first_attempt_at timestamptz,
  next_at timestamptz NOT NULL DEFAULT now(),
  -- A worker is at it.
  leased_until timestamptz,
  last_attempt_at timestamptz,
  last_status integer,
  last_reason text,
  last_answer text,
  last_ms integer,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_at) WHERE status = 'waiting';
CREATE INDEX webhook_deliveries_order ON webhook_deliveries (endpoint_id, subject_id, seq) WHERE status = 'waiting';
CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (endpoint_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_company ON webhook_deliveries (company_id);

-- How many endpoints were switched off by themselves: their admins' devices say so.
ALTER TABLE companies ADD COLUMN webhooks_off integer NOT NULL DEFAULT 0;

CREATE FUNCTION count_webhooks_off() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE companies c SET webhooks_off = n.count
  FROM (SELECT count(*)::integer FROM webhook_endpoints WHERE company_id = coalesce(NEW.company_id, OLD.company_id) AND off_reason IS NOT NULL) n
  WHERE c.id = coalesce(NEW.company_id, OLD.company_id) AND c.webhooks_off <> n.count;
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_endpoints_off AFTER UPDATE OF off_reason ON webhook_endpoints
  FOR EACH ROW WHEN (NEW.off_reason IS DISTINCT FROM OLD.off_reason) EXECUTE FUNCTION count_webhooks_off();
CREATE TRIGGER webhook_endpoints_gone AFTER DELETE ON webhook_endpoints
  FOR EACH ROW WHEN (OLD.off_reason IS NOT NULL) EXECUTE FUNCTION count_webhooks_off();

CREATE FUNCTION is_told(company uuid, what text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM webhook_endpoints WHERE company_id = company AND active AND what = ANY (events))
$$;

CREATE FUNCTION tell_webhooks(company uuid, what text, subject uuid, data jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  said uuid := uuidv7();
  text_of text := jsonb_build_object(
    'type', what,
    'timestamp', to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', data)::text;
BEGIN
  INSERT INTO webhook_deliveries (company_id, endpoint_id, message_id, event, subject_id, body)
  SELECT company, e.id, said, what, subject, text_of FROM webhook_endpoints e
  WHERE e.company_id = company AND e.active AND what = ANY (e.events);
  PERFORM pg_notify('webhooks', '');
END $$;

CREATE FUNCTION webhook_company(company uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', id, 'name', name) FROM companies WHERE id = company
$$;

CREATE FUNCTION webhook_contact(c contacts) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', c.id, 'name', left(c.name, 200), 'number', c.number, 'email', left(c.email, 200), 'isGroup', c.is_group)
$$;

CREATE FUNCTION webhook_ticket(t tickets) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'id', t.id, 'number', t.number, 'status', t.status, 'isGroup', t.is_group, 'chatbot', t.chatbot,
    'queue', (SELECT jsonb_build_object('id', q.id, 'name', q.name) FROM queues q WHERE q.id = t.queue_id),
    'user', (SELECT jsonb_build_object('id', u.id, 'name', u.name) FROM users u WHERE u.id = t.user_id),
    'connection', (SELECT jsonb_build_object('id', w.id, 'name', w.name) FROM connections w WHERE w.id = t.connection_id))
$$;

CREATE FUNCTION tell_of_ticket(t tickets, what text, beside jsonb DEFAULT '{}') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks(t.company_id, what, t.id, jsonb_build_object(
    'company', webhook_company(t.company_id),
    'ticket', webhook_ticket(t),
    'contact', (SELECT webhook_contact(c) FROM contacts c WHERE c.id = t.contact_id)) || beside);
END $$;

CREATE FUNCTION tell_of_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  t tickets;
  what text := CASE
    WHEN TG_OP = 'INSERT' AND NOT NEW.from_me THEN 'message.received'
    WHEN NEW.ack = -1 THEN 'message.failed'
    WHEN TG_OP = 'INSERT' OR OLD.ack < 1 THEN 'message.sent'
    ELSE 'message.ack' END;
BEGIN
  IF NOT is_told(NEW.company_id, what) THEN RETURN NULL; END IF;
  SELECT * INTO t FROM tickets WHERE id = NEW.ticket_id;
  PERFORM tell_of_ticket(t, what, jsonb_build_object('message', jsonb_build_object(
    'id', NEW.id, 'fromMe', NEW.from_me, 'userId', NEW.user_id, 'mediaType', NEW.media_type,
    -- A body is at most some kilobytes; whoever wants more asks for the message.
    'body', left(NEW.body, 4000), 'isCut', length(NEW.body) > 4000,
    'ack', NEW.ack, 'ackError', NEW.ack_error, 'mediaName', left(NEW.media_name, 200), 'mediaMime', NEW.media_mime, 'mediaSize', NEW.media_size,
    'quotedMessageId', NEW.quoted_message_id, 'participantId', NEW.participant_id, 'sentAt', NEW.sent_at, 'createdAt', NEW.created_at)));
  RETURN NULL;
END $$;
CREATE TRIGGER messages_told_received AFTER INSERT ON messages
  FOR EACH ROW WHEN (NOT NEW.from_me OR NEW.ack >= 1) EXECUTE FUNCTION tell_of_message();
CREATE TRIGGER messages_told_acks AFTER UPDATE OF ack ON messages
  FOR EACH ROW WHEN (NEW.from_me AND NEW.ack <> OLD.ack AND NEW.ack <> 0) EXECUTE FUNCTION tell_of_message();

CREATE FUNCTION tell_of_ticket_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  what text;
  all_of text[] := '{}';
BEGIN
  IF NEW.status <> 'closed' AND (TG_OP = 'INSERT' OR OLD.status = 'closed') THEN all_of := all_of || 'ticket.opened'::text; END IF;
  IF NEW.status = 'open' AND (TG_OP = 'INSERT' OR OLD.status <> 'open') THEN
    all_of := all_of || 'ticket.accepted'::text;
  ELSIF TG_OP = 'UPDATE' AND OLD.status <> 'closed' AND NEW.status <> 'closed'
    AND ((OLD.queue_id IS NOT NULL AND NEW.queue_id IS DISTINCT FROM OLD.queue_id)
      OR (OLD.user_id IS NOT NULL AND NEW.user_id IS DISTINCT FROM OLD.user_id)) THEN
    all_of := all_of || 'ticket.transferred'::text;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.status = 'closed' AND OLD.status <> 'closed' THEN all_of := all_of || 'ticket.closed'::text; END IF;
  FOREACH what IN ARRAY all_of LOOP
    IF is_told(NEW.company_id, what) THEN PERFORM tell_of_ticket(NEW, what); END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER tickets_told_new AFTER INSERT ON tickets
  FOR EACH ROW WHEN (NEW.status <> 'closed') EXECUTE FUNCTION tell_of_ticket_change();
CREATE TRIGGER tickets_told AFTER UPDATE OF status, queue_id, user_id ON tickets
  FOR EACH ROW WHEN (NEW.status <> OLD.status OR NEW.queue_id IS DISTINCT FROM OLD.queue_id OR NEW.user_id IS DISTINCT FROM OLD.user_id)
  EXECUTE FUNCTION tell_of_ticket_change();

CREATE FUNCTION tell_of_rating() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE t tickets;
BEGIN
  IF NOT is_told(NEW.company_id, 'ticket.rated') THEN RETURN NULL; END IF;
  SELECT * INTO t FROM tickets WHERE id = NEW.ticket_id;
  PERFORM tell_of_ticket(t, 'ticket.rated', jsonb_build_object('rating', NEW.rating));
  RETURN NULL;
END $$;
CREATE TRIGGER ticket_cycles_told AFTER UPDATE OF rating ON ticket_cycles
  FOR EACH ROW WHEN (NEW.rating IS NOT NULL AND OLD.rating IS NULL) EXECUTE FUNCTION tell_of_rating();

CREATE FUNCTION tell_of_contact() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE what text := CASE TG_OP WHEN 'INSERT' THEN 'contact.created' ELSE 'contact.updated' END;
BEGIN
  IF is_told(NEW.company_id, what) THEN
    PERFORM tell_webhooks(NEW.company_id, what, NEW.id,
      jsonb_build_object('company', webhook_company(NEW.company_id), 'contact', webhook_contact(NEW)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER contacts_told_new AFTER INSERT ON contacts FOR EACH ROW EXECUTE FUNCTION tell_of_contact();
CREATE TRIGGER contacts_told AFTER UPDATE OF name, number, email, extra_info ON contacts
  FOR EACH ROW WHEN (NEW.name <> OLD.name OR NEW.number IS DISTINCT FROM OLD.number OR NEW.email <> OLD.email OR NEW.extra_info <> OLD.extra_info)
  EXECUTE FUNCTION tell_of_contact();

CREATE FUNCTION tell_of_connection() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE what text := CASE NEW.status WHEN 'CONNECTED' THEN 'connection.up' ELSE 'connection.down' END;
BEGIN
  IF is_told(NEW.company_id, what) THEN
    PERFORM tell_webhooks(NEW.company_id, what, NEW.id, jsonb_build_object('company', webhook_company(NEW.company_id),
      'connection', jsonb_build_object('id', NEW.id, 'name', NEW.name, 'status', NEW.status, 'reason', NEW.status_reason)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER connections_told AFTER UPDATE OF status ON connections
  FOR EACH ROW WHEN ((NEW.status = 'CONNECTED') <> (OLD.status = 'CONNECTED')) EXECUTE FUNCTION tell_of_connection();
