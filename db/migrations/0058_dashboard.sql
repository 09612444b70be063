-- Figures of the dashboard, kept and not counted when somebody looks: each change of a cycle adds what it changes as rows of its own, so that
-- nobody waits for another's row; who reads adds rows up, and a job puts those of the same key together. Not published: dashboards ask
-- the server (decision 0057).

ALTER TABLE ticket_cycles
  ADD COLUMN is_group boolean NOT NULL DEFAULT false,
  -- An attendant, a schedule or the phone began it: nobody waited. Null: nothing was said yet.
  ADD COLUMN ours boolean,
  -- It waits for people; a ticket that is given back or transferred waits anew.
  ADD COLUMN waiting_since timestamptz,
  -- The first message of a person of ours, and who wrote it.
  ADD COLUMN answered_at timestamptz,
  ADD COLUMN answered_by uuid;

UPDATE ticket_cycles y SET
  started_at = date_trunc('milliseconds', y.started_at),
  queued_at = date_trunc('milliseconds', y.queued_at),
  accepted_at = date_trunc('milliseconds', y.accepted_at),
  closed_at = date_trunc('milliseconds', y.closed_at),
  is_group = t.is_group,
  ours = y.accepted_at IS NOT NULL AND y.accepted_at <= y.started_at,
  waiting_since = CASE WHEN y.closed_at IS NULL AND t.status = 'pending' AND NOT t.chatbot THEN
    date_trunc('milliseconds', CASE WHEN y.accepted_at IS NULL THEN coalesce(y.queued_at, y.started_at) ELSE t.updated_at END) END,
  answered_at = date_trunc('milliseconds', a.created_at),
  answered_by = a.user_id
FROM tickets t LEFT JOIN ticket_cycles c ON c.ticket_id = t.id LEFT JOIN LATERAL (
  SELECT m.created_at, m.user_id FROM messages m
  WHERE m.ticket_id = c.ticket_id AND m.from_me AND m.user_id IS NOT NULL AND m.created_at >= c.started_at
    AND m.created_at <= coalesce(c.closed_at, 'infinity')
  ORDER BY m.created_at LIMIT 1
) a ON true
WHERE t.id = y.ticket_id AND c.id = y.id;
ALTER TABLE ticket_cycles ALTER COLUMN is_group DROP DEFAULT;

-- What is open now; the tickets behind a figure.
CREATE INDEX ticket_cycles_now ON ticket_cycles (company_id) WHERE closed_at IS NULL;
CREATE INDEX ticket_cycles_accepted ON ticket_cycles (company_id, accepted_at) WHERE accepted_at IS NOT NULL;
CREATE INDEX ticket_cycles_answered ON ticket_cycles (company_id, answered_at) WHERE answered_at IS NOT NULL;
CREATE INDEX ticket_cycles_closed ON ticket_cycles (company_id, closed_at) WHERE closed_at IS NOT NULL;

-- As in 0016, with what the dashboard asks for. Moments are whole milliseconds, as lists page by them.
CREATE OR REPLACE FUNCTION keep_ticket_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE at timestamptz := date_trunc('milliseconds', now());
BEGIN
  IF NEW.status <> 'closed' AND (TG_OP = 'INSERT' OR OLD.status = 'closed') THEN
    INSERT INTO ticket_cycles (company_id, ticket_id, connection_id, contact_id, started_at, is_group, ours)
    VALUES (NEW.company_id, NEW.id, NEW.connection_id, NEW.contact_id, at, NEW.is_group, CASE WHEN NEW.status = 'open' THEN true END);
  END IF;
  -- Two contacts turned out to be one.
  IF TG_OP = 'UPDATE' AND NEW.contact_id <> OLD.contact_id THEN
    UPDATE ticket_cycles SET contact_id = NEW.contact_id WHERE ticket_id = NEW.id;
  END IF;
  UPDATE ticket_cycles SET
    connection_id = NEW.connection_id,
    queue_id = NEW.queue_id,
    user_id = coalesce(NEW.user_id, user_id),
    queued_at = CASE WHEN NEW.chatbot AND NEW.status = 'pending' THEN queued_at ELSE coalesce(queued_at, at) END,
    -- The first: a ticket that is given back and taken again was answered before.
    accepted_at = CASE WHEN NEW.status = 'open' THEN coalesce(accepted_at, at) ELSE accepted_at END,
    waiting_since = CASE WHEN NEW.status = 'pending' AND NOT NEW.chatbot THEN coalesce(waiting_since, at) END,
    closed_at = CASE WHEN NEW.status = 'closed' THEN at END
  WHERE ticket_id = NEW.id AND closed_at IS NULL;
  RETURN NULL;
