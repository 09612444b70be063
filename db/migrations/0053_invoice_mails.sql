-- What was, and is to be, mailed about invoices: each kind of letter once an invoice.

CREATE TABLE invoice_mails (
  invoice_id uuid NOT NULL REFERENCES invoices ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('made', 'due-soon', 'overdue', 'paid')),
  created_at timestamptz NOT NULL,
  -- Null: not yet, or given up.
  sent_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL,
  PRIMARY KEY (invoice_id, kind)
);
CREATE INDEX invoice_mails_waiting ON invoice_mails (next_try_at) WHERE sent_at IS NULL;
