-- What a charge was made for and from, what a payment did and how it is undone, and what the operator is told of it. The version before goes on
-- working on these tables: every new column may be missing from what it writes.

-- An invoice that nobody owes any more is closed without being paid: paid_at is when it was closed, so that the index of open ones stays as it is.
ALTER TABLE invoices
  ADD COLUMN voided_at timestamptz,
  ADD CONSTRAINT invoices_voided_closed CHECK (voided_at IS NULL OR paid_at IS NOT NULL);

ALTER TABLE pix_charges
  ADD COLUMN purpose text NOT NULL DEFAULT 'renewal' CHECK (purpose IN ('renewal', 'change')),
  -- The plan that the company had when the code was made; null of one that was made before this: its own plan.
  ADD COLUMN from_plan_id uuid REFERENCES plans,
  -- How many months it pays for; null: as many as its invoice.
  ADD COLUMN months smallint CHECK (months BETWEEN 1 AND 12),
  ADD COLUMN voided_at timestamptz,
  -- 'price': plan, recurrence or price changed; 'receiver': the operator's key, name or city did.
  ADD COLUMN void_reason text CHECK (void_reason IN ('price', 'receiver')),
  ADD CONSTRAINT pix_charges_void CHECK ((voided_at IS NULL) = (void_reason IS NULL));
CREATE INDEX pix_charges_static ON pix_charges (provider) WHERE voided_at IS NULL AND provider = 'manual';

ALTER TABLE payments
  DROP CONSTRAINT payments_effect_check,
  -- 'reversed': takes another row back, and has its amount with a minus.
  ADD CONSTRAINT payments_effect_check CHECK (effect IN ('renewed', 'short', 'surplus', 'reversed')),
  ADD COLUMN charge_id uuid REFERENCES pix_charges ON DELETE SET NULL,
  -- What was bought, in words that outlive the plan; '' of rows from before, and of what bought nothing.
  ADD COLUMN plan_name text NOT NULL DEFAULT '',
  ADD COLUMN months smallint,
  ADD COLUMN plan_before uuid REFERENCES plans ON DELETE SET NULL,
  ADD COLUMN plan_after uuid REFERENCES plans ON DELETE SET NULL,
  -- What moved with the due date, to be put back.
  ADD COLUMN anchor_before smallint,
  ADD COLUMN trial_before timestamptz,
  ADD COLUMN reverses uuid UNIQUE REFERENCES payments,
  ADD CONSTRAINT payments_reversal CHECK ((effect = 'reversed') = (reverses IS NOT NULL)),
  -- What the operator's people have to know of it: a list of {kind, …}.
  ADD COLUMN notices jsonb NOT NULL DEFAULT '[]';

-- Until when the operator has seen what payments of the company gave notice of.
ALTER TABLE company_billing ADD COLUMN notices_seen_at timestamptz;
UPDATE company_billing b SET notices_seen_at = now() WHERE EXISTS (SELECT FROM payments p WHERE p.company_id = b.company_id);