END $$;

-- By day of the company's clock. What was begun counts on the day of its beginning, waits on that of their end, the rest on that of the close.
CREATE TABLE figure_days (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  day date NOT NULL,
  queue_id uuid,
  user_id uuid,
  -- False: added by a change, to be put together with the others of its key.
  folded boolean NOT NULL DEFAULT false,
  opened integer NOT NULL DEFAULT 0,
  finished integer NOT NULL DEFAULT 0,
  leads integer NOT NULL DEFAULT 0,
  -- From the queue to the first person, and to what they wrote first. Milliseconds, which add up exactly.
  waits integer NOT NULL DEFAULT 0,
  wait_ms bigint NOT NULL DEFAULT 0,
  answers integer NOT NULL DEFAULT 0,
  answer_ms bigint NOT NULL DEFAULT 0,
  -- From the first person to the close.
  supports integer NOT NULL DEFAULT 0,
  support_ms bigint NOT NULL DEFAULT 0,
  ratings integer NOT NULL DEFAULT 0,
  rating_sum integer NOT NULL DEFAULT 0
);
CREATE INDEX figure_days_company ON figure_days (company_id, day);
CREATE INDEX figure_days_loose ON figure_days (company_id, day) WHERE NOT folded;

-- By day and hour of the company's clock: when people write.
CREATE TABLE figure_hours (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  day date NOT NULL,
  hour smallint NOT NULL,
  folded boolean NOT NULL DEFAULT false,
  opened integer NOT NULL
);
CREATE INDEX figure_hours_company ON figure_hours (company_id, day);
CREATE INDEX figure_hours_loose ON figure_hours (company_id, day) WHERE NOT folded;

