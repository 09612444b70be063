-- Somebody is a user before they have a password; without one nobody logs in.
ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL;
ALTER TABLE users ALTER COLUMN token_version SET DEFAULT 0;
-- Whoever had them before: tickets stay when their attendant goes, and messages keep their text.
