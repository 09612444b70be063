-- What each connection received, what became of it and what it sent, day by day. `connection_tallies` is where it is counted, a row a time,
-- in the transaction of what is counted; it is folded into `connection_days` every few seconds, which devices follow.

CREATE TABLE connection_days (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  -- YYYY-MM-DD, in the company's time zone.
  day text NOT NULL CHECK (day ~ '^\d{4}-\d\d-\d\d$'),
  delivered integer NOT NULL DEFAULT 0,
  stored integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  -- Counts by reason.
  ignored jsonb NOT NULL DEFAULT '{}',
  sent integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT connection_days_day UNIQUE (connection_id, day)
);
CREATE INDEX connection_days_company ON connection_days (company_id);
CREATE INDEX connection_days_old ON connection_days (day);

CREATE TABLE connection_tallies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  day text NOT NULL,
  -- delivered, stored, changed, sent, refused, or why it was ignored.
  counter text NOT NULL,
  -- Of 'delivered': its entry in the journal (session_keys, type 'inbound'), which is there until the outcome is counted.
  journal_key text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX connection_tallies_connection ON connection_tallies (connection_id);

ALTER TABLE connection_days REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE connection_days;
