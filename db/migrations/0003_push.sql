-- Notifications: where a device is reached (Web Push), and what its person wants to see in them.

-- Server only. The session that made it carries it: when the session ends (logout, another login, deletion of the user), so does this.
CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  last_error text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX push_subscriptions_company ON push_subscriptions (company_id);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);

-- One row a user, under the user's own id; none means the defaults.
CREATE TABLE notification_settings (
  id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  company_id uuid NOT NULL REFERENCES companies ON DELETE CASCADE,
  show_text boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

ALTER TABLE notification_settings REPLICA IDENTITY FULL;
ALTER PUBLICATION balcao ADD TABLE notification_settings;