-- 0 where one of them is not known.
CREATE FUNCTION whole_ms(from_at timestamptz, to_at timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN greatest(0, round(extract(epoch FROM to_at - from_at) * 1000))::bigint;

-- What a cycle adds to the figures, `times` 1 or -1. Groups add nothing.
CREATE FUNCTION cycle_figures(c ticket_cycles, zone text, times integer) RETURNS SETOF figure_days LANGUAGE sql STABLE AS $$
  SELECT NULL::uuid, c.company_id, (at AT TIME ZONE zone)::date, c.queue_id, person, false, opened * times, finished * times, 0,
    waits * times, wait_ms * times, answers * times, answer_ms * times, supports * times, support_ms * times, ratings * times, rating_sum * times
  FROM (
    SELECT c.started_at AS at, c.user_id AS person, 1 AS opened, 0 AS finished, 0 AS waits, 0::bigint AS wait_ms, 0 AS answers,
      0::bigint AS answer_ms, 0 AS supports, 0::bigint AS support_ms, 0 AS ratings, 0 AS rating_sum
    UNION ALL
    SELECT c.accepted_at, c.user_id, 0, 0, 1, whole_ms(c.queued_at, c.accepted_at), 0, 0, 0, 0, 0, 0
    WHERE c.accepted_at IS NOT NULL AND c.queued_at IS NOT NULL AND c.ours IS NOT TRUE
    UNION ALL
    SELECT c.answered_at, c.answered_by, 0, 0, 0, 0, 1, whole_ms(c.queued_at, c.answered_at), 0, 0, 0, 0
    WHERE c.answered_at IS NOT NULL AND c.queued_at IS NOT NULL AND c.ours IS NOT TRUE
    UNION ALL
    SELECT c.closed_at, c.user_id, 0, 1, 0, 0, 0, 0, (c.accepted_at IS NOT NULL)::integer, whole_ms(c.accepted_at, c.closed_at),
      (c.rating IS NOT NULL)::integer, coalesce(c.rating, 0)
    WHERE c.closed_at IS NOT NULL
  ) facts
  WHERE NOT c.is_group
$$;

-- Who writes figures by a company's clock, and who sets that clock, in turn: the first share, the second is alone.
CREATE FUNCTION figures_lock(company uuid) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN hashtextextended('figures ' || company::text, 0);

CREATE FUNCTION keep_figures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  company uuid := coalesce(NEW.company_id, OLD.company_id);
  zone text;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(figures_lock(company));
  SELECT time_zone INTO zone FROM companies WHERE id = company;
  -- The company itself goes.
  IF zone IS NULL THEN RETURN NULL; END IF;
  INSERT INTO figure_days (company_id, day, queue_id, user_id, opened, finished, waits, wait_ms, answers, answer_ms, supports, support_ms,
    ratings, rating_sum)
  SELECT f.company_id, f.day, f.queue_id, f.user_id, sum(f.opened), sum(f.finished), sum(f.waits), sum(f.wait_ms), sum(f.answers),
    sum(f.answer_ms), sum(f.supports), sum(f.support_ms), sum(f.ratings), sum(f.rating_sum)
  FROM (
    SELECT * FROM cycle_figures(OLD, zone, -1) WHERE TG_OP <> 'INSERT'
    UNION ALL
    SELECT * FROM cycle_figures(NEW, zone, 1) WHERE TG_OP <> 'DELETE'
  ) f
  GROUP BY f.company_id, f.day, f.queue_id, f.user_id
  HAVING (sum(f.opened), sum(f.finished), sum(f.waits), sum(f.wait_ms), sum(f.answers), sum(f.answer_ms), sum(f.supports), sum(f.support_ms),
    sum(f.ratings), sum(f.rating_sum)) IS DISTINCT FROM (0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  INSERT INTO figure_hours (company_id, day, hour, opened)
  SELECT company, date_trunc('day', at), extract(hour FROM at), sum(times)
  FROM (
    SELECT OLD.started_at AT TIME ZONE zone AS at, -1 AS times WHERE TG_OP <> 'INSERT' AND NOT OLD.is_group
    UNION ALL
    SELECT NEW.started_at AT TIME ZONE zone, 1 WHERE TG_OP <> 'DELETE' AND NOT NEW.is_group
  ) o
  GROUP BY 2, 3 HAVING sum(times) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER ticket_cycles_figures AFTER INSERT OR DELETE ON ticket_cycles FOR EACH ROW EXECUTE FUNCTION keep_figures();
-- What changes no figure writes none.
CREATE TRIGGER ticket_cycles_figures_again AFTER UPDATE ON ticket_cycles FOR EACH ROW WHEN (
  (OLD.queue_id, OLD.user_id, OLD.started_at, OLD.queued_at, OLD.accepted_at, OLD.answered_at, OLD.answered_by, OLD.closed_at, OLD.rating,
    OLD.ours, OLD.is_group)
  IS DISTINCT FROM (NEW.queue_id, NEW.user_id, NEW.started_at, NEW.queued_at, NEW.accepted_at, NEW.answered_at, NEW.answered_by,
    NEW.closed_at, NEW.rating, NEW.ours, NEW.is_group)
) EXECUTE FUNCTION keep_figures();

-- When a contact first wrote to us, as WhatsApp tells it: whom a sheet, a phone or a list names has not yet. It stays when the conversation goes.
CREATE TABLE contact_firsts (
  contact_id uuid PRIMARY KEY REFERENCES contacts ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  first_at timestamptz NOT NULL
);
CREATE INDEX contact_firsts_company ON contact_firsts (company_id, first_at);

CREATE FUNCTION keep_lead_figures() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE company uuid := coalesce(NEW.company_id, OLD.company_id);
BEGIN
  PERFORM pg_advisory_xact_lock_shared(figures_lock(company));
  INSERT INTO figure_days (company_id, day, leads)
  SELECT company, (at AT TIME ZONE time_zone)::date, sum(times)
  FROM companies, LATERAL (
    SELECT OLD.first_at AS at, -1 AS times WHERE TG_OP <> 'INSERT' UNION ALL SELECT NEW.first_at, 1 WHERE TG_OP <> 'DELETE'
  ) l
  WHERE id = company GROUP BY 2 HAVING sum(times) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER contact_firsts_figures AFTER INSERT OR UPDATE OR DELETE ON contact_firsts FOR EACH ROW EXECUTE FUNCTION keep_lead_figures();

CREATE FUNCTION keep_firsts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_firsts AS f (contact_id, company_id, first_at)
  SELECT m.contact_id, m.company_id, min(coalesce(m.sent_at, m.created_at))
  FROM new_rows m JOIN contacts c ON c.id = m.contact_id
  WHERE NOT m.from_me AND NOT c.is_group AND NOT EXISTS (
    SELECT FROM contact_firsts k WHERE k.contact_id = m.contact_id AND k.first_at <= coalesce(m.sent_at, m.created_at)
  )
  GROUP BY m.contact_id, m.company_id ORDER BY m.contact_id
  ON CONFLICT (contact_id) DO UPDATE SET first_at = excluded.first_at WHERE f.first_at > excluded.first_at;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_firsts AFTER INSERT ON messages
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_firsts();

-- Two contacts turned out to be one: who wrote first to either did so to both.
CREATE FUNCTION keep_first_of_other() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_firsts AS f (contact_id, company_id, first_at)
  SELECT NEW.contact_id, NEW.company_id, o.first_at FROM contact_firsts o WHERE o.contact_id = OLD.contact_id AND NOT EXISTS (
    SELECT FROM contact_firsts k WHERE k.contact_id = NEW.contact_id AND k.first_at <= o.first_at
  )
  ON CONFLICT (contact_id) DO UPDATE SET first_at = excluded.first_at WHERE f.first_at > excluded.first_at;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_first_moves AFTER UPDATE OF contact_id ON messages FOR EACH ROW
WHEN (NEW.contact_id <> OLD.contact_id AND NOT NEW.from_me) EXECUTE FUNCTION keep_first_of_other();

-- Who began the conversation, and when one of ours answered first.
CREATE FUNCTION keep_cycle_with_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ticket_cycles y SET ours = coalesce(y.ours, n.ours), answered_at = CASE WHEN n.person IS NOT NULL THEN coalesce(y.answered_at, date_trunc('milliseconds', now()))
    ELSE y.answered_at END, answered_by = coalesce(y.answered_by, n.person)
  FROM (
    SELECT ticket_id, (array_agg(from_me ORDER BY created_at, id))[1] AS ours,
      (array_agg(user_id ORDER BY created_at, id) FILTER (WHERE from_me AND user_id IS NOT NULL))[1] AS person
    FROM new_rows GROUP BY ticket_id
  ) n
  WHERE y.ticket_id = n.ticket_id AND y.closed_at IS NULL AND (y.ours IS NULL OR (y.answered_at IS NULL AND n.person IS NOT NULL));
  RETURN NULL;
END $$;
CREATE TRIGGER messages_cycle AFTER INSERT ON messages
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_cycle_with_messages();

-- All figures of a company, counted anew: its clock was set to another zone.
CREATE FUNCTION recount_figures(company uuid, zone text) RETURNS void LANGUAGE sql AS $$
  DELETE FROM figure_days WHERE company_id = company;
  DELETE FROM figure_hours WHERE company_id = company;
  INSERT INTO figure_days (company_id, day, queue_id, user_id, folded, opened, finished, leads, waits, wait_ms, answers, answer_ms, supports,
    support_ms, ratings, rating_sum)
  SELECT company, f.day, f.queue_id, f.user_id, true, sum(f.opened), sum(f.finished), 0, sum(f.waits), sum(f.wait_ms), sum(f.answers),
    sum(f.answer_ms), sum(f.supports), sum(f.support_ms), sum(f.ratings), sum(f.rating_sum)
  FROM ticket_cycles y, cycle_figures(y, zone, 1) f WHERE y.company_id = company GROUP BY f.day, f.queue_id, f.user_id;
  INSERT INTO figure_days (company_id, day, leads)
  SELECT company, (first_at AT TIME ZONE zone)::date, count(*) FROM contact_firsts WHERE company_id = company GROUP BY 2;
  INSERT INTO figure_hours (company_id, day, hour, folded, opened)
  SELECT company, date_trunc('day', at), extract(hour FROM at), true, count(*)
  FROM ticket_cycles y, LATERAL (SELECT y.started_at AT TIME ZONE zone AS at) l WHERE y.company_id = company AND NOT y.is_group GROUP BY 2, 3;
$$;

CREATE FUNCTION follow_time_zone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(figures_lock(NEW.id));
  PERFORM recount_figures(NEW.id, NEW.time_zone);
  RETURN NULL;
END $$;
CREATE TRIGGER companies_figures AFTER UPDATE OF time_zone ON companies FOR EACH ROW
WHEN (NEW.time_zone <> OLD.time_zone) EXECUTE FUNCTION follow_time_zone();

-- Puts together what changes added, of up to `at_once` days; says of how many. Rows that say nothing any more go.
CREATE FUNCTION fold_figures(at_once integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  days integer;
  hours integer;
BEGIN
  WITH due AS (SELECT DISTINCT company_id, day FROM figure_days WHERE NOT folded LIMIT at_once),
  gone AS (DELETE FROM figure_days d USING due WHERE d.company_id = due.company_id AND d.day = due.day RETURNING d.*),
  kept AS (
    INSERT INTO figure_days (company_id, day, queue_id, user_id, folded, opened, finished, leads, waits, wait_ms, answers, answer_ms, supports,
      support_ms, ratings, rating_sum)
    SELECT company_id, day, queue_id, user_id, true, sum(opened), sum(finished), sum(leads), sum(waits), sum(wait_ms), sum(answers),
      sum(answer_ms), sum(supports), sum(support_ms), sum(ratings), sum(rating_sum)
    FROM gone GROUP BY company_id, day, queue_id, user_id
    HAVING (sum(opened), sum(finished), sum(leads), sum(waits), sum(wait_ms), sum(answers), sum(answer_ms), sum(supports), sum(support_ms),
      sum(ratings), sum(rating_sum)) IS DISTINCT FROM (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  )
  SELECT count(*) INTO days FROM due;
  WITH due AS (SELECT DISTINCT company_id, day FROM figure_hours WHERE NOT folded LIMIT at_once),
  gone AS (DELETE FROM figure_hours d USING due WHERE d.company_id = due.company_id AND d.day = due.day RETURNING d.*),
  kept AS (
    INSERT INTO figure_hours (company_id, day, hour, folded, opened)
    SELECT company_id, day, hour, true, sum(opened) FROM gone GROUP BY company_id, day, hour HAVING sum(opened) <> 0
  )
  SELECT count(*) INTO hours FROM due;
  RETURN greatest(days, hours);
END $$;

-- What there is already.
INSERT INTO contact_firsts (contact_id, company_id, first_at)
SELECT m.contact_id, m.company_id, min(coalesce(m.sent_at, m.created_at))
FROM messages m JOIN contacts c ON c.id = m.contact_id WHERE NOT m.from_me AND NOT c.is_group GROUP BY m.contact_id, m.company_id;
SELECT recount_figures(id, time_zone) FROM companies;
