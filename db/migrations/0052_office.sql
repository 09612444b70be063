-- The operator's office: what plans bound, what companies owe, and what was paid. Nothing of it reaches a device.

ALTER TABLE plans
  -- At one time; of schedules those that wait.
  ADD COLUMN campaigns integer NOT NULL DEFAULT 100,
  ADD COLUMN schedules integer NOT NULL DEFAULT 1000,
  -- Whoever signs up, or pays, may choose it.
  ADD COLUMN offered boolean NOT NULL DEFAULT true;

ALTER TABLE companies ADD CONSTRAINT companies_recurrence
  CHECK (recurrence IN ('MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'));

CREATE TABLE company_billing (
  company_id uuid PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  -- The day of the month on which its periods begin, also after a month that is too short for it.
  anchor_day smallint NOT NULL CHECK (anchor_day BETWEEN 1 AND 31),
  trial_ends_at timestamptz,
  last_invoice integer NOT NULL DEFAULT 0,
  -- Nobody sees the company any more; a worker takes it away.
  deleted_at timestamptz,
  billing_name text NOT NULL DEFAULT '',
  address_zip_code text NOT NULL DEFAULT '',
  address_street text NOT NULL DEFAULT '',
  address_district text NOT NULL DEFAULT '',
  address_city text NOT NULL DEFAULT '',
  address_state text NOT NULL DEFAULT '',
  address_country text NOT NULL DEFAULT 'BR'
);

CREATE FUNCTION bill_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO company_billing (company_id, anchor_day)
    VALUES (NEW.id, extract(day FROM NEW.due_date AT TIME ZONE NEW.time_zone));
  RETURN NULL;
END $$;
CREATE TRIGGER bill_company AFTER INSERT ON companies FOR EACH ROW EXECUTE FUNCTION bill_company();
INSERT INTO company_billing (company_id, anchor_day)
  SELECT id, extract(day FROM due_date AT TIME ZONE time_zone) FROM companies;

CREATE TABLE invoices (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  -- Of the company, from 1.
  number integer NOT NULL,
  detail text NOT NULL,
  value numeric(12, 2) NOT NULL CHECK (value >= 0),
  months smallint NOT NULL CHECK (months BETWEEN 1 AND 12),
  -- When the period begins that it pays for.
  due_date timestamptz NOT NULL,
  paid_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (company_id, number)
);
-- The period after the one that is paid: a company owes one invoice at a time.
CREATE UNIQUE INDEX invoices_open ON invoices (company_id) WHERE paid_at IS NULL;

CREATE TABLE pix_charges (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  invoice_id uuid NOT NULL REFERENCES invoices ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('manual', 'efi')),
  txid text NOT NULL,
  amount numeric(12, 2) NOT NULL,
  -- What the company has once it is paid.
  plan_id uuid NOT NULL REFERENCES plans,
  br_code text NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  UNIQUE (provider, txid)
);
CREATE INDEX pix_charges_invoice ON pix_charges (invoice_id, created_at);

-- The ledger: written once, never changed, kept when the company is gone.
CREATE TABLE payments (
  id uuid PRIMARY KEY,
  company_id uuid REFERENCES companies ON DELETE SET NULL,
  company_name text NOT NULL,
  invoice_id uuid REFERENCES invoices ON DELETE SET NULL,
  provider text NOT NULL CHECK (provider IN ('manual', 'efi')),
  -- The provider's own name of the payment; of a manual one its id.
  reference text NOT NULL,
  amount numeric(12, 2) NOT NULL,
  paid_at timestamptz NOT NULL,
  -- 'renewed': moved the due date; 'short': too little; 'surplus': nothing was owed any more.
  effect text NOT NULL CHECK (effect IN ('renewed', 'short', 'surplus')),
  due_before timestamptz NOT NULL,
  due_after timestamptz NOT NULL,
  -- Who marked it, and why; of a provider's nobody.
  user_id uuid REFERENCES users ON DELETE SET NULL,
  note text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (provider, reference)
);
CREATE INDEX payments_company ON payments (company_id, created_at);

-- What outside services ask of us to be known by, sealed. Write-only from outside.
CREATE TABLE secrets (
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  sealed bytea NOT NULL,
  set_at timestamptz NOT NULL,
  set_by uuid REFERENCES users ON DELETE SET NULL,
  PRIMARY KEY (company_id, name)
);

-- What the operator decides for the whole installation. One row.
CREATE TABLE installation (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  signup boolean NOT NULL DEFAULT true,
  -- Who companies without a signup ask.
  contact text NOT NULL DEFAULT '',
  pix_provider text NOT NULL DEFAULT 'manual' CHECK (pix_provider IN ('manual', 'efi')),
  pix_key text NOT NULL DEFAULT '',
  pix_name text NOT NULL DEFAULT '',
  pix_city text NOT NULL DEFAULT ''
);
INSERT INTO installation DEFAULT VALUES;

-- Whoever waits for a payment hears of it, on whichever server.
CREATE FUNCTION tell_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('company_standing', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_standing AFTER UPDATE OF due_date, status ON companies FOR EACH ROW
  WHEN (OLD.due_date IS DISTINCT FROM NEW.due_date OR OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION tell_standing();
