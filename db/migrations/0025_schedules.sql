-- Messages written now and sent to a contact later; and what a plan switches on, which companies carry to their devices.

ALTER TABLE plans
  ADD COLUMN use_campaigns boolean NOT NULL DEFAULT true,
  ADD COLUMN use_schedules boolean NOT NULL DEFAULT true,
  ADD COLUMN use_internal_chat boolean NOT NULL DEFAULT true,
  ADD COLUMN use_external_api boolean NOT NULL DEFAULT true,
  ADD COLUMN use_kanban boolean NOT NULL DEFAULT true,
  ADD COLUMN use_open_ai boolean NOT NULL DEFAULT true,
  ADD COLUMN use_integrations boolean NOT NULL DEFAULT true;

-- Devices don't get plans, which have prices and other companies' limits: their company's row names what its plan has.
ALTER TABLE companies ADD COLUMN features jsonb NOT NULL DEFAULT '[]';

-- By the names of db/src/companies/features.ts.
CREATE FUNCTION plan_features(plan plans) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(name ORDER BY name), '[]') FROM (VALUES
    ('useCampaigns', plan.use_campaigns), ('useSchedules', plan.use_schedules), ('useInternalChat', plan.use_internal_chat),
    ('useExternalApi', plan.use_external_api), ('useKanban', plan.use_kanban), ('useOpenAi', plan.use_open_ai),
    ('useIntegrations', plan.use_integrations)
  ) AS feature (name, included) WHERE included
$$;

-- Whatever is written here, it is the plan's. The plan is locked: a change of it that is on its way waits, and then sees this company.
CREATE FUNCTION keep_company_features() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT plan_features(p) INTO NEW.features FROM plans p WHERE p.id = NEW.plan_id FOR SHARE;
  NEW.features := coalesce(NEW.features, '[]');
  RETURN NEW;
END $$;
CREATE TRIGGER companies_features BEFORE INSERT OR UPDATE OF plan_id, features ON companies
FOR EACH ROW EXECUTE FUNCTION keep_company_features();

CREATE FUNCTION pass_on_plan_features() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE companies SET features = plan_features(NEW) WHERE plan_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER plans_features AFTER UPDATE ON plans FOR EACH ROW
WHEN (plan_features(OLD) IS DISTINCT FROM plan_features(NEW)) EXECUTE FUNCTION pass_on_plan_features();

UPDATE companies SET plan_id = plan_id;

CREATE TABLE schedules (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  -- Its author; who deletes them takes it over.
  user_id uuid REFERENCES users ON DELETE SET NULL,
  contact_id uuid NOT NULL REFERENCES contacts,
  body text NOT NULL,
  send_at timestamptz NOT NULL,
  sent_at timestamptz,
  status text NOT NULL CHECK (status IN ('PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO')),
  -- Why it was not sent: a code of db/src/schedules/rules.ts, or of its message.
  error text,
  media_hash text,
  media_name text,
  media_mime text,
  media_size integer,
  -- What it became.
  message_id uuid REFERENCES messages ON DELETE SET NULL,
  -- AGENDADA until then: a worker that died gives it back.
  leased_until timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX schedules_company ON schedules (company_id, send_at);
CREATE INDEX schedules_user ON schedules (user_id);
CREATE INDEX schedules_contact ON schedules (contact_id);
CREATE INDEX schedules_due ON schedules (send_at) WHERE status = 'PENDENTE';
CREATE INDEX schedules_leased ON schedules (leased_until) WHERE status = 'AGENDADA';
CREATE UNIQUE INDEX schedules_message ON schedules (message_id) WHERE message_id IS NOT NULL;

-- A message fails after its schedule was sent, from several places: the schedule says so. What arrives after all is sent after all.
CREATE FUNCTION keep_schedule_with_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE schedules SET
    status = CASE WHEN NEW.ack = -1 THEN 'ERRO' ELSE 'ENVIADA' END, error = NEW.ack_error, updated_at = NEW.updated_at
  WHERE message_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_keep_schedule AFTER UPDATE OF ack ON messages FOR EACH ROW
WHEN (NEW.from_me AND NEW.ack <> OLD.ack AND (NEW.ack = -1 OR OLD.ack = -1)) EXECUTE FUNCTION keep_schedule_with_message();

ALTER TABLE schedules REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE schedules;
