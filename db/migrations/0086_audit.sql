-- Who did what, kept two years and changed by nobody: the everyday role may add rows and read them (grants.sql), a trigger refuses changes whoever
-- asks, and what is old goes by one function alone. Names are copies, for people and things are deleted. Decision 0070.
CREATE TABLE audit_entries (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  -- Null: nobody of ours, e.g. a retention job. No reference: who is deleted has done it all the same.
  user_id uuid,
  user_name text NOT NULL,
  action text NOT NULL,
  -- Of what: a person, a contact, a ticket, a queue.
  subject_id uuid,
  -- What it was called then; '' of contacts, who may be forgotten.
  subject_name text NOT NULL,
  -- The address that it was asked from; null of what was done by itself.
  address text,
  -- What changed: values of choices and switches, never a text that somebody wrote to a customer, never a secret.
  details jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX audit_entries_listed ON audit_entries (company_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_of ON audit_entries (company_id, user_id, action, subject_id, created_at);
CREATE INDEX audit_entries_old ON audit_entries (created_at);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries do not change' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_entries_fixed BEFORE UPDATE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- How many of them went. The time is the database's own: nobody who asks can shorten it.
CREATE FUNCTION forget_audit_entries(at_once integer) RETURNS integer LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM audit_entries WHERE id IN (
      SELECT id FROM audit_entries WHERE created_at < now() - interval '2 years' ORDER BY created_at LIMIT at_once)
    RETURNING 1)
  SELECT count(*)::integer FROM gone
$$;
REVOKE EXECUTE ON FUNCTION forget_audit_entries(integer) FROM PUBLIC;
