-- The chatbot: option trees and hours of queues, hours and settings of companies, and where each conversation stands.

ALTER TABLE queues
  ADD COLUMN out_of_hours_message text NOT NULL DEFAULT '',
  -- Form: db/src/bot/opening-hours.ts. Counts when the setting scheduleType is 'queue'.
  ADD COLUMN hours jsonb,
  ADD COLUMN media_hash text;

ALTER TABLE companies ADD COLUMN hours jsonb;

CREATE TABLE queue_options (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  queue_id uuid NOT NULL REFERENCES queues ON DELETE CASCADE,
  -- Null: at the top of the tree.
  parent_id uuid REFERENCES queue_options ON DELETE CASCADE,
  -- Place among its siblings.
  option integer NOT NULL,
  title text NOT NULL,
  message text NOT NULL,
  media_hash text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX queue_options_queue ON queue_options (queue_id);
CREATE INDEX queue_options_parent ON queue_options (parent_id);
CREATE INDEX queue_options_company ON queue_options (company_id);
ALTER TABLE queue_options REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE queue_options;

-- One row a company, under the company's own id; none means the defaults of db/src/settings/table.ts.
CREATE TABLE settings (
  id uuid PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  user_rating text NOT NULL,
  schedule_type text NOT NULL CHECK (schedule_type IN ('disabled', 'company', 'queue')),
  check_msg_is_group text NOT NULL,
  call text NOT NULL,
  chat_bot_type text NOT NULL,
  send_greeting_accepted text NOT NULL,
  send_msg_transf_ticket text NOT NULL,
  user_creation text NOT NULL,
  campaigns_enabled text NOT NULL,
  reopen_window_minutes integer NOT NULL CHECK (reopen_window_minutes BETWEEN 0 AND 10080),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
ALTER TABLE settings REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE settings;

ALTER TABLE tickets
  ADD COLUMN bot_option_id uuid,
  ADD COLUMN bot_menus integer NOT NULL DEFAULT 0,
  ADD COLUMN bot_menu_at timestamptz,
  ADD COLUMN out_of_hours_at timestamptz;
