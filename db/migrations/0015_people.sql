-- People as WhatsApp knows them: their pictures, whether a number is on WhatsApp, how groups are addressed, and a phone's address book.

ALTER TABLE contacts
  -- Of the small picture, in the company's media store; null without one.
  ADD COLUMN picture_hash text,
  -- When WhatsApp is to be asked for the picture; null until it says that there is another.
  ADD COLUMN picture_due_at timestamptz DEFAULT now(),
  -- Whether the number is on WhatsApp, and when WhatsApp said so; null while it was not asked.
  ADD COLUMN on_whatsapp boolean,
  ADD COLUMN checked_at timestamptz;
CREATE INDEX contacts_picture_due ON contacts (company_id, picture_due_at DESC) WHERE picture_due_at IS NOT NULL;

-- What it takes to write to a group without asking WhatsApp first. Server only.
CREATE TABLE group_facts (
  group_id uuid PRIMARY KEY REFERENCES contacts ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  -- Whether its participants are named by LID or by number.
  addressing_mode text NOT NULL CHECK (addressing_mode IN ('lid', 'pn')),
  -- Seconds after which its messages disappear; null: never.
  ephemeral integer,
  -- When WhatsApp last named everybody who is in it.
  told_at timestamptz NOT NULL
);
CREATE INDEX group_facts_company ON group_facts (company_id);

-- Whom a connection's phone knows. Server only: they become contacts when somebody imports them.
CREATE TABLE phone_contacts (
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  -- The LID, else the number.
  account text NOT NULL,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  lid text,
  number text,
  -- As the phone's owner saved it; '' when they did not.
  name text NOT NULL,
  push_name text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (connection_id, account),
  CHECK (number IS NOT NULL OR lid IS NOT NULL)
);
CREATE INDEX phone_contacts_company ON phone_contacts (company_id);

-- An import of such an address book, and what came of it.
CREATE TABLE contact_imports (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  user_id uuid,
  status text NOT NULL CHECK (status IN ('waiting', 'done', 'failed')),
  created integer NOT NULL,
  updated integer NOT NULL,
  skipped integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX contact_imports_company ON contact_imports (company_id, created_at DESC);
CREATE INDEX contact_imports_connection ON contact_imports (connection_id);
ALTER TABLE contact_imports REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE contact_imports;

-- What WhatsApp said of a number says nothing of another one.
CREATE FUNCTION forget_number_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.checked_at IS NOT DISTINCT FROM OLD.checked_at THEN
    NEW.on_whatsapp := NULL;
    NEW.checked_at := NULL;
    NEW.picture_due_at := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER contacts_number_check BEFORE UPDATE OF number ON contacts
FOR EACH ROW WHEN (NEW.number IS DISTINCT FROM OLD.number) EXECUTE FUNCTION forget_number_check();

-- Recordings as they were encoded for WhatsApp, by their content: sent or forwarded again they are there. Server only.
CREATE TABLE voice_notes (
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  recording_hash text NOT NULL,
  hash text NOT NULL,
  seconds integer NOT NULL,
  -- Base64.
  waveform text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, recording_hash)
);
