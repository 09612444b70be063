-- Lists of people to write to. The lists are on devices, with how many people they have; their people are not, for a list may have tens of thousands.

CREATE TABLE contact_lists (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  -- Kept by triggers: its people, those of them who are on WhatsApp, and those who are not; the others were not asked for yet.
  contacts_count integer NOT NULL DEFAULT 0,
  valid_count integer NOT NULL DEFAULT 0,
  invalid_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX contact_lists_company ON contact_lists (company_id);

-- One person: Brazilian mobile numbers with and without the ninth digit are the same.
CREATE FUNCTION one_number(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(number, '^(55\d\d)9([6-9]\d{7})$', '\1\2')
$$;

CREATE TABLE contact_list_items (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  contact_list_id uuid NOT NULL REFERENCES contact_lists ON DELETE CASCADE,
  name text NOT NULL,
  number text NOT NULL,
  number_key text NOT NULL GENERATED ALWAYS AS (one_number(number)) STORED,
  email text NOT NULL,
  -- What WhatsApp said; null: it was not asked.
  is_whatsapp_valid boolean,
  checked_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (contact_list_id, number_key)
);
CREATE INDEX contact_list_items_name ON contact_list_items (contact_list_id, name, id);
CREATE INDEX contact_list_items_unchecked ON contact_list_items (company_id, contact_list_id) WHERE is_whatsapp_valid IS NULL;

CREATE FUNCTION count_list_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In the order of ids: two who write into the same lists wait for each other in the same order.
  PERFORM FROM contact_lists WHERE id IN (SELECT contact_list_id FROM changed_rows) ORDER BY id FOR NO KEY UPDATE;
  UPDATE contact_lists l
  SET contacts_count = l.contacts_count + c.people, valid_count = l.valid_count + c.valid, invalid_count = l.invalid_count + c.invalid
  FROM (
    SELECT contact_list_id AS id, count(*) AS people, count(*) FILTER (WHERE is_whatsapp_valid) AS valid,
      count(*) FILTER (WHERE NOT is_whatsapp_valid) AS invalid
    FROM changed_rows GROUP BY contact_list_id
  ) c WHERE l.id = c.id;
  RETURN NULL;
END $$;
CREATE TRIGGER contact_list_items_count AFTER INSERT ON contact_list_items
REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_list_items();

CREATE FUNCTION uncount_list_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contact_lists WHERE id IN (SELECT contact_list_id FROM gone_rows) ORDER BY id FOR NO KEY UPDATE;
  UPDATE contact_lists l
  SET contacts_count = l.contacts_count - c.people, valid_count = l.valid_count - c.valid, invalid_count = l.invalid_count - c.invalid
  FROM (
    SELECT contact_list_id AS id, count(*) AS people, count(*) FILTER (WHERE is_whatsapp_valid) AS valid,
      count(*) FILTER (WHERE NOT is_whatsapp_valid) AS invalid
    FROM gone_rows GROUP BY contact_list_id
  ) c WHERE l.id = c.id;
  RETURN NULL;
END $$;
CREATE TRIGGER contact_list_items_uncount AFTER DELETE ON contact_list_items
REFERENCING OLD TABLE AS gone_rows FOR EACH STATEMENT EXECUTE FUNCTION uncount_list_items();

-- An item stays in its list: of a change only what WhatsApp said counts.
CREATE FUNCTION recount_list_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contact_lists WHERE id IN (SELECT contact_list_id FROM changed_rows) ORDER BY id FOR NO KEY UPDATE;
  UPDATE contact_lists l SET valid_count = l.valid_count + c.valid, invalid_count = l.invalid_count + c.invalid
  FROM (
    SELECT n.contact_list_id AS id,
      count(*) FILTER (WHERE n.is_whatsapp_valid) - count(*) FILTER (WHERE o.is_whatsapp_valid) AS valid,
      count(*) FILTER (WHERE NOT n.is_whatsapp_valid) - count(*) FILTER (WHERE NOT o.is_whatsapp_valid) AS invalid
    FROM changed_rows n JOIN gone_rows o USING (id) GROUP BY n.contact_list_id
  ) c WHERE l.id = c.id AND (c.valid <> 0 OR c.invalid <> 0);
  RETURN NULL;
END $$;
CREATE TRIGGER contact_list_items_recount AFTER UPDATE ON contact_list_items
REFERENCING OLD TABLE AS gone_rows NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION recount_list_items();

ALTER TABLE contact_lists REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE contact_lists;
